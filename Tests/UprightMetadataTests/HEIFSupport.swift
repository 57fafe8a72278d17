// The same image in every layout of tables that the standards allow, and invariants of every change of one.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

extension TinyHEIF {
  /// A layout and its special feature.
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

/// A change of a file, checked.
struct HEIFChange {
  let bytes: [UInt8]
  let patch: BytePatch
  let probe: Probe

  /// Retags and checks invariants of every file: the new value, every item's bytes, only declared bytes, the inverse.
  init(_ source: [UInt8], to tag: ExifOrientation, rules: OrientationRules = OrientationRules()) throws {
    let before = try Probe(source, rules: rules)
    patch = try before.retag(to: Orientation(exif: tag))
    bytes = try patch.applied(to: source)
    probe = try Probe(bytes, rules: rules)
    #expect(probe.orientation.exif == tag)
    #expect(probe.storedSize == before.storedSize)
    #expect(try patch.inverse.applied(to: bytes) == source)
    #expect(bytes.count == source.count + patch.growth)
    if patch.isInPlace { #expect(zip(source, bytes).count { $0 != $1 } == patch.changedByteCount) }
    #expect(!probe.findings.map(\.code).contains(.metadataDamaged))
    #expect(!probe.findings.map(\.code).contains(.transformNotEssential))
    #expect(try before.images == probe.images)
    for code in [Finding.Code.thumbnailOrientedDifferently, .furtherImages] {
      let isSaid = before.findings.contains { $0.code == code }
      #expect(probe.findings.contains { $0.code == code } == isSaid, "what belongs to it lies as before: \(code)")
    }
  }
}

extension Probe {
  /// The tables of a file of items.
  var itemTables: ItemTables {
    get throws {
      guard let header = header.items else { throw MetadataError(.imageMissing, at: 0) }
      return header.tables
    }
  }

  /// The orientations, by number, of the items that do not belong to the image.
  fileprivate var images: [Int: ExifOrientation] {
    get throws {
      guard let header = header.items else { throw MetadataError(.imageMissing, at: 0) }
      let primary = header.tables.primary
      let family = [primary] + header.images.parts(of: primary).map(\.id)
      let scene = Set(header.tables.groups.flatMap(\.ids))
      let others = header.images.parts.filter { part in
        part.id != primary && !scene.contains(part.id)
          && (part.role == .tile || part.owner.map { !family.contains($0) } ?? true)
      }
      return Dictionary(others.map { ($0.id, $0.orientation.exif) }) { first, _ in first }
    }
  }
}

extension ItemTables {
  /// The bytes of every item, by number.
  func contents(in file: [UInt8]) -> [Int: [UInt8]] {
    var contents: [Int: [UInt8]] = [:]
    for location in locations {
      let room = location.origin == .file ? 0 : itemData?.payload.lowerBound ?? 0
      contents[location.id] = location.extents.flatMap { extent -> ArraySlice<UInt8> in
        let start = room + (location.start(of: extent) ?? 0)
        return file[start..<start + extent.length]
      }
    }
    return contents
  }

  /// The contents of an item's list, as words.
  func words(of id: Int) -> String {
    let list = properties?.list(of: id)?.list ?? []
    return list.map { claim in
      let property = properties?[claim.index]
      let word = property?.transform?.description ?? property?.box.kind.description ?? "-"
      return claim.isEssential ? word : word.lowercased() == "-" ? "-" : "\(word)?"
    }.joined(separator: " ")
  }
}
