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

  /// Runs it; `watch` is told of each report.
  ///
  /// - Returns: as `BatchRunner.run`.
  func run(
    _ files: [InputFile], to destinations: [Destination], watch: (InputFile, PictureReport) -> Void = { _, _ in }
  ) -> ExitCode {
    let task = task
    var count = 0
    var hindrances: [PictureReport.Hindrance] = []
    var summary = BatchSummary()
    let summarizes = summarizes ?? (files.count > 1 && StandardStream.error.terminalColumns != nil)
    let runner =
      onlyRetags
      ? BatchRunner.retags(jobs: jobs, json: json, openings: task.journal == nil ? 1 : 2)
      : BatchRunner(jobs: jobs, json: json)
    let code = runner.run(files, settle: task.settle) { (index, file) throws(UprightError) in
      try task.run(file, to: destinations[index])
    } report: { (file, report, console) throws(UprightError) in
      count += 1
      summary.add(report, of: file.path)
      watch(file, report)
      if let hindrance = report.hindrance { hindrances.append(hindrance) }
      for complaint in report.complaints { console.complain("\(TerminalText.plain(file.path)): \(complaint)") }
      if isQuiet { return }
      try console.result(
        json ? report.json(of: file.path).line : report.text(of: file.path, explained: explains))
    } ending: { (failures, console) throws(UprightError) in
      guard summarizes, !task.isDryRun else { return }
      failures.forEach { summary.add($0) }
      try console.flush()
      console.complain(summary.line)
    }
    if !task.isDryRun { Console.note(Self.summary(hindrances, of: count)) }
    return code
  }

  /// How many of `count` files are left to their tags, and what would help.
  static func summary(_ hindrances: [PictureReport.Hindrance], of count: Int) -> [String] {
    func line(_ hindrance: PictureReport.Hindrance, because reason: (Bool) -> String) -> [String] {
      let found = hindrances.count { $0 == hindrance }
      let kept = found == 1 ? "is left to its tag" : "are left to their tags"
      return found > 0 ? ["\(found) of \(count) \(kept), because \(reason(found == 1))"] : []
    }
    return line(.edges) {
      "edges are not on whole blocks; --edge trim or recode turns \($0 ? "its" : "their") pixels"
    }
      + ContainerFormat.allCases.flatMap { format in
        line(.format(format)) { _ in "\(format.rawValue) is not decoded yet" }
      }
      + line(.limit) { _ in "turning the pixels goes beyond --max-pixels or --max-memory; --explain says by how much" }
      + line(.other) { _ in "the pixels cannot be turned without loss; --explain says why" }
  }
}
