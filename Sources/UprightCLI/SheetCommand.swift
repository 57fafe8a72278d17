// `upright sheet`: a contact sheet with each image as stored beside the same image as displayed.

import ArgumentParser
import Upright
import UprightBatch
import UprightDrawing
import UprightFiles

/// The command `sheet`.
struct SheetCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Draw a contact sheet that shows each image as stored and as displayed.",
    discussion: """
      A PNG with one card per file: its name, its tag, how `fix` would make it upright, and the image as stored and as \
      displayed. An amber bar and an amber line mark files with findings. Without -o, the sheet is shown on the \
      terminal; -o - writes the PNG to standard output.

      --per-page numbers the pages before the extension of -o; if one of them exists, nothing is written without \
      --force.

      Examples:
        upright sheet --recursive holiday -o sheet.png
        upright sheet IMG_1.jpg IMG_2.jpg
        upright sheet --recursive archive --per-page 24 -o pages/sheet.png
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

  @Option(
    help: ArgumentHelp("Write pages of N images: sheet-1.png, sheet-2.png and so on.", valueName: "N"),
    transform: CheckedNumber.whole)
  var perPage: Int?

  @OptionGroup var animation: FrameOption
  @OptionGroup var showing: ShowOptions
  @OptionGroup var parallel: JobsOption
  @OptionGroup var log: LogOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    guard perPage.map({ $0 > 0 }) ?? true else { throw ValidationError("--per-page needs at least 1") }
    guard let output, output != "-" else {
      if perPage != nil { throw ValidationError("--per-page needs -o with the name of a PNG file") }
      return
    }
    guard ContainerFormat(fileExtension: FileName.fileExtension(of: output)) == .png else {
      throw ValidationError("a contact sheet is a PNG: its name must end in .png")
    }
  }

  func run(in world: World) throws {
    guard output != nil || world.output.terminalColumns != nil || showing.isExplicit else {
      throw ValidationError("standard output is not a terminal: name a PNG file with -o")
    }
    if output == "-" { try StandardOutputName.checkIsNoTerminal(world.output) }
    if output != nil, output != "-" { try world.checkOutput() }
    let (pipeline, inputs) = (limits.pipeline(in: world), try inputs.expanded(ContainerFormat.decoded, in: world))
    let pages = SheetPage.all(of: inputs.files, count: perPage, output: output)
    for case let name? in pages.map(\.output) where name != "-" {
      try world.exitOnError(name) { () throws(UprightError) in try SafeReplace.checkCreating(name, overwriting: force) }
      try DestinationPlan.check(name, isNoneOf: inputs.files)
    }
    world.note(inputs.notes)
    var codes: [ExitStatus] = []
    for page in pages where Interruption.signal == nil {
      let (cells, code) = cells(of: page, total: inputs.files.count, pipeline, world)
      codes.append(code)
      if Interruption.signal == nil { try write(cells, to: page.output, pipeline, world) }
    }
    try inputs.ending(codes.last { $0.code >= 128 } ?? codes.first { !$0.isSuccess } ?? .success, in: world).end()
  }

  private func cells(
    of page: SheetPage, total: Int, _ pipeline: Pipeline, _ world: World
  ) -> ([SheetCell], ExitStatus) {
    var cells: [SheetCell] = []
    var runner = BatchRunner(world, width: parallel.width, json: false)
    runner.total = total
    let code = runner.run(page.files) {
      [frame = Rendition.Frame(animation.frame)] (_, file) throws(UprightError) in
      try SheetCell(file, pipeline: pipeline, frame: frame)
    } report: { (file, cell, console) throws(UprightError) in
      console.tell(cell.damage, of: file.path)
      if let range = cell.probe.samples?.highRange {
        world.tell("\(TerminalText.plain(cell.name)): tone-mapped from \(range.curve.rawValue) by BT.2390")
      }
      cells.append(cell)
    } shortfall: {
      $0.damage.exitCode
    }
    return (cells, code)
  }

  private func write(
    _ cells: [SheetCell], to output: String?, _ pipeline: Pipeline, _ world: World
  ) throws(ExitStatus) {
    if cells.isEmpty {
      guard perPage != nil, let output else { return }
      world.tell("\(TerminalText.plain(output)) is not written: none of its images can be read")
    } else if output == "-" {
      try answer(world) { () throws(UprightError) in try Sheet(cells: cells).png(pipeline.limits) }
    } else if let output {
      let written = BatchRunner(world, width: 1, json: false).run([InputFile(path: output, relativePath: output)]) {
        [cells, force] (_, file) throws(UprightError) in
        try Sheet(cells: cells).write(to: file.path, overwriting: force, limits: pipeline.limits)
      } report: { (file, _, console) throws(UprightError) in
        try console.result(
          "\(TerminalText.plain(file.path)): \(cells.count) \(cells.count == 1 ? "picture" : "pictures")")
      }
      try written.end()
    } else {
      let (window, imageProtocol, columns) = showing.target()
      try answer(world) { () throws(UprightError) in
        try Sheet(cells: cells).bytes(for: window, by: imageProtocol, columns: columns, pipeline)
      }
    }
  }

  /// Writes bytes of the sheet to standard output after they are complete.
  private func answer(_ world: World, _ make: () throws(UprightError) -> [UInt8]) throws(ExitStatus) {
    let bytes: [UInt8]
    do throws(UprightError) { bytes = try make() } catch {
      world.tell("the sheet: \(error.sentence)")
      throw ExitStatus(error)
    }
    do throws(UprightError) { try world.output.write(bytes) } catch { throw world.outputFailed(error) }
  }
}
