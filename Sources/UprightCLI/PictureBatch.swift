// All files through a command, and what is said about each and about all.

import ArgumentParser
import Upright
import UprightFiles

/// Runs a task over a batch and prints its reports.
struct PictureBatch {
  let task: PictureTask
  let running: RunOptions
  /// Whether the reasons are printed too.
  let explains: Bool

  /// - Returns: as `BatchRunner.run`.
  func run(_ files: [InputFile], to destinations: [Destination]) async -> ExitCode {
    let task = task
    var count = 0
    var hindrances: [PictureReport.Hindrance] = []
    let code = await running.runner.run(files) { (index, file) throws(UprightError) in
      try task.run(file, to: destinations[index])
    } report: { (file, report, console) throws(UprightError) in
      count += 1
      if let hindrance = report.hindrance { hindrances.append(hindrance) }
      for complaint in report.complaints { console.complain("\(TerminalText.plain(file.path)): \(complaint)") }
      try console.result(
        running.json ? report.json(of: file.path).line : report.text(of: file.path, explained: explains))
    }
    if !task.isDryRun { Console.note(Self.summary(hindrances, of: count)) }
    return code
  }

  /// How many of `count` files are left to their tags, and what would help.
  static func summary(_ hindrances: [PictureReport.Hindrance], of count: Int) -> [String] {
    let edges = hindrances.count { $0 == .edges }
    let others = hindrances.count - edges
    var lines: [String] = []
    if edges > 0 {
      lines.append(
        "\(edges) of \(count) \(edges == 1 ? "keeps its tag" : "keep their tag"), because edges are not on whole blocks; "
          + "--edge trim or recode turns \(edges == 1 ? "its" : "their") pixels")
    }
    if others > 0 {
      lines.append(
        "\(others) of \(count) \(others == 1 ? "keeps its tag" : "keep their tag"), because the pixels cannot be turned "
          + "without loss; --explain says why")
    }
    return lines
  }
}
