// `upright camera explain`: one capture from the sensor to the screen, step by step.

import ArgumentParser
import Upright
import UprightCamera

/// The command `camera explain`.
struct CameraExplainCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain",
    abstract: "Say step by step which way a capture is up, and in the words of each platform.",
    discussion: """
      The chain leads from the sensor over the plane of the device and the interface to what is displayed; then the \
      tag of the photo, the matrix of the movie's track, the transform of the preview, and what platforms call it. A * \
      marks words that do not say the mirror of this capture.

      Examples:
        upright camera explain --sensor 90 --facing front --pose 270 --mirror on
        upright camera explain --sensor 270 --viewport 390x844 --json
      """)

  @OptionGroup var camera: CameraArguments

  @Option(help: ArgumentHelp("The size of the buffer, in its own pixels.", valueName: "WxH"))
  var size = SizeArgument<Stored>(PixelSize(width: 1920, height: 1080))

  @Option(help: ArgumentHelp("The view of a preview, in points: WxH, or X,Y,W,H.", valueName: "view"))
  var viewport: ViewportArgument?

  @Option(help: "How the preview is laid into its view.")
  var fit: FitArgument = .cover

  @Flag(help: "One JSON object, with \"schema\":1.")
  var json = false

  func run() throws {
    let explained = ExplainedCapture(
      capture: camera.snapshot(size.size), facing: camera.facing.rawValue, view: viewport?.bounds,
      fit: fit)
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
