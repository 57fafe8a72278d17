// `upright camera explain`: one capture from the sensor to the screen, step by step.

import ArgumentParser
import Upright
import UprightBatch
import UprightCamera
import UprightFiles

/// The command `camera explain`.
struct CameraExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say step by step which way a capture is up, and in the words of each platform.",
    discussion: """
      The chain leads from the sensor over the plane of the device and the interface to what is displayed; then the \
      tag of the photo, the matrix of the movie's track, the transform of the preview, and what platforms call it. A * \
      marks words that do not say the mirror of this capture.

      Every step is said of the picture as whoever looks at the screen sees it. From there a front lens's picture is \
      mirrored; the last step mirrors it back, unless a mirror is what is wanted.

      A preview follows the interface, and photo, movie and frame follow the device: where the screen is locked, say \
      --interface. Matrices are a b c d tx ty, of pixels as stored; a preview's lead to the points of its view. \
      With --json, trackMatrix has the nine words of the file; where it has none, noTrackMatrix says why.

      Examples:
        upright camera explain --sensor 90 --facing front --pose 270 --mirror on
        upright camera explain --sensor 270 --viewport 390x844 --json
        upright camera explain --sensor 90 --pose 270 --interface 0 --viewport 390x844
      """)

  @OptionGroup var camera: CameraArguments

  @OptionGroup var done: AppliedArguments

  @Option(
    help: ArgumentHelp(
      "The interface's pose, clockwise as its user sees it: what a preview follows; the device's unless said.",
      valueName: "degrees"))
  var interface: QuarterTurnArgument?

  @Option(help: ArgumentHelp("The size of the buffer, in its own pixels.", valueName: "WxH"))
  var size = SizeArgument<Stored>(PixelSize(width: 1920, height: 1080))

  @Option(help: ArgumentHelp("The view of a preview, in points: WxH, or X,Y,W,H.", valueName: "view"))
  var viewport: ViewportArgument?

  @Option(help: "How the preview is laid into its view; cover unless said.")
  var fit: FitArgument?

  @Flag(help: "One JSON object, with \"schema\":1.")
  var json = false

  func validate() throws(ValidationError) {
    try size.checkIsExact()
    if fit != nil, viewport == nil { throw ValidationError("--fit lays a preview into its view; say --viewport WxH") }
  }

  func run() throws {
    let explained = ExplainedCapture(
      capture: camera.snapshot(size.size, after: done), facing: camera.facing.rawValue,
      interface: DevicePose(turn: interface?.quarterTurn ?? camera.pose.quarterTurn), view: viewport?.bounds,
      fit: fit ?? .cover)
    try Console.answer(json ? explained.json.line + "\n" : explained.text)
  }
}

/// How a preview is laid into its view, in the words of camera libraries.
enum FitArgument: String, ExpressibleByArgument, CaseIterable {
  case cover, contain, stretch

  var mode: ContentMode {
    switch self {
    case .cover: .fill
    case .contain: .fit
    case .stretch: .stretch
    }
  }
}
