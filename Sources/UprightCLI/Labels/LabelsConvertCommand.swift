// `upright labels convert`: converts labels to another format, another space, or both.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// The command `labels convert`.
struct LabelsConvertCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Convert labels to another format, another space, or both.",
    discussion: """
      --to-space is the space you need: displayed for tools that apply the tag, or if the photos have been rotated; \
      stored for tools that ignore it. Without it, the space stays the same. --from-space is the space that the labels \
      are in. Without it, the space is detected as in `audit` if it matters; if that fails, you must give it. Boxes, \
      polygons, masks and keypoints are all converted; left and right keypoints keep their names.

      In the same format, only coordinates change: everything else stays identical, byte for byte, and converting back \
      gives the same file. Invalid rows are reported and left out (or left unchanged), and the exit code is 2. With \
      --strict, and with -o -, nothing is written if there are any.

      Examples:
        upright labels convert --to-space stored --images photos -o s.json d.json
        upright labels convert --to yolo --images photos -o labels coco.json
      """)

  @OptionGroup var options: LabelOptions

  @Option(help: ArgumentHelp("The format to convert to (default: the same).", valueName: "format"))
  var to: LabelFormatName?

  @Option(help: ArgumentHelp("Which space the labels are in (default: detected).", valueName: "space"))
  var fromSpace: LabelSpaceName?

  @Option(help: ArgumentHelp("Which space to convert to (default: the same).", valueName: "space"))
  var toSpace: LabelSpaceName?

  @Option(
    help: ArgumentHelp(
      """
      Which size to use for images whose labels state the size of the other space: file (the labels' size is wrong) or \
      labels (these images are left out, or left unchanged). The default is file if boxes fit only the file's size.
      """,
      valueName: "source"))
  var sizeFrom: StatedSizeSource?

  /// The older form of the two options above.
  @Option(help: .hidden)
  var space: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A file, a folder for formats with several files, or - for standard output.", valueName: "path"),
    completion: .labels)
  var output: String

  @Flag(help: "Overwrite existing files.")
  var force = false

  @Flag(help: "Write nothing if a row is invalid.")
  var strict = false

  @Flag(help: "Print problems as JSON on standard error, and totals as JSON on standard output.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var limits: LabelLimitOptions

  func validate() throws(ValidationError) {
    if output == StandardInput.path, json {
      throw ValidationError("-o - and --json both need standard output; use only one")
    }
    if ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil,
      (try? FileIdentity(path: output))?.kind != .folder
    {
      throw ValidationError("\(TerminalText.plain(output)) is the name of an image; labels are not an image")
    }
    if let space {
      let instead = LabelSpaceChange(old: space)?.options ?? "--from-space stored --to-space displayed, for example"
      throw ValidationError("use \(instead) in place of --space")
    }
    if let toSpace, toSpace != fromSpace, options.images == nil {
      throw ValidationError("--images must name the folder of the images, whose headers give their orientation")
    }
  }

  func run(in world: World) throws {
    let isPiped = self.output == StandardInput.path
    if isPiped { Interruption.ignoreBrokenPipe() } else { try world.checkOutput() }
    let files = try options.files(limits.maxMemory, in: world)
    let images = try options.imageIndex(besides: files.maskPaths(in: options.labels), in: world)
    let (output, disposition) = try world.exitOnError(options.labels) { () throws(UprightError) in
      let conversion = LabelConversion(
        files: files, format: to ?? files.format, images: images, from: fromSpace, to: toSpace, sizeFrom: sizeFrom)
      let route = try conversion.route()
      return (try conversion.output(by: route), route.brokenRowsNote)
    }
    var report = LabelReport(world, isJSON: json)
    report.take(output.findings, output.broken)
    report.takeUnread(files.unread + images.unread)
    let losesRows = !report.code.isSuccess
    report.take([], output.mended)
    if output.foundNoImage { try endWithoutImages(report, in: world) }
    if strict || isPiped {
      if !report.code.isSuccess, !json { world.tell("nothing was written (\(strict ? "--strict" : "-o -"))") }
      try report.end()
    }
    if losesRows, !json { world.tell(disposition) }
    if isPiped {
      try world.answer(world.exitOnError(self.output) { () throws(UprightError) in try output.onlyFile() })
      return try report.end()
    }
    try write(output, perImage: (to ?? files.format).isFilePerImage, sparing: images.files, in: world)
    let written = output.files.count
    let summary = "\(CountedNoun("file", written)), \(CountedNoun("region", output.rowCount))"
    if !quietOption.quiet {
      try world.output.write(json ? Self.json(written, output.rowCount) : summary + "\n")
    }
    try report.end()
  }

  /// A file without a single region would look like a result.
  private func endWithoutImages(_ report: LabelReport, in world: World) throws {
    if json {
      try world.output.write(Self.json(0, 0))
    } else {
      world.tell("none of the labels' images was found, so nothing was written; name their folder with --images")
    }
    try report.end()
  }

  private static func json(_ files: Int, _ rows: Int) -> String {
    JSONLine.object([.schema, .init("files", .number(files)), .init("regions", .number(rows))]).line
      + "\n"
  }

  /// Writes the files; each appears under its name only when complete, and none if one of them cannot be written.
  private func write(
    _ converted: LabelConversion.Output, perImage: Bool, sparing images: [InputFile], in world: World
  ) throws(ExitStatus) {
    try world.exitOnError(output) { () throws(UprightError) in
      let targets = try LabelTargets(
        converted.files, output: output, isFolder: perImage, sources: converted.access)
      try targets.prepare(overwriting: force, sparing: images)
      try SafeReplace.create(targets.files, overwriting: force)
    }
  }
}
