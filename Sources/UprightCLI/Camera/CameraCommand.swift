import ArgumentParser
import Upright
import UprightBatch
import UprightCamera
import UprightDrawing
import UprightFiles

// `upright camera`: the orientation of camera captures.

/// The command `camera`.
struct CameraCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "camera",
    abstract: "Compute the orientation of a camera's photos, videos, previews and frames.",
    discussion: """
      A capture's orientation depends on four things: how the sensor is mounted (--sensor, Android's \
      SENSOR_ORIENTATION), which way the lens faces, how the device is held, and whether the image is mirrored. \
      Together they give one of the eight orientations.

      Examples:
        upright camera explain --sensor 90 --facing back --pose 0
        upright camera table --csv
        upright camera replay samples.csv --plot poses.svg
      """,
    subcommands: [
      CameraExplainCommand.self, CameraTableCommand.self, WritingCommand<CameraStampArguments>.self,
      CameraReplayCommand.self,
    ])
}

// `upright camera table`: every possible capture.

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

// `upright camera explain`: one capture from the sensor to the screen, step by step.

extension PreviewFit: ExpressibleByArgument {}

/// The command `camera explain`.
struct CameraExplainCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Explain a capture's orientation step by step, and in each platform's terms.",
    discussion: """
      Prints the steps from the sensor through the device and the interface to the display; then the photo's tag, the \
      video track's matrix, the preview's transform, and what platforms call it. A * marks terms that do not express \
      this capture's mirroring.

      All steps are as seen by someone facing the screen. A front camera's image appears mirrored from there; the last \
      step mirrors it back, unless a mirrored image is wanted.

      A preview follows the interface; photo, video and frame follow the device. If the screen is locked, give \
      --interface. Matrices are a b c d tx ty, in stored pixels; a preview's matrix maps to points of its view. With \
      --json, trackMatrix has the nine numbers as stored in the file; if there is none, noTrackMatrix gives the reason.

      Examples:
        upright camera explain --sensor 90 --facing front --pose 270 --mirror on
        upright camera explain --sensor 270 --viewport 390x844 --json
        upright camera explain --sensor 90 --pose 270 --interface 0 --viewport 390x844
      """)

  @OptionGroup var camera: CameraArguments

  @OptionGroup var done: AppliedArguments

  @Option(
    help: ArgumentHelp(
      "The interface's pose, clockwise as its user sees it; a preview follows it (default: the device's).",
      valueName: "degrees"))
  var interface: QuarterTurnArgument?

  @Option(help: ArgumentHelp("The size of the buffer, in its own pixels.", valueName: "WxH"))
  var size = SizeArgument<Stored>(PixelSize(width: 1920, height: 1080))

  @Option(help: ArgumentHelp("The view of a preview, in points: WxH, or X,Y,W,H.", valueName: "view"))
  var viewport: ViewportArgument?

  @Option(help: "How the preview fits into its view (default: cover).")
  var fit: PreviewFit?

  @Flag(help: "Print one JSON object, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    try size.checkIsExact()
    if fit != nil, viewport == nil { throw ValidationError("--fit needs the preview's view: --viewport WxH") }
  }

  func run(in world: World) throws {
    let explained = ExplainedCapture(
      capture: camera.snapshot(size.size, after: done), facing: camera.facing.rawValue,
      interface: DevicePose(turn: interface?.quarterTurn ?? camera.pose.quarterTurn), view: viewport?.bounds,
      fit: fit ?? .cover)
    try world.answer(json ? explained.json.line + "\n" : explained.text)
  }
}
