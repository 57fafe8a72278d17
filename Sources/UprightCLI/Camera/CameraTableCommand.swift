// `upright camera table`: every possible capture.

import ArgumentParser
import Upright
import UprightBatch
import UprightDrawing
import UprightFiles

/// The command `camera table`.
struct CameraTableCommand: ProgramCommand {
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

  func run(in world: World) throws {
    let size = size.size
    try world.answer(json ? CameraTable.json(size) : csv ? CameraTable.csv(size) : CameraTable.text(size))
  }
}
