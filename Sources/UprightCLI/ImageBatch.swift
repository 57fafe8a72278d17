// All files through a command, and what is said about each and about all.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// Runs a task over a batch and prints its reports.
struct ImageBatch {
  /// Which files have a line of their own on standard output.
  enum OutputFilter: Hashable, Sendable {
    /// All.
    case everything
    /// Those that became another file, and those that did not become what was asked for.
    case changes
    /// None: errors and complaints go to standard error in any case.
    case problems

    func includes(_ report: FileReport) -> Bool {
      switch self {
      case .everything: true
      case .changes: report.isChangeOrProblem
      case .problems: false
      }
    }
  }

  let task: ImageTask
  /// How many are worked on at once; nil for as many as there are cores.
  var jobs: Int?
  /// Whether the reports are for programs.
  let json: Bool
  /// Which files have a line.
  var outputFilter = OutputFilter.everything
  /// Whether the reasons are printed too.
  var explains = false
  /// Whether a file takes so little that many are worked on, and flushed, together.
  var onlyRetags = false
  /// Whether a line says at the end what came of all files; nil where people watch, and where nothing is done but told.
  var summarizes: Bool?
  /// How many files the batch has with those that are done already; nil for as many as there are now.
  var total: Int?
  /// Whether what is said goes to standard error, because pictures go to standard output.
  var logsToStandardError = false

  /// Runs it; `watch` is told of each report.
  ///
  /// - Returns: as `BatchRunner.run`.
  func run(
    _ files: [InputFile], to destinations: [Destination], watch: (InputFile, ImageReport) -> Void = { _, _ in }
  ) -> ExitCode {
    let (task, isQuiet) = (task, outputFilter != .everything)
    var count = 0
    var keptTagReasons: [ImageReport.KeptTagReason] = []
    var skipped = 0
    var passedOver: [NamePolicy.Skip: Int] = [:]
    var summary = BatchSummary()
    let isWatched = files.count > 1 && StandardStream.error.terminalColumns != nil
    let summarizes = summarizes ?? (!isQuiet && ((task.isDryRun && !files.isEmpty) || isWatched))
    var runner =
      onlyRetags
      ? BatchRunner.retags(jobs: jobs, json: json, openings: task.journal == nil ? 1 : 3, isQuiet: isQuiet)
      : BatchRunner(jobs: jobs, json: json, isQuiet: isQuiet)
    runner.total = total
    let code = runner.run(files, flush: task.commit) { (index, file) throws(UprightError) in
      try task.report(on: file, to: destinations[index])
    } report: { (file, report, console) throws(UprightError) in
      count += 1
      summary.add(report, of: file.path)
      if case .skipped(let skip, _) = report { passedOver[skip, default: 0] += 1 }
      if let image = report.image {
        if let picture = image.picture { try StandardStream.output.write(picture) }
        watch(file, image)
        if image.plan.skipped != nil { skipped += 1 }
        if let keptTagReason = image.keptTagReason { keptTagReasons.append(keptTagReason) }
        for complaint in image.complaints { console.printError("\(TerminalText.plain(file.path)): \(complaint)") }
      }
      guard outputFilter.includes(report) else { return }
      let line = json ? report.json(of: file.path).line : report.text(of: file.path, explained: explains)
      if logsToStandardError { console.log(aside: line) } else { try console.result(line) }
    } ending: { (failures, console) throws(UprightError) in
      guard summarizes else { return }
      failures.forEach { summary.add($0) }
      try console.flush()
      console.printError(summary.line(rehearsed: task.isDryRun))
    }
    if !isQuiet { Console.note(Self.sentences(skippedResults: passedOver, of: count)) }
    if skipped > 0 { Console.note([Self.sentence(skipped: skipped, of: count)]) }
    if !task.isDryRun || summarizes { Console.note(Self.summary(keptTagReasons, of: count, rehearsed: task.isDryRun)) }
    return code
  }

  /// How many of `count` files were passed over because their results exist.
  static func sentences(skippedResults: [NamePolicy.Skip: Int], of count: Int) -> [String] {
    NamePolicy.Skip.allCases.compactMap { skip in
      guard let found = skippedResults[skip] else { return nil }
      let (was, their) = found == 1 ? ("was", "its") : ("were", "their")
      return switch skip {
      case .exists: "\(found) of \(count) \(was) passed over: \(their) results exist already (--skip-existing)"
      case .current:
        "\(found) of \(count) \(was) passed over: \(their) results are not older than the source (--update)"
      }
    }
  }

  /// How many of `count` files were skipped because their tags look stale, and what to do.
  static func sentence(skipped: Int, of count: Int) -> String {
    let (files, them) = skipped == 1 ? ("was", "it") : ("were", "them")
    return
      "\(skipped) of \(count) \(files) skipped: the pixels look rotated already, but the orientation tag was left in "
      + "place. Look at \(them): --stale trust-tag rotates as the tag says, --stale trust-pixels sets the tag to 1"
  }

  /// How many of `count` files are left to their tags, and what would help.
  static func summary(
    _ keptTagReasons: [ImageReport.KeptTagReason], of count: Int, rehearsed: Bool = false
  ) -> [String] {
    func line(_ keptTagReason: ImageReport.KeptTagReason, because reason: (Bool) -> String) -> [String] {
      let found = keptTagReasons.count { $0 == keptTagReason }
      let tags = found == 1 ? "its orientation tag" : "their orientation tags"
      let kept = (rehearsed ? "would keep " : "kept ") + tags
      return found > 0 ? ["\(found) of \(count) \(kept): \(reason(found == 1))"] : []
    }
    return line(.edges) {
      "edges do not fall on whole JPEG blocks. --edge recode or --edge trim rotates \($0 ? "its" : "their") pixels"
    }
      + ContainerFormat.allCases.flatMap { format in
        line(.format(format)) { _ in "\(format.rawValue) is not decoded yet" }
      }
      + line(.limit) { _ in "turning the pixels goes beyond --max-pixels or --max-memory; --explain says by how much" }
      + line(.animation) { isOne in
        "\(isOne ? "it is an animation" : "they are animations"), whose pixels stay as they are; --frame N makes a still "
          + "image of one frame"
      }
      + line(.other) { _ in "the pixels cannot be turned without loss; --explain says why" }
      + encodingLine(keptTagReasons, rehearsed: rehearsed)
  }

  /// The images that only re-encoding would make upright, in capitals: they look the same, so that nobody would notice.
  private static func encodingLine(_ keptTagReasons: [ImageReport.KeptTagReason], rehearsed: Bool) -> [String] {
    let jpegs = keptTagReasons.count { $0 == .encoding(isJPEG: true) }
    let found = jpegs + keptTagReasons.count { $0 == .encoding(isJPEG: false) }
    guard found > 0 else { return [] }
    let (photos, pixels) = found == 1 ? ("PHOTO", "its") : ("PHOTOS", "their")
    let need = rehearsed ? "WOULD STILL NEED" : found == 1 ? "STILL NEEDS" : "STILL NEED"
    let journal = jpegs > 0 ? ", or add --journal FILE, with which `upright undo FILE` takes it back" : ""
    return [
      "\(found) \(photos) \(need) ROTATION: rotating \(pixels) pixels means re-encoding. "
        + "Write the result elsewhere with -o FOLDER/\(journal)"
    ]
  }
}
