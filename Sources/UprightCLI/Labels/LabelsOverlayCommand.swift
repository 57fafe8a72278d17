// `upright labels overlay`: images with their labels drawn on them, once for each possible space.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// The command `labels overlay`.
struct LabelsOverlayCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "overlay",
    abstract: "Draw labels on their images, once for each space that they may be in.",
    discussion: """
      Each image is shown upright: on the left with its labels read as stored coordinates, on the right as displayed \
      coordinates. The caption gives `audit`'s verdict. An image that is displayed as stored is drawn once. --space \
      draws only one.

      Images are decoded at a reduced size if that is enough, and never enlarged.

      Examples:
        upright labels overlay --images photos -o seen coco.json
        upright labels overlay -o seen dataset
        upright labels overlay --images photos --doubtful -o look labels
      """)

  /// The formats of overlays.
  enum Format: String, CaseIterable, ExpressibleByArgument {
    case jpeg, png

    /// As a container format.
    var container: ContainerFormat { self == .jpeg ? .jpeg : .png }
  }

  @OptionGroup var options: LabelOptions

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("A folder, in which files keep their names, or a file for one image.", valueName: "file|folder"),
    completion: .images)
  var output: String

  @Option(help: "Draw the labels in this space only.")
  var space: LabelSpaceName?

  @Option(
    help: ArgumentHelp("Maximum length of an image's longer side. (default: 800)", valueName: "pixels"),
    transform: CheckedNumber.whole)
  var size = 800

  @Option(help: "Format of the drawings (default: by the extension after -o, otherwise jpeg).")
  var format: Format?

  @Flag(
    help: """
      Draw only images whose space `audit` cannot determine, or whose labels contradict themselves or other images.
      """)
  var doubtful = false

  @Flag(help: "Overwrite existing files.")
  var force = false

  @Flag(
    name: [.customShort("n"), .long],
    help: "Print what would be drawn, one line per drawing and totals, and write nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions
  @OptionGroup var limits: LimitOptions

  /// The largest useful side, in pixels.
  private static let longestSide = 8192

  func validate() throws(ValidationError) {
    if output == "" { throw ValidationError("-o needs a name") }
    try StandardOutputName.refuse(output, because: "drawings need a file or a folder: -o FILE.png or -o FOLDER")
    guard (16...Self.longestSide).contains(size) else {
      throw ValidationError("--size must be between 16 and \(Self.longestSide)")
    }
  }

  func run(in world: World) throws {
    if !dryRun { try world.checkOutput() }
    let (files, images) = try options.contents(of: options.place(in: world), limits.maxMemory, in: world)
    let all = LabelViews(files, images)
    var report = LabelReport(world, isJSON: running.json)
    report.take(all.findings)
    report.takeUnread(files.unread + images.unread)
    let views = doubtful ? all.views.filter(\.isAmbiguous) : all.views
    let plan = try destinations(of: views)
    world.note(plan.notes)
    try world.exitOnError(output) { () throws(UprightError) in try plan.checkNew(overwriting: force) }
    let task = OverlayTask(
      names: all.names, space: space, side: size, rules: options.ruleOptions.rules,
      pipeline: limits.pipeline(in: world), access: files.access, overwrites: force, isDryRun: dryRun)
    let byPath = Dictionary(views.map { ($0.file.path, $0) }, uniquingKeysWith: { first, _ in first })
    var count = 0
    try running.runner(in: world).changingFiles(unless: dryRun).run(plan.files) {
      (index, file) throws(UprightError) -> (LabelView, String, SourceDamage)? in
      guard let view = byPath[file.path], case .file(let location) = plan.destinations[index] else { return nil }
      return (view, location.path, try task.write(view, to: location, makesFolder: plan.makesFolders))
    } report: { [json = running.json] (file, drawn, console) throws(UprightError) in
      guard let (view, path, damage) = drawn else { return }
      count += 1
      console.tell(damage, of: file.path)
      try console.result(json ? view.json(drawnTo: path, damage).line : view.text(drawnTo: path))
    } shortfall: {
      $0?.2.exitCode
    } ending: { [dryRun, quiet = running.quiet] (failures, console) throws(UprightError) in
      guard dryRun, !quiet else { return }
      try console.flush()
      console.printError(LabelTotals(count, failures.count).line)
    }.end()
    try report.end()
  }

  /// The destination of each drawing.
  private func destinations(of views: [LabelView]) throws(DestinationConflict) -> DestinationPlan {
    let plan = try OverlayTask.destinations(of: views, output: output, format: format?.container)
    guard plan.format.map({ format in Format.allCases.contains { $0.container == format } }) ?? true else {
      throw DestinationConflict("a drawing is a JPEG or a PNG: the name after -o must end in .jpg or .png")
    }
    return plan
  }
}
