// `upright labels diff`: what two sets of labels say differently, and whether one of them is only in the other space.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// The command `labels diff`.
struct LabelsDiffCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Compare two sets of labels, of any formats.",
    discussion: """
      Regions are paired by how far their boxes overlap (intersection over union). Named are those that the second set \
      lacks (missing), those that only it has (extra), those that lie elsewhere (moved) or are called otherwise \
      (relabelled). With --images, sets that differ are also compared as if one of them were of the stored pictures and \
      the other of the displayed ones: labels that would match then are said to, because nothing but the space is wrong \
      with them. Boxes are given as displayed.

      Without --images, pictures count as not turned; shares of a picture whose size neither set states count in \
      thousandths.

      The exit code is 0 where both say the same, 1 where they differ, 2 where rows could not be read.

      Examples:
        upright labels diff --images photos mine.json theirs.json
        upright labels diff --tolerance 2 --json coco.json yolo
      """)

  @Argument(help: ArgumentHelp("A label file, or a folder of them.", valueName: "first"), completion: .file())
  var first: String

  @Argument(help: ArgumentHelp("What it is compared with.", valueName: "second"), completion: .file())
  var second: String

  @Option(help: ArgumentHelp("The format of the first; otherwise what files show.", valueName: "format"))
  var from: LabelFormatName?

  @Option(help: ArgumentHelp("The format of the second; otherwise what files show.", valueName: "format"))
  var to: LabelFormatName?

  @Option(
    help: ArgumentHelp("The folder of the pictures; only their headers are read.", valueName: "folder"),
    completion: .directory)
  var images: String?

  @OptionGroup var classes: ClassNames

  @Option(help: ArgumentHelp("The least overlap of two boxes of one thing, above 0 and up to 1.", valueName: "share"))
  var overlap = LabelMatching.Rules().overlap

  @Option(
    help: ArgumentHelp(
      "How far an edge may move, besides what the digits of its file leave open.", valueName: "pixels"))
  var tolerance = LabelMatching.Rules().tolerance

  @Flag(name: .shortAndLong, help: "Name all regions also of pictures that would match in the other space.")
  var verbose = false

  @Flag(help: "One JSON object per region and picture that differs, and one at the end.")
  var json = false

  @OptionGroup var quietOption: QuietOption
  @OptionGroup var ruleOptions: RuleOptions
  @OptionGroup var limits: LabelLimitOptions

  func validate() throws(ValidationError) {
    guard overlap > 0, overlap <= 1 else { throw ValidationError("--overlap is above 0 and at most 1") }
    guard tolerance >= 0, tolerance.isFinite else { throw ValidationError("--tolerance is 0 or more") }
  }

  func run() throws {
    let one = try classes.files(first, format: from, limits.maxMemory)
    let two = try classes.files(second, format: to, limits.maxMemory)
    let pictures = try ImageIndex.named(images, ruleOptions.rules)
    let views = LabelComparison.views(one, two, pictures)
    var report = LabelReport(isJSON: json)
    report.take(views.0.findings + views.1.findings)
    report.takeUnread(pictures)
    let comparison = LabelComparison(
      views.0, views.1, by: LabelMatching.Rules(overlap: overlap, tolerance: tolerance))
    let lines = json ? comparison.jsonLines : comparison.lines(naming: verbose)
    if !quietOption.quiet || !comparison.different.isEmpty { try Console.answer(lines.map { $0 + "\n" }.joined()) }
    try report.end()
    if !comparison.different.isEmpty { throw ExitCode.negative }
  }
}

extension LabelReading {
  /// `the first is of the stored and the second of the displayed pictures`.
  var words: String { "the first is of the \(first.rawValue) and the second of the \(second.rawValue) pictures" }

  /// The options that carry the first set over into the space of the second.
  var conversion: String { LabelSpaceChange(from: first, to: second).options }

  fileprivate var json: JSONLine {
    .object([.init("first", .text(first.rawValue)), .init("second", .text(second.rawValue))])
  }
}

extension LabelComparison {
  /// The lines for people; regions of pictures that would match in the other space only where they are wanted.
  func lines(naming all: Bool) -> [String] {
    let pictures = different.flatMap { picture -> [String] in
      let name = TerminalText.plain(picture.name)
      let head = "\(name): \(picture.matching.matchCount) match, \(picture.matching.differenceCount) differ"
      let note = picture.matchesAcross.isEmpty ? "" : "; all would match if one was in the other space"
      let isNamed = all || picture.matchesAcross.isEmpty
      return [head + note] + (isNamed ? LabelDifference.all(picture, first, second).map { "  " + $0.text } : [])
    }
    return pictures + [summary] + across
  }

  /// What would be gained by taking one set for one of the other space.
  private var across: [String] {
    let counts = LabelReading.across.map { ($0, count(matching: $0)) }
    guard let most = counts.map(\.1).max(), most > 0 else { return [] }
    let best = counts.filter { $0.1 == most }
    let whose =
      best.count == 1
      ? "if \(best[0].0.words): labels convert \(best[0].0.conversion) carries the first over"
      : "if one of the sets was of the stored and the other of the displayed pictures; labels audit may tell which"
    return ["\(most) of \(different.count) pictures that differ would match \(whose)"]
  }

  private var summary: String {
    let (all, other) = (totals, different.count)
    let kinds = LabelDifference.Kind.allCases.map { "\(all[$0] ?? 0) \($0.rawValue)" }
    let matches = pictures.reduce(0) { $0 + $1.matching.matchCount }
    return
      "\(CountedNoun("picture", pictures.count)), \(other) differ; \(CountedNoun("region", matches).withVerb("match")), "
      + kinds.joined(separator: ", ")
  }

  private var totals: [LabelDifference.Kind: Int] {
    var totals: [LabelDifference.Kind: Int] = [:]
    for picture in pictures {
      for difference in LabelDifference.all(picture, first, second) { totals[difference.kind, default: 0] += 1 }
    }
    return totals
  }

  /// The lines for programs.
  var jsonLines: [String] {
    let regions = different.flatMap { picture -> [String] in
      let differences = LabelDifference.all(picture, first, second).map { $0.json(picture.name).line }
      return differences + [
        JSONLine.object([
          .init("schema", .number(1)), .init("picture", .text(picture.name)),
          .init("matches", .number(picture.matching.matchCount)),
          .init("differences", .number(picture.matching.differenceCount)),
          .init("wouldMatch", .list(picture.matchesAcross.map(\.json))),
        ]).line
      ]
    }
    let all = totals
    let kinds = LabelDifference.Kind.allCases.map { JSONLine.Member($0.rawValue, .number(all[$0] ?? 0)) }
    let matches = pictures.reduce(0) { $0 + $1.matching.matchCount }
    let end: [JSONLine.Member] = [
      .init("schema", .number(1)), .init("pictures", .number(pictures.count)),
      .init("differ", .number(different.count)), .init("matches", .number(matches)),
    ]
    let spaces = LabelReading.across.filter { count(matching: $0) > 0 }.map { reading in
      JSONLine.object([
        .init("first", .text(reading.first.rawValue)), .init("second", .text(reading.second.rawValue)),
        .init("pictures", .number(count(matching: reading))),
      ])
    }
    return regions + [JSONLine.object(end + kinds + [.init("wouldMatch", .list(spaces))]).line]
  }
}
