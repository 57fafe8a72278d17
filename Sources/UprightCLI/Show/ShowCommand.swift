// `upright show`: pictures on the terminal, the way they are displayed.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// `--protocol` and `--columns`.
struct ShowOptions: ParsableArguments {
  @Option(
    name: .customLong("protocol"),
    help:
      "How the terminal takes pictures; otherwise the best that the environment says it knows, and blocks of text elsewhere."
  )
  var picture: ImageProtocol?

  @Option(help: "Columns of the terminal that a picture may fill; otherwise all.")
  var columns: Int?

  func validate() throws(ValidationError) {
    if let columns, !(1...10_000).contains(columns) { throw ValidationError("--columns is 1…10000") }
  }

  /// Whether a way was asked for, so that there need not be a terminal.
  var isExplicit: Bool { picture != nil }

  /// The window, and how pictures get there.
  func target(_ window: TerminalWindow = .current) -> (window: TerminalWindow, by: ImageProtocol, columns: Int) {
    (window, picture ?? ImageProtocol(window), min(columns ?? window.columns, 10_000))
  }
}

/// The command `show`.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show pictures on the terminal, the right way up.",
    discussion: """
      Each picture as a person sees it, as large as the window and never enlarged, with its name, its size and its tag \
      below. Kitty, iTerm2 and what knows sixels get pixels; any other terminal gets two pixels a cell.

      Examples:
        upright show photo.jpg
        upright show --stored --columns 40 IMG_1.jpg IMG_2.png
      """)

  @Flag(help: "As the file holds it beside as it is displayed.")
  var stored = false

  @OptionGroup var inputs: InputPaths
  @OptionGroup var animation: FrameOption
  @OptionGroup var showing: ShowOptions
  @OptionGroup var limits: LimitOptions

  func run() throws {
    let (pipeline, inputs) = (limits.pipeline, try inputs.expanded(ContainerFormat.decoded))
    let (window, picture, columns) = showing.target()
    let room = picture.maxSize(window, columns: columns)
    Console.note(inputs.notes)
    let code = BatchRunner(width: 1, json: false).run(inputs.files) {
      [stored, frame = animation.orFirst] (_, file) throws(UprightError) in
      try Self.text(file, frame, within: room, bothSides: stored, pipeline) { canvas throws(UprightError) in
        try picture.bytes(canvas, window)
      }
    } report: { (_, text, console) throws(UprightError) in
      try console.result(text)
    }
    try code.end()
  }

  /// The picture and the line below it.
  private static func text(
    _ file: InputFile, _ frame: Rendition.Frame, within room: PixelSize<Output>, bothSides: Bool, _ pipeline: Pipeline,
    bytes: (Canvas) throws(UprightError) -> [UInt8]
  ) throws(UprightError) -> String {
    do throws(UprightError) {
      let source = try FileBytes(file.location)
      let probe = try source.probe()
      let side = max(1, min((room.width - 1) / 2, room.height))
      let box = bothSides ? PixelSize(width: side, height: side) : room
      let pair = try ImagePair(of: probe, from: source, pipeline, within: box, frame: frame)
      let shown = try bytes(bothSides ? pair.sideBySide : pair.displayed)
      let tag = probe.orientation.exif
      return String(decoding: shown, as: UTF8.self)
        + "\(TerminalText.plain(file.relativePath)): \(probe.displayedSize), tag \(tag.rawValue)"
        + (probe.frame(frame).map { ", \($0.words)" } ?? "")
    } catch {
      throw error.naming(file.path)
    }
  }
}
