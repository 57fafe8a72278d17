// `upright labels overlay`: pictures with their labels drawn on them, once for each space that these may be in.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The command `labels overlay`.
struct LabelsOverlayCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay",
    abstract: "Draw labels on their pictures, once for each space that they may be in.",
    discussion: """
      Each picture is shown upright, as you see it: on the left with the labels where they lie if they count in the \
      picture as stored, on the right if they count in the displayed one. Above stands what `audit` says of it. A picture \
      that is displayed as it is stored is drawn once. --space draws one only.

      Pictures are decoded at a fraction where that will do, and never enlarged.

      Examples:
        upright labels overlay --images photos -o seen coco.json
        upright labels overlay --images photos --doubtful -o look labels
      """)

  /// What overlays can be written as.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case jpeg, png

    /// As a container.
    var container: ContainerFormat { self == .jpeg ? .jpeg : .png }
  }

  @OptionGroup var options: LabelOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A folder, in which names are kept, or a file for one picture.", valueName: "file|folder"),
    completion: .file())
  var output: String

  @Option(help: "Draw the labels in this space only.")
  var space: LabelSpaceName?

  @Option(help: ArgumentHelp("The longer side of a picture, at most.", valueName: "pixels"))
  var size = 800

  @Option(help: "Format of the drawings; otherwise by the name after -o, otherwise jpeg.")
  var format: Format?

  @Flag(help: "Only pictures of which audit cannot tell the space, or that contradict themselves or the others.")
  var doubtful = false

  @Flag(help: "Overwrite files that are there already.")
  var force = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Print what would be drawn, a line for each drawing and totals, and write nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  /// A side that nobody needs to look at.
  private static let longestSide = 8192

  func validate() throws(ValidationError) {
    if options.images == nil { throw ValidationError("--images has to name the folder of the pictures") }
    if output == "" { throw ValidationError("-o needs a name") }
    try StandardOutputName.refuse(output, because: "drawings go into files: -o FILE.png or -o FOLDER")
    guard (16...Self.longestSide).contains(size) else {
      throw ValidationError("--size is between 16 and \(Self.longestSide)")
    }
  }

  func run() throws {
    let files = try options.files(limits.maxMemory)
    let pictures = try options.pictures()
    let all = LabelViews(files, pictures)
    var report = LabelReport(isJSON: running.json)
    report.take(all.findings)
    report.takeUnread(pictures)
    let views = doubtful ? all.views.filter(\.isAmbiguous) : all.views
    let plan = try destinations(of: views)
    Console.note(plan.notes)
    let task = OverlayTask(
      names: all.names, space: space, side: size, rules: options.ruleOptions.rules, pipeline: limits.pipeline,
      access: files.access, overwrites: force, isDryRun: dryRun)
    let byPath = Dictionary(views.map { ($0.file.path, $0) }, uniquingKeysWith: { first, _ in first })
    var count = 0
    try running.runner.run(plan.files) { (index, file) throws(UprightError) -> (LabelView, String)? in
      guard let view = byPath[file.path], case .file(let location) = plan.destinations[index] else { return nil }
      try task.write(view, to: location, makesFolder: plan.makesFolders)
      return (view, location.path)
    } report: { [json = running.json] (_, drawn, console) throws(UprightError) in
      guard let (view, path) = drawn else { return }
      count += 1
      try console.result(json ? view.json(drawnTo: path).line : view.text(drawnTo: path))
    } ending: { [dryRun, quiet = running.quiet] (failures, console) throws(UprightError) in
      guard dryRun, !quiet else { return }
      try console.flush()
      console.printError(LabelTotals(count, failures.count).line)
    }.end()
    try report.end()
  }

  /// Where each drawing goes.
  private func destinations(of views: [LabelView]) throws(ValidationError) -> DestinationPlan {
    var inputs = InputFiles([], recursive: false, formats: [])
    inputs.files = views.map(\.file)
    let isNamed = ContainerFormat(fileExtension: FileName.fileExtension(of: output)) != nil
    inputs.hasFolder = views.count != 1 || !isNamed
    let asked = format?.container ?? (isNamed && views.count == 1 ? nil : .jpeg)
    let plan = try DestinationPlan.valid { () throws(DestinationConflict) in
      try DestinationPlan(inputs, output: output, format: asked)
    }
    guard plan.format.map({ format in Format.allCases.contains { $0.container == format } }) ?? true else {
      throw ValidationError("a drawing is a JPEG or a PNG: end the name after -o in .jpg or .png")
    }
    return plan
  }
}

/// Draws one picture.
struct OverlayTask: Sendable {
  let names: [String]
  let space: LabelSpaceName?
  let side: Int
  let rules: OrientationRules
  let pipeline: Pipeline
  /// Who may do what with the labels.
  let access: Set<FileAccess>
  let overwrites: Bool
  let isDryRun: Bool

  /// Draws `view` and writes it to `location`, unless it is a dry run.
  ///
  /// - Throws: what stops it, with the path.
  func write(_ view: LabelView, to location: FileLocation, makesFolder: Bool) throws(UprightError) {
    let path = location.path
    if !overwrites, (try? FileIdentity(location)) != nil { throw .exists(path) }
    if isDryRun { return }
    let sheet = try OverlaySheet(
      view, names: names, spaces: view.spaces(space), side: side, rules: rules, pipeline: pipeline)
    let drawing = sheet.drawn()
    let isPNG = ContainerFormat(fileExtension: FileName.fileExtension(of: path)) == .png
    if makesFolder { try location.makeFolder() }
    try SafeReplace.create(location, noMoreOpenThan: access.union([sheet.access]), overwriting: overwrites) {
      (sink: inout FileSink) throws(UprightError) in
      if isPNG { return try DrawnPNG(canvas: drawing).write(into: &sink, limits: pipeline.limits) }
      try DrawnJPEG(canvas: drawing, quality: 90, keepsColors: true).write(into: &sink, limits: pipeline.limits)
    }
  }
}

extension LabelView {
  /// The line for people.
  func text(drawnTo path: String) -> String {
    "\(TerminalText.plain(file.path)) -> \(TerminalText.plain(path)): "
      + "\(verdict.word), \(CountedNoun("region", displayed.count))"
  }

  /// The line for programs.
  func json(drawnTo path: String) -> JSONLine {
    .about(
      file.path,
      [
        .init("output", .text(path)), .init("space", .text(verdict.word)), .init("regions", .number(displayed.count)),
        .init("orientation", .number(Int(facts.orientation.exif.rawValue))),
        .init("beyondAsStored", .number(extendsBeyond(.stored))),
        .init("beyondAsDisplayed", .number(extendsBeyond(.displayed))),
      ])
  }
}
