// `upright compose`: combines several orientations, in order, into one.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `compose`.
struct ComposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Combine several orientations into one.",
    discussion: """
      The first is applied first. To change what is displayed, put the change after the tag: compose 6 \
      mirror-horizontal is 5. To change the stored pixels, put it before the tag: compose mirror-horizontal 6 is 7.

      Examples:
        upright compose 6 mirror-horizontal
        upright compose 6 cw transpose --json
        upright compose --table
      """)

  @Argument(help: "Orientations in the order they are applied: tags, words that rotate accepts, or IIIF rotations.")
  var orientations: [OrientationArgument] = []

  @Flag(help: "Print all pairs: a row for the first, a column for the second.")
  var table = false

  @Flag(help: "Print one JSON object, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if table != orientations.isEmpty {
      throw ValidationError("give orientations to compose, or --table for all pairs" + (table ? ", not both" : ""))
    }
  }

  func run() throws {
    let operands = orientations.map(\.exif)
    if table { return try Console.answer(json ? JSONLine.object(Self.tableMembers).line + "\n" : Self.table) }
    let result = Self.composed(operands)
    try Console.answer((json ? JSONLine.object(Self.members(result, of: operands)).line : result.line) + "\n")
  }

  /// The combination of all, the first applied first.
  static func composed(_ operands: [ExifOrientation]) -> ExifOrientation {
    let turns = operands.map { Orientation<Displayed, Displayed>(asDisplayed: Orientation(exif: $0)) }
    return turns.reduce(Orientation<Stored, Displayed>.identity) { $0.then($1) }.exif
  }

  private static func members(_ result: ExifOrientation, of operands: [ExifOrientation]) -> [JSONLine.Member] {
    let orientation = Orientation<Stored, Displayed>(exif: result)
    return [
      .init("schema", .number(1)), .init("operands", .list(operands.map(number))), .init("orientation", number(result)),
      .init("word", .text(result.word)), .init("mirrored", .flag(orientation.isMirrored)),
      .init("clockwise", .number(orientation.clockwiseQuarters * 90)), .init("iiif", .text(orientation.description)),
    ]
  }

  private static var tableMembers: [JSONLine.Member] {
    [.init("schema", .number(1)), .init("table", .list(rows.map { .list($0.map(number)) }))]
  }

  private static var table: String {
    let tags = ExifOrientation.allCases.map { "\($0.rawValue)" }
    let lines = [["first\\then"] + tags] + zip(tags, rows).map { [$0] + $1.map { "\($0.rawValue)" } }
    return lines.map { line in
      Columns.padded(line[0], to: 10, left: true) + line.dropFirst().map { "  " + $0 }.joined() + "\n"
    }.joined()
  }

  private static var rows: [[ExifOrientation]] {
    ExifOrientation.allCases.map { first in ExifOrientation.allCases.map { composed([first, $0]) } }
  }

  private static func number(_ tag: ExifOrientation) -> JSONLine { .number(Int(tag.rawValue)) }
}
