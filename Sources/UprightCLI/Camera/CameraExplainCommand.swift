// `upright camera explain`: one capture from the sensor to the screen, step by step.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera
import UprightDrawing
import UprightFiles

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
