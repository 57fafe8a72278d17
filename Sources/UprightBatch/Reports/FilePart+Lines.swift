// A file's parts for people and for programs: `info --parts`.

package import Upright
package import UprightFiles

extension FilePart {
  /// A line per part, with its offset, its length, its kind and its name; those inside another are indented.
  package static func lines(_ parts: [FilePart]) -> [String] {
    var depths: [Int] = []
    return parts.map { part in
      let depth = part.owner.map { depths[$0] + 1 } ?? 0
      depths.append(depth)
      let pieces = part.ranges.count > 1 ? "  (\(part.ranges.count) pieces)" : ""
      let columns = [
        Columns.padded(part.ranges.first.map { "\($0.lowerBound)" } ?? "-", to: 12, left: true),
        Columns.padded("\(part.byteCount)", to: 10, left: true),
      ]
      let name = part.name.isEmpty ? "" : "  " + TerminalText.plain(part.name)
      return columns.joined(separator: "  ") + "  " + String(repeating: "  ", count: depth) + part.kind.rawValue + name
        + pieces
    }
  }
}

extension JSONLine {
  /// `{"kind":…,"name":…,"ranges":[[start,end]…],"owner":…,"bytes":…}`.
  package static func filePart(_ part: FilePart) -> JSONLine {
    .object([
      Member("kind", .text(part.kind.rawValue)), Member("name", .text(part.name)),
      Member("ranges", .list(part.ranges.map { .list([.number($0.lowerBound), .number($0.upperBound)]) })),
      Member("owner", part.owner.map { .number($0) } ?? .null), Member("bytes", .number(part.byteCount)),
    ])
  }
}
