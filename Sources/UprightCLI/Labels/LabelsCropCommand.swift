// `upright labels crop`: a picture of each labelled region, cut where it is displayed.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The command `labels crop`.
struct LabelsCropCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop",
    abstract: "Cut a picture of each labelled region out of the pictures.",
    discussion: """
      Each result is upright, and shows all pixels that the region's box touches, as far as the picture reaches. Only \
      that part is decoded; a box on whole blocks of a JPEG is cut without loss.

      The space of the labels is found as by `audit`; where that cannot tell, it has to be said with --space: cutting \
      the wrong part would not be noticed.

      --name knows {stem} and {path} of the picture, {index} of the region in it, from 1, and {label}; {label}/{stem}-{index} \
      makes a folder for each class. Words from label files never lead out of the folder.

      Examples:
        upright labels crop --images photos -o parts coco.json
        upright labels crop --space stored --pad 10% --images photos -o parts labels
      """)

  @OptionGroup var options: LabelOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The folder of the results.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(help: "Which space the labels are in; otherwise what audit finds.")
  var space: LabelSpaceName?

  @Option(help: ArgumentHelp("What results are called, without an extension.", valueName: "pattern"))
  var name = CropName.standard

  @Option(help: ArgumentHelp("A border around each box, in percent of its sides.", valueName: "percent"))
  var pad = BorderArgument.none

  @Option(help: ArgumentHelp("Scale results down until they fit into this.", valueName: "WxH|N"))
  var size: SizeArgument<Output>?

  @Flag(help: "Overwrite files that are there already.")
  var force = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Print what would be cut out, a line for each result and totals, and write nothing.")
  var dryRun = false

  @OptionGroup var encoding: QualityArguments
  @OptionGroup var formatting: FormatArguments
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    if options.images == nil { throw ValidationError("--images has to name the folder of the pictures") }
    if output == "" { throw ValidationError("-o needs a name") }
    try StandardOutputName.refuse(output, because: "there is a result for each region: -o FOLDER takes them")
  }

  func run() throws {
    let files = try options.files(limits.maxMemory)
    let pictures = try options.pictures()
    let views = LabelViews(files, pictures)
    let space = try exitOnError(options.labels) { () throws(UprightError) in try views.space(self.space) }
    try exitOnError(options.labels) { () throws(UprightError) in
      try files.checkMemory(
        ofPieces: views.views.reduce(0) { $0 + $1.regions(space).count }, limits.maxMemory?.bytes)
    }
    let (crops, findings) = LabelCrop.all(of: views, in: space, border: pad.share, name: name)
    var report = LabelReport(isJSON: running.json)
    report.take(views.findings + findings)
    report.takeUnread(pictures)
    if let (one, other) = LabelCrop.duplicates(crops) {
      throw ValidationError(
        "region \(one.index) of \(TerminalText.plain(one.file.path)) and region \(other.index) of "
          + "\(TerminalText.plain(other.file.path)) would both be called \(TerminalText.plain(one.file.relativePath)); "
          + "{index} or {path} in --name tells them apart")
    }
    let plan = try destinations(of: crops)
    try cut(crops, plan, files.access).end()
    try report.end()
  }

  private func rendition(_ area: PixelRect<Displayed>, _ format: ContainerFormat?) -> Rendition {
    var wanted = Rendition(
      region: .pixels(area), size: size.map { .within($0.size) } ?? .full, upright: .pixels,
      quality: encoding.rendition, format: format, loss: .recode)
    (wanted.mayChangeFormat, wanted.frame) = (true, .first)
    return wanted
  }

  /// Where each result goes; its extension is that of its picture, unless another format is asked for or has to be taken.
  private func destinations(of crops: [LabelCrop]) throws(ValidationError) -> DestinationPlan {
    let pipeline = limits.pipeline
    let whole = rendition(PixelRect(x: 0, y: 0, width: 1, height: 1), formatting.format)
    let chosen = ChosenFormat(pipeline: pipeline, rules: options.ruleOptions.rules) { _ in whole }
    var formats: [String: ContainerFormat?] = [:]
    for crop in crops where formats[crop.file.path] == nil {
      formats[crop.file.path] = .some(chosen.format(crop.file))
    }
    var inputs = InputFiles([], recursive: false, formats: [])
    inputs.files = crops.map { crop in
      let end = FileName.fileExtension(of: crop.file.path)
      return InputFile(crop.file.location, relativePath: crop.file.relativePath + (end.isEmpty ? "" : "." + end))
    }
    inputs.hasFolder = true
    return try DestinationPlan.valid { () throws(DestinationConflict) in
      try DestinationPlan(inputs, output: output, format: formatting.format) { formats[$0.path] ?? nil }
    }
  }

  private func cut(_ crops: [LabelCrop], _ plan: DestinationPlan, _ access: Set<FileAccess>) -> ExitCode {
    let wanted = crops.map { rendition($0.area, plan.format) }
    let (pipeline, memory, rules) = (limits.pipeline, MemoryBudget(limits.bytes), options.ruleOptions.rules)
    let (dryRun, force, json, quiet) = (dryRun, force, running.json, running.quiet)
    var count = 0
    return running.runner.run(plan.files) { (index, file) throws(UprightError) in
      let task = ImageTask(
        pipeline: pipeline, rendition: { _ in wanted[index] }, rules: rules, isDryRun: dryRun,
        existing: force ? .overwrite : .refuse,
        makesFolders: true, memory: memory, access: access)
      return (index, try task.run(file, to: plan.destinations[index]))
    } report: { (file, done, console) throws(UprightError) in
      let (crop, report) = (crops[done.0], done.1)
      count += 1
      for complaint in report.complaints { console.printError("\(TerminalText.plain(file.path)): \(complaint)") }
      try console.result(json ? crop.json(report).line : report.text(of: file.path, explained: false))
    } ending: { (failures, console) throws(UprightError) in
      guard dryRun, !quiet else { return }
      try console.flush()
      console.printError(LabelTotals(count, failures.count).line)
    }
  }
}

extension LabelCrop {
  /// The line for programs.
  fileprivate func json(_ report: ImageReport) -> JSONLine {
    let label = label.map { [JSONLine.Member("label", .text($0))] } ?? []
    let numbers = [area.x, area.y, area.width, area.height].map { JSONLine.number($0) }
    return .about(
      file.path,
      [.init("output", .text(report.output ?? "")), .init("index", .number(index))] + label
        + [.init("region", .list(numbers))] + report.plan.json)
  }
}
