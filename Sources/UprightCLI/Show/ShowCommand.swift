// `upright show`: images on the terminal, as displayed.

import ArgumentParser
import Upright
import UprightBatch
package import UprightDrawing
import UprightFiles

extension ImageProtocol: ExpressibleByArgument {}

/// `--protocol` and `--columns`.
struct ShowOptions: ParsableArguments {
  @Option(
    name: .customLong("protocol"),
    help:
      "The terminal's image protocol (default: the best one that the environment reports, otherwise text blocks)."
  )
  var imageProtocol: ImageProtocol?

  @Option(help: "Terminal columns that an image may fill (default: all).", transform: CheckedNumber.whole)
  var columns: Int?

  func validate() throws(ValidationError) {
    if let columns, !(1...10_000).contains(columns) { throw ValidationError("--columns must be 1…10000") }
  }

  /// Whether a protocol was given, so that no terminal is needed.
  var isExplicit: Bool { imageProtocol != nil }

  /// The window, and the image protocol.
  func target(_ window: TerminalWindow = .current) -> (window: TerminalWindow, by: ImageProtocol, columns: Int) {
    (window, imageProtocol ?? ImageProtocol(window), min(columns ?? window.columns, 10_000))
  }
}

/// The command `show`.
struct ShowCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show images on the terminal, upright.",
    discussion: """
      Shows each image as displayed, scaled to fit the window but never enlarged, with its name, size and tag below. \
      Kitty, iTerm2 and Sixel terminals show pixels; other terminals show two pixels per character cell.

      Examples:
        upright show photo.jpg
        upright show --stored --columns 40 IMG_1.jpg IMG_2.png
      """)

  @Flag(help: "Also show the image as stored, next to the displayed one.")
  var stored = false

  @OptionGroup var inputs: InputPaths
  @OptionGroup var animation: FrameOption
  @OptionGroup var showing: ShowOptions
  @OptionGroup var limits: LimitOptions

  func run(in world: World) throws {
    let (pipeline, inputs) = (limits.pipeline(in: world), try inputs.expanded(ContainerFormat.decoded, in: world))
    let (window, imageProtocol, columns) = showing.target()
    let room = imageProtocol.maxSize(window, columns: columns)
    world.note(inputs.notes)
    let code = BatchRunner(world, width: 1, json: false).run(inputs.files) {
      [stored, frame = Rendition.Frame(animation.frame)] (_, file) throws(UprightError) in
      try ShownImage.text(file, frame, within: room, bothSides: stored, pipeline) { canvas throws(UprightError) in
        try imageProtocol.bytes(canvas, window)
      }
    } report: { (file, shown, console) throws(UprightError) in
      console.tell(shown.damage, of: file.path)
      try console.result(shown.text)
    } shortfall: {
      $0.damage.exitCode
    }
    try inputs.ending(code, in: world).end()
  }
}
