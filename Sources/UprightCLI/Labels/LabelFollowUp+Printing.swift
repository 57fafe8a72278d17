// The label files that are updated after a batch, with a line for each.

import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs

extension LabelFollowUp {
  /// Reorients the rows in all label files, and prints the results.
  ///
  /// - Returns: As `BatchRunner.run`.
  func run(_ running: RunOptions, in world: World) -> ExitStatus {
    let (first, further) = order
    let ended = run(first, running, world)
    let others = further.map { run([$0], running, world) }
    return ([ended] + others).first { !$0.isSuccess } ?? ended
  }

  /// Does that for files of which none is another name of another.
  private func run(_ indices: [Int], _ running: RunOptions, _ world: World) -> ExitStatus {
    let files = indices.map {
      InputFile(path: reorientPlan.paths[$0], relativePath: FileName.last(of: reorientPlan.paths[$0]))
    }
    return running.runner(in: world).changingFiles(unless: !isDone).run(
      files, work: { (place, _) throws(UprightError) in try commit(indices[place]) },
      report: { (file, report, console) throws(UprightError) in
        if let note = report.note { console.printError("\(TerminalText.plain(file.path)): \(note)") }
        guard report.images > 0 else { return }
        try console.result(
          running.json ? report.json(of: file.path).line : report.text(of: file.path, isDone: isDone))
      })
  }
}
