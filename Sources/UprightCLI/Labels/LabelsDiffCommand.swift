// `upright labels diff`: the differences between two label sets, and whether one is only in the other space.

import ArgumentParser
import Upright
import UprightBatch
import UprightLabelJobs
import UprightLabels

/// The command `labels diff`.
struct LabelsDiffCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two sets of labels, in any formats.",
    discussion: """
      Regions are matched by the overlap of their boxes (intersection over union). Lists regions that the second \
      set lacks (missing), that only it has (extra), that differ in position (moved) or in class (relabelled). With \
      --images, sets that differ are also compared as if one were of the stored images and the other of the displayed \
      ones. Labels that match this way are reported: only their space is wrong. Boxes are printed in the labels' \
      own coordinates.

      Without --images, images are treated as not rotated; fractions of an image whose size neither set states are \
      printed in thousandths.

      The exit code is 0 if both sets agree, 1 if they differ, 2 if something could not be read.

      Examples:
        upright labels diff --images photos mine.json theirs.json
        upright labels diff --tolerance 2 --json coco.json yolo
      """)

  @Argument(help: ArgumentHelp("A label file, or a folder of them.", valueName: "first"), completion: .labels)
  var first: String

  @Argument(help: ArgumentHelp("The labels to compare it with.", valueName: "second"), completion: .labels)
  var second: String

  @Option(help: ArgumentHelp("The first set's format (default: detected).", valueName: "format"))
  var from: LabelFormatName?

  @Option(help: ArgumentHelp("The second set's format (default: detected).", valueName: "format"))
  var to: LabelFormatName?

  @Option(
    help: ArgumentHelp("The folder of the images; only headers are read.", valueName: "folder"),
    completion: .directory)
  var images: String?

  @OptionGroup var classes: ClassNames

  @Option(help: ArgumentHelp("The minimum overlap at which two boxes match, above 0 and up to 1.", valueName: "share"))
  var overlap = LabelMatching.Rules().overlap

  @Option(
    help: ArgumentHelp(
      "How far an edge may move, in addition to rounding in its file.", valueName: "pixels"))
  var tolerance = LabelMatching.Rules().tolerance

  @Flag(name: .shortAndLong, help: "List every region, even in images that would match in the other space.")
  var verbose = false

  @Flag(help: "Print one JSON object per region and image that differs, and one at the end.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var limits: LabelLimitOptions

  func validate() throws(ValidationError) {
    guard overlap > 0, overlap <= 1 else { throw ValidationError("--overlap must be above 0 and at most 1") }
    guard tolerance >= 0, tolerance.isFinite else { throw ValidationError("--tolerance must be 0 or more") }
  }

  func run(in world: World) throws {
    let one = try classes.files(first, format: from, limits.maxMemory, in: world)
    let two = try classes.files(second, format: to, limits.maxMemory, in: world)
    let index = try ImageIndex.named(images, ruleOptions.rules, in: world)
    let views = LabelComparison.views(one, two, index)
    var report = LabelReport(world, isJSON: json)
    report.take(views.0.findings + views.1.findings)
    report.takeUnread(one.unread + two.unread + index.unread)
    let comparison = LabelComparison(
      views.0, views.1, by: LabelMatching.Rules(overlap: overlap, tolerance: tolerance))
    let lines = json ? comparison.jsonLines : comparison.lines(naming: verbose)
    if !quietOption.quiet || !comparison.different.isEmpty { try world.answer(lines.map { $0 + "\n" }.joined()) }
    try report.end()
    if !comparison.different.isEmpty { throw ExitStatus.negative }
  }
}
