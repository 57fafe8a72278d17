// `upright sheet`: a contact sheet with each image as stored beside the same image as displayed.

import ArgumentParser
import Upright
import UprightBatch
import UprightDrawing
import UprightFiles

/// The command `sheet`.
struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Draw a contact sheet that shows each image as stored and as displayed.",
    discussion: """
      A PNG with one card per file: its name, its tag, how `fix` would make it upright, and the image as stored and as \
      displayed. Without -o it is shown on the terminal; -o - writes the PNG to standard output.

      Examples:
        upright sheet --recursive holiday -o sheet.png
        upright sheet IMG_1.jpg IMG_2.jpg
        upright sheet before.jpg after.jpg -o sheet.png --force
      """)

  @OptionGroup var inputs: InputPaths

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The PNG file to write, or - for standard output (default: the terminal).", valueName: "file"),
    completion: .file(extensions: ["png"]))
  var output: String?

  @Flag(help: "Overwrite an existing file.")
  var force = false

  @OptionGroup var animation: FrameOption
  @OptionGroup var showing: ShowOptions
  @OptionGroup var parallel: JobsOption
  @OptionGroup var log: LogOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    guard let output else { return }
    if output == "-" { return try StandardOutputName.checkIsNoTerminal() }
    guard ContainerFormat(fileExtension: FileName.fileExtension(of: output)) == .png else {
      throw ValidationError("a contact sheet is a PNG: its name must end in .png")
    }
  }

  func run() throws {
    guard output != nil || StandardStream.output.terminalColumns != nil || showing.isExplicit else {
      throw ValidationError("standard output is not a terminal: name a PNG file with -o")
    }
    if let output, output != "-" {
      try Console.checkOutput()
      try exitOnError(output) { () throws(UprightError) in try SafeReplace.checkCreating(output, overwriting: force) }
    }
    let (pipeline, inputs) = (limits.pipeline, try inputs.expanded(ContainerFormat.decoded))
    if let output, output != "-" {
      try DestinationPlan.check(output, isNoneOf: inputs.files)
    }
    Console.note(inputs.notes)
    var cells: [SheetCell] = []
    let code = BatchRunner(width: parallel.width, json: false).run(inputs.files) {
      [frame = Rendition.Frame(animation.frame)] (_, file) throws(UprightError) in
      try SheetCell(file, pipeline: pipeline, frame: frame)
    } report: { (_, cell, _) throws(UprightError) in
      if let range = cell.probe.samples?.highRange {
        Console.note(["\(TerminalText.plain(cell.name)): tone-mapped from \(range.curve.rawValue) by BT.2390"])
      }
      cells.append(cell)
    }
    if !cells.isEmpty, Interruption.signal == nil, output == "-" {
      try answer { () throws(UprightError) in try Sheet(cells: cells).png(pipeline.limits) }
    } else if !cells.isEmpty, Interruption.signal == nil, let output {
      let written = BatchRunner(width: 1, json: false).run([InputFile(path: output, relativePath: output)]) {
        [cells, force] (_, file) throws(UprightError) in
        try Sheet(cells: cells).write(to: file.path, overwriting: force, limits: pipeline.limits)
      } report: { (file, _, console) throws(UprightError) in
        try console.result(
          "\(TerminalText.plain(file.path)): \(cells.count) \(cells.count == 1 ? "picture" : "pictures")")
      }
      try written.end()
    } else if !cells.isEmpty, Interruption.signal == nil {
      let (window, picture, columns) = showing.target()
      try answer { () throws(UprightError) in
        try Sheet(cells: cells).bytes(for: window, by: picture, columns: columns, pipeline)
      }
    }
    try code.end()
  }

  /// Writes bytes of the sheet to standard output after they are complete.
  private func answer(_ make: () throws(UprightError) -> [UInt8]) throws(ExitStatus) {
    let bytes: [UInt8]
    do throws(UprightError) { bytes = try make() } catch {
      Console.note(["the sheet: \(error.sentence)"])
      throw ExitStatus(error)
    }
    do throws(UprightError) { try StandardStream.output.write(bytes) } catch { throw Console.outputFailed(error) }
  }
}
