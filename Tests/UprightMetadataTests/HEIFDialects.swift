// The same picture in every layout of tables that the standards allow.

import Testing
import UprightFixtures
import UprightGeometry

extension TinyHEIF {
  /// A layout and what is special about it.
  struct Dialect: Sendable, CustomTestStringConvertible {
    let name: String
    let layout: Layout
    var testDescription: String { name }
  }

  /// All layouts that are tested.
  static let dialects: [Dialect] = {
    func dialect(_ name: String, _ change: (inout Layout) -> Void) -> Dialect {
      var layout = Layout()
      change(&layout)
      return Dialect(name: name, layout: layout)
    }
    return [
      dialect("plain") { _ in },
      dialect("data first") { $0.isDataFirst = true },
      dialect("data first, meta to the end") { ($0.isDataFirst, $0.length) = (true, .open) },
      dialect("long lengths") { $0.length = .long },
      dialect("properties first") { $0.arePropertiesLast = false },
      dialect("wide claims") { ($0.associationVersion, $0.isWide) = (1, true) },
      dialect("long numbers of items") { ($0.associationVersion, $0.hasLongIDs, $0.locationVersion) = (1, true, 2) },
      dialect("base of four") { ($0.baseSize, $0.usesBase, $0.locationVersion) = (4, true, 1) },
      dialect("base alone") { ($0.offsetSize, $0.baseSize, $0.usesBase) = (0, 8, true) },
      dialect("base of zero") { ($0.baseSize, $0.locationVersion, $0.indexSize) = (8, 1, 4) },
      dialect("offsets of eight") { ($0.offsetSize, $0.lengthSize, $0.locationVersion) = (8, 8, 2) },
    ]
  }()
}
