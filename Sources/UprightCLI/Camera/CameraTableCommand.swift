// `upright camera table`: every possible capture.

import ArgumentParser
import Upright
import UprightBatch
import UprightDrawing
import UprightFiles

/// The command `camera table`.
struct CameraTableCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "table",
    abstract: "List all 64 captures: four mounts, two sides, four poses, mirrored or not.",
    discussion: """
      rotate_cw is the clockwise rotation of the stored image before it is mirrored; flip_first_rotate_cw is the \
      rotation after it is mirrored. target and frame_orientation are VisionCamera's terms on iOS and for frames.

      Examples:
        upright camera table --json
        upright camera table --csv --size 4032x3024
      """)

  @Option(help: ArgumentHelp("The size of the buffer, in its own pixels.", valueName: "WxH"))
  var size = SizeArgument<Stored>(PixelSize(width: 1920, height: 1080))

  @Flag(help: "Print comma-separated values: one row per capture, all columns.")
  var csv = false

  @Flag(help: "Print one JSON object per capture, one per line, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    if csv, json { throw ValidationError("--csv and --json cannot be combined") }
    try size.checkIsExact()
  }

  func run() throws {
    let rows = CameraTable.captures(size.size).map(CameraTable.row)
    try Console.answer(json ? Self.json(rows) : csv ? Self.csv(rows) : Self.text(rows))
  }

  private typealias Row = [(title: String, cell: CameraTable.Cell)]

  private static func json(_ rows: [Row]) -> String {
    rows.map { row in
      let members = row.map { JSONLine.Member($0.title, $0.cell.json) }
      return JSONLine.object([.init("schema", .number(1))] + members).line + "\n"
    }.joined()
  }

  private static func csv(_ rows: [Row]) -> String {
    CommaSeparated.record((rows.first ?? []).map(\.title))
      + rows.map { CommaSeparated.record($0.map(\.cell.text)) }.joined()
  }

  /// The main columns as text.
  private static func text(_ rows: [Row]) -> String {
    let shown = [
      ("sensor_cw", "sensor"), ("facing", "facing"), ("target_cw", "pose"), ("mirror", "mirror"), ("rotate_cw", "turn"),
      ("exif", "tag"), ("cg_orientation", "Apple"), ("frame_orientation", "frame"),
      ("android_surface_rotation", "Surface"), ("ui_interface_orientation", "interface"),
    ]
    let lines =
      [shown.map(\.1)]
      + rows.map { row in
        shown.map { title, _ in row.first { $0.title == title }?.cell.text ?? "" }
      }
    let widths = shown.indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
    return lines.map { line in
      let cells = line.dropLast().enumerated().map { Columns.padded($1, to: widths[$0] + 2) }
      return cells.joined() + (line.last ?? "") + "\n"
    }.joined()
  }
}
