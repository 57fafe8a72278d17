// Orientations that are applied one after another, as one: text and JSON (the group D4;
// Sources/UprightGeometry/Design.md).

package import Upright
package import UprightFiles

/// The combination of orientations, the first applied first.
package struct Composition {
  private let operands: [ExifOrientation]
  /// The combination of all.
  package let result: ExifOrientation

  /// The combination of `operands`; the identity for none.
  package init(_ operands: [ExifOrientation]) {
    let turns = operands.map { Orientation<Displayed, Displayed>(asDisplayed: Orientation(exif: $0)) }
    self.operands = operands
    result = turns.reduce(Orientation<Stored, Displayed>.identity) { $0.then($1) }.exif
  }

  /// The line for programs.
  package var json: JSONLine {
    let orientation = Orientation<Stored, Displayed>(exif: result)
    return .object([
      .schema, .init("operands", .list(operands.map(Self.number))),
      .init("orientation", Self.number(result)), .init("word", .text(result.word)),
      .init("mirrored", .flag(orientation.isMirrored)),
      .init("clockwise", .number(orientation.clockwiseQuarters * 90)), .init("iiif", .text(orientation.description)),
    ])
  }

  /// All pairs, for programs: a list for each first orientation.
  package static var tableJSON: JSONLine {
    .object([.schema, .init("table", .list(rows.map { .list($0.map(number)) }))])
  }

  /// All pairs: a row for the first, a column for the second.
  package static var table: String {
    let tags = ExifOrientation.allCases.map { "\($0.rawValue)" }
    let lines = [["first\\then"] + tags] + zip(tags, rows).map { [$0] + $1.map { "\($0.rawValue)" } }
    return lines.map { line in
      Columns.padded(line[0], to: 10, left: true) + line.dropFirst().map { "  " + $0 }.joined() + "\n"
    }.joined()
  }

  private static var rows: [[ExifOrientation]] {
    ExifOrientation.allCases.map { first in ExifOrientation.allCases.map { Composition([first, $0]).result } }
  }

  private static func number(_ tag: ExifOrientation) -> JSONLine { .number(Int(tag.rawValue)) }
}
