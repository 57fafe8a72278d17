// `upright labels crop`: an image of each labeled region, cropped as displayed.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// The command `labels crop`.
struct LabelsCropCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "crop",
    abstract: "Cut each labeled region out of its image.",
    discussion: """
      Each result is upright and shows all pixels that the region's box touches, clipped to the image. Only that part \
      is decoded; a box on whole JPEG blocks is cut without loss.

      The labels' space is detected as in `audit`. If that fails, you must give --space, because cutting the wrong \
      part would go unnoticed.

      --name accepts {stem} and {path} of the image, {index} of the region in it, from 1, and {label}; \
      {label}/{stem}-{index} makes a folder for each class. Names from label files never place a result outside the \
      output folder.

      Examples:
        upright labels crop --images photos -o parts coco.json
        upright labels crop -o parts dataset
        upright labels crop --space stored --pad 10% --images photos -o parts labels
      """)

  @OptionGroup var options: LabelOptions

  @Option(
    name: .shortAndLong, help: ArgumentHelp("The output folder.", valueName: "folder"),
    completion: .directory)
  var output: String

  @Option(help: "Which space the labels are in (default: detected).")
  var space: LabelSpaceName?

  @Option(help: ArgumentHelp("The results' names, without extension.", valueName: "pattern"))
  var name = CropName.standard

  @Option(help: ArgumentHelp("A margin around each box, in percent of its sides.", valueName: "percent"))
  var pad = BorderArgument.none

  @Option(help: ArgumentHelp("Scale results down to fit into this.", valueName: "WxH|N"))
  var size: SizeArgument<Output>?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Print what would be cut out, one line per result and totals, and write nothing.")
  var dryRun = false

  @OptionGroup var encoding: QualityArguments
  @OptionGroup var formatting: FormatArguments
  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  func validate() throws(ValidationError) {
    if output == "" { throw ValidationError("-o needs a name") }
    try StandardOutputName.refuse(output, because: "there are several results: use -o FOLDER")
  }

  func run(in world: World) throws {
    if !dryRun { try world.checkOutput() }
    let (files, images) = try options.contents(of: options.place(in: world), limits.maxMemory, in: world)
    let views = LabelViews(files, images)
    let space = try world.exitOnError(options.labels) { () throws(UprightError) in try views.space(self.space) }
    try world.exitOnError(options.labels) { () throws(UprightError) in
      try files.checkMemory(
        ofPieces: views.views.reduce(0) { $0 + $1.regions(space).count }, limits.maxMemory?.bytes)
    }
    let (crops, findings) = LabelCrop.all(of: views, in: space, border: pad.share, name: name)
    var report = LabelReport(world, isJSON: running.json)
    report.take(views.findings + findings)
    report.takeUnread(files.unread + images.unread)
    if let (one, other) = LabelCrop.duplicates(crops) {
      throw ValidationError(
        """
        region \(one.index) of \(TerminalText.plain(one.file.path)) and region \(other.index) of \
        \(TerminalText.plain(other.file.path)) would both be written to \
        \(TerminalText.plain(one.file.relativePath)); add {index} or {path} to --name
        """)
    }
    let plan = try request.destinations(of: crops, in: output, limits.pipeline(in: world), options.ruleOptions.rules)
    try world.exitOnError(output) { () throws(UprightError) in try plan.checkNew(overwriting: force) }
    try cut(crops, plan, files.access, world).end()
    try report.end()
  }

  private var request: LabelCropRequest {
    LabelCropRequest(within: size?.size, quality: encoding.quality?.level, format: formatting.format)
  }

  private func cut(
    _ crops: [LabelCrop], _ plan: DestinationPlan, _ access: Set<FileAccess>, _ world: World
  ) -> ExitStatus {
    let wanted = crops.map { request.rendition($0.area, plan.format) }
    let (pipeline, rules) = (limits.pipeline(in: world), options.ruleOptions.rules)
    let (dryRun, json, quiet) = (dryRun, running.json, running.quiet)
    var delivery = Delivery()
    (delivery.isDryRun, delivery.existing) = (dryRun, force ? .overwrite : .refuse)
    (delivery.makesFolders, delivery.access) = (true, access)
    var count = 0
    let runner = running.runner(in: world).changingFiles(unless: dryRun).sharing(memoryBytes: limits.bytes)
    return runner.run(plan.files) {
      [delivery] (index, file) throws(UprightError) in
      let task = ImageTask(pipeline: pipeline, rules: rules, delivery: delivery) { _, _ in
        wanted[index]
      }
      return (index, try task.run(file, to: plan.destinations[index]))
    } report: { (file, done, console) throws(UprightError) in
      let (crop, report) = (crops[done.0], done.1)
      count += 1
      for complaint in report.complaints { console.printError("\(TerminalText.plain(file.path)): \(complaint)") }
      try console.result(json ? crop.json(report).line : report.text(of: file.path, explained: false))
    } shortfall: {
      $0.1.exitCode(toward: ImageGoal())
    } ending: { (failures, console) throws(UprightError) in
      guard dryRun, !quiet else { return }
      try console.flush()
      console.printError(LabelTotals(count, failures.count).line)
    }
  }
}
