// All files through a command, and what is said about each and about all.

import ArgumentParser
import Upright
import UprightFiles

/// Runs a task over a batch and prints its reports.
struct PictureBatch {
  let task: PictureTask
  /// How many are worked on at once; nil for as many as there are cores.
  var jobs: Int?
  /// Whether the reports are for programs.
  let json: Bool
  /// Whether nothing is said of files that were done as they should.
  var isQuiet = false
  /// Whether the reasons are printed too.
  var explains = false
  /// Whether a file takes so little that many are worked on, and flushed, together.
  var onlyRetags = false
  /// Whether a line says at the end what came of all files; nil where people watch.
  var summarizes: Bool?
  /// Whether what is said goes to standard error, because pictures go to standard output.
  var saysAside = false

  /// Runs it; `watch` is told of each report.
  ///
  /// - Returns: as `BatchRunner.run`.
  func run(
    _ files: [InputFile], to destinations: [Destination], watch: (InputFile, PictureReport) -> Void = { _, _ in }
  ) -> ExitCode {
    let task = task
    var count = 0
    var hindrances: [PictureReport.Hindrance] = []
    var skipped = 0
    var summary = BatchSummary()
    let summarizes = summarizes ?? (files.count > 1 && StandardStream.error.terminalColumns != nil)
    let runner =
      onlyRetags
      ? BatchRunner.retags(jobs: jobs, json: json, openings: task.journal == nil ? 1 : 2)
      : BatchRunner(jobs: jobs, json: json)
    let code = runner.run(files, settle: task.settle) { (index, file) throws(UprightError) in
      try task.run(file, to: destinations[index])
    } report: { (file, report, console) throws(UprightError) in
      if let picture = report.picture { try StandardStream.output.write(picture) }
      count += 1
      summary.add(report, of: file.path)
      watch(file, report)
      if report.plan.skipped != nil { skipped += 1 }
      if let hindrance = report.hindrance { hindrances.append(hindrance) }
      for complaint in report.complaints { console.complain("\(TerminalText.plain(file.path)): \(complaint)") }
      if isQuiet { return }
      let line = json ? report.json(of: file.path).line : report.text(of: file.path, explained: explains)
      if saysAside { console.say(aside: line) } else { try console.result(line) }
    } ending: { (failures, console) throws(UprightError) in
      guard summarizes, !task.isDryRun else { return }
      failures.forEach { summary.add($0) }
      try console.flush()
      console.complain(summary.line)
    }
    if skipped > 0 { Console.note([Self.sentence(skipped: skipped, of: count)]) }
    if !task.isDryRun { Console.note(Self.summary(hindrances, of: count)) }
    return code
  }

  /// How many of `count` files were skipped because their tags look stale, and what to do.
  static func sentence(skipped: Int, of count: Int) -> String {
    let (files, them) = skipped == 1 ? ("was", "it") : ("were", "them")
    return
      "\(skipped) of \(count) \(files) skipped: the pixels look rotated already, but the orientation tag was left in "
      + "place. Look at \(them): --stale trust-tag rotates as the tag says, --stale trust-pixels sets the tag to 1"
  }

  /// How many of `count` files are left to their tags, and what would help.
  static func summary(_ hindrances: [PictureReport.Hindrance], of count: Int) -> [String] {
    func line(_ hindrance: PictureReport.Hindrance, because reason: (Bool) -> String) -> [String] {
      let found = hindrances.count { $0 == hindrance }
      let kept = found == 1 ? "kept its orientation tag" : "kept their orientation tags"
      return found > 0 ? ["\(found) of \(count) \(kept): \(reason(found == 1))"] : []
    }
    return line(.edges) {
      "edges do not fall on whole JPEG blocks. --edge recode or --edge trim rotates \($0 ? "its" : "their") pixels"
    }
      + ContainerFormat.allCases.flatMap { format in
        line(.format(format)) { _ in "\(format.rawValue) is not decoded yet" }
      }
      + line(.limit) { _ in "turning the pixels goes beyond --max-pixels or --max-memory; --explain says by how much" }
      + line(.other) { _ in "the pixels cannot be turned without loss; --explain says why" }
      + encodingLine(hindrances)
  }

  /// The images that only re-encoding would make upright, in capitals: they look the same, so that nobody would notice.
  private static func encodingLine(_ hindrances: [PictureReport.Hindrance]) -> [String] {
    let jpegs = hindrances.count { $0 == .encoding(isJPEG: true) }
    let found = jpegs + hindrances.count { $0 == .encoding(isJPEG: false) }
    guard found > 0 else { return [] }
    let (photos, pixels) = found == 1 ? ("PHOTO STILL NEEDS", "its") : ("PHOTOS STILL NEED", "their")
    let journal = jpegs > 0 ? ", or add --journal FILE, with which `upright undo FILE` takes it back" : ""
    return [
      "\(found) \(photos) ROTATION: rotating \(pixels) pixels means re-encoding. "
        + "Write the result elsewhere with -o FOLDER/\(journal)"
    ]
  }
}
