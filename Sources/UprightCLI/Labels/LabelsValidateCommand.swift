// `upright labels validate`: invalid rows of label files, checked without any image.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// The command `labels validate`.
struct LabelsValidateCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "List the invalid rows of label files, by file, line and field.",
    discussion: """
      No images are needed. Invalid means rows that cannot be read, boxes without width or height, inverted boxes, \
      invalid numbers, and files that are not label files: the exit code is 2. Boxes outside the stated size, \
      duplicate boxes, classes that are unlisted or unused, and duplicate keys are only listed for review; with \
      --strict they are errors too.

      Examples:
        upright labels validate coco.json
        upright labels validate --strict --json labels
      """)

  @OptionGroup var source: LabelSource
  @OptionGroup var classes: ClassNames
  @OptionGroup var limits: LabelLimitOptions

  @Flag(help: "Exit with 2 also for what is only listed for review.")
  var strict = false

  @Flag(help: "Print one JSON object per row, and one with the totals at the end.")
  var json = false

  @OptionGroup var quietOption: QuietOption

  func run(in world: World) throws {
    let files = try source.files(classes, limits.maxMemory, in: world)
    var report = LabelReport(world, isJSON: json)
    report.takeUnread(files.unread)
    let check = LabelCheck(files)
    let total = quietOption.quiet ? [] : [json ? check.json.line : check.text]
    let lines = check.faults.map { json ? $0.json.line : $0.text } + total
    try world.answer(lines.map { $0 + "\n" }.joined())
    if check.brokenCount > 0 || (strict && !check.faults.isEmpty) { throw ExitStatus.partial }
    try report.end()
  }
}
