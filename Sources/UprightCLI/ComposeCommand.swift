// `upright compose`: several orientations, one after the other, in one.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// The command `compose`.
struct ComposeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "compose",
    abstract: "Say which orientation several, one after the other, amount to.",
    discussion: """
      The first is done first. What a person sees is changed by composing after the tag: compose 6 mirror-horizontal \
      is 5. The stored pixels are changed by composing before it: compose mirror-horizontal 6 is 7.

      Examples:
        upright compose 6 mirror-horizontal
        upright compose 6 cw transpose --json
        upright compose --table
      """)

  @Argument(help: "Orientations in the order of doing: tags, words of rotate, or IIIF's rotations.")
  var orientations: [OrientationArgument] = []

  @Flag(help: "All pairs: a row for what is done first, a column for what is done after it.")
  var table = false

  @Flag(help: "One JSON object, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if table != orientations.isEmpty {
      throw ValidationError("say orientations to compose, or --table for all pairs" + (table ? ", not both" : ""))
    }
  }

  func run() throws {
    let operands = orientations.map(\.exif)
    if table { return try Console.answer(json ? JSONLine.object(Self.tableMembers).line + "\n" : Self.table) }
    let result = Self.composed(operands)
    try Console.answer((json ? JSONLine.object(Self.members(result, of: operands)).line : result.line) + "\n")
  }

  /// All of them, the first done first.
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
