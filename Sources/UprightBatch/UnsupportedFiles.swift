// Files of folders in formats that are recognized by their first bytes, but not supported.

package import Upright
import UprightFiles

/// The number of files in each recognized format.
package struct UnsupportedFiles: Hashable, Sendable {
  /// The number of files by format.
  package private(set) var counts: [KnownFormat: Int] = [:]

  /// None.
  package init() {}

  /// All files.
  package var count: Int { counts.values.reduce(0, +) }

  mutating func add(_ format: KnownFormat) { counts[format, default: 0] += 1 }

  /// The formats in the table's order, with the number of files.
  private var rows: [(format: KnownFormat, count: Int)] {
    KnownFormat.allCases.compactMap { format in counts[format].map { (format, $0) } }
  }

  /// `Canon CR3 raw (2), PDF (1)`.
  package var names: String { rows.map { "\($0.format.name) (\($0.count))" }.joined(separator: ", ") }

  /// The number of files by the format's code.
  var json: JSONLine { .object(rows.map { .init($0.format.rawValue, .number($0.count)) }) }
}
