// `upright labels convert`: labels into another format, another space, or both.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The command `labels convert`.
struct LabelsConvertCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "convert",
    abstract: "Write labels in another format, in another space, or both.",
    discussion: """
      --to-space says which space the labels are wanted in: displayed for tools that turn photos, and after photos \
      were turned; stored for tools that do not. Without it they stay in the space that they are in. --from-space says \
      which one that is; without it, where it matters, it is found as by `audit`, or has to be said. Boxes, polygons, masks and keypoints all go along; left and right keypoints keep their names.

      In the same format only numbers that have a place change: everything else stays byte for byte, and the way back \
      gives the same file again. Rows that break a rule are named and left out (or left as they are), and the exit code \
      is 2; with --strict nothing is written then.

      Examples:
        upright labels convert --to-space stored --images photos -o s.json d.json
        upright labels convert --to yolo --images photos -o labels coco.json
      """)

  @OptionGroup var options: LabelOptions

  @Option(help: ArgumentHelp("The format that is wanted; otherwise the same.", valueName: "format"))
  var to: LabelFormatName?

  @Option(help: ArgumentHelp("Which space the labels are in; otherwise what audit finds.", valueName: "space"))
  var fromSpace: LabelSpaceName?

  @Option(help: ArgumentHelp("Which space they are wanted in; otherwise the same.", valueName: "space"))
  var toSpace: LabelSpaceName?

  /// What the two options above were once.
  @Option(help: .private)
  var space: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to: a file, or a folder where there is a file for each picture, or several.", valueName: "path"),
    completion: .file())
  var output: String

  @Flag(help: "Overwrite files that are there already.")
  var force = false

  @Flag(help: "Write nothing where a row breaks a rule.")
  var strict = false

  @Flag(help: "What is wrong as JSON on standard error, and the numbers as JSON on standard output.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var limits: LabelLimitOptions

  func validate() throws(ValidationError) {
    try StandardOutputName.refuse(output, because: "labels go into files: -o FILE or -o FOLDER")
    if let space {
      let instead = LabelSpaceChange(old: space)?.options ?? "--from-space stored --to-space displayed, for example"
      throw ValidationError("--space is two options now: \(instead)")
    }
    if let toSpace, toSpace != fromSpace, options.images == nil {
      throw ValidationError("--images has to name the folder of the pictures, whose headers say how they are turned")
    }
  }

  func run() throws {
    let files = try options.files(limits.maxMemory)
    let pictures = try options.pictures()
    let (output, disposition) = try exitOnError(options.labels) { () throws(UprightError) in
      let conversion = LabelConversion(
        files: files, format: to ?? files.format, pictures: pictures, from: fromSpace, to: toSpace)
      let route = try conversion.route()
      return (try conversion.output(by: route), route.brokenRowsNote)
    }
    var report = LabelReport(isJSON: json)
    report.take(output.findings, output.broken)
    report.takeUnread(pictures)
    if report.code != 0, !json { Console.note([strict ? "nothing is written, as --strict wants it" : disposition]) }
    if strict { try report.end() }
    try write(output, perImage: (to ?? files.format).isFilePerImage)
    let written = output.files.count
    let summary = "\(CountedNoun("file", written)), \(CountedNoun("region", output.rowCount))"
    if !quietOption.quiet {
      try StandardStream.output.write(json ? Self.json(written, output.rowCount) : summary + "\n")
    }
    try report.end()
  }

  private static func json(_ files: Int, _ rows: Int) -> String {
    JSONLine.object([.init("schema", .number(1)), .init("files", .number(files)), .init("regions", .number(rows))]).line
      + "\n"
  }

  /// Writes the files; none is there under its name before it is whole, and none where one of them cannot be.
  private func write(_ converted: LabelConversion.Output, perImage: Bool) throws(ExitCode) {
    try exitOnError(output) { () throws(UprightError) in
      let targets = try LabelTargets(
        converted.files, output: output, isFolder: perImage, sources: converted.access)
      try targets.prepare(overwriting: force)
      try SafeReplace.create(targets.files, overwriting: force)
    }
  }
}
