// `upright labels validate`: rows of label files that break a rule, without looking at any picture.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The command `labels validate`.
struct LabelsValidateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "validate",
    abstract: "Name the rows of label files that break a rule, by file, line and field.",
    discussion: """
      No picture is needed. Rows that cannot be read, boxes of no width or height, inverted ones, numbers that are none, \
      and files that are no label files break a rule: the exit code is 2. What only asks for a look (boxes beyond the \
      stated size, the same box twice, classes that are not listed or not used, keys that stand twice) is named, and \
      counts with --strict.

      Examples:
        upright labels validate coco.json
        upright labels validate --strict --json labels
      """)

  @OptionGroup var source: LabelSource
  @OptionGroup var classes: ClassNames
  @OptionGroup var limits: LabelLimitOptions

  @Flag(help: "What only asks for a look makes the exit code 2 too.")
  var strict = false

  @Flag(help: "One JSON object per row, and one with the numbers at the end.")
  var json = false

  @OptionGroup var quietOption: QuietOption

  func run() throws {
    let check = LabelCheck(try source.files(classes, limits.maxMemory))
    let total = quietOption.quiet ? [] : [json ? check.json.line : check.text]
    let lines = check.faults.map { json ? $0.json.line : $0.text } + total
    try Console.answer(lines.map { $0 + "\n" }.joined())
    if check.brokenCount > 0 || (strict && !check.faults.isEmpty) { throw ExitCode.partial }
  }
}

extension LabelCheck {
  /// The last line for people.
  var text: String {
    let (broken, others) = (brokenCount, remarkCount)
    return
      "\(CountedNoun("file", fileCount)), \(CountedNoun("region", regionCount)) of \(CountedNoun("picture", imageCount)): "
      + "\(broken) broken, \(others) to look at"
  }

  /// The last line for programs.
  var json: JSONLine {
    .object([
      .init("schema", .number(1)), .init("files", .number(fileCount)), .init("pictures", .number(imageCount)),
      .init("regions", .number(regionCount)), .init("broken", .number(brokenCount)),
      .init("remarks", .number(remarkCount)), .init("valid", .flag(brokenCount == 0)),
    ])
  }
}
