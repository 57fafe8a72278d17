// The labels of results that are other files, written after the last result.

import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// Labels for the results of a batch.
struct LabelPlacing {
  private let world: World
  private let name: String
  private let writing: WriteOptions
  private var labels: PlacedLabels

  /// Reads the labels; nil if they change in place.
  ///
  /// - Throws: The exit code if they cannot follow these images, after printing the error.
  init?(
    _ world: World, _ arguments: LabelledArguments, _ writing: WriteOptions, of plan: DestinationPlan,
    to run: RequestRun
  ) throws {
    guard let settings = arguments.placed(writing) else { return nil }
    (self.world, self.writing, name) = (world, writing, settings.labels)
    let destination = try run.folder ?? "."
    labels = try world.exitOnError(settings.labels) { () throws(UprightError) in
      try PlacedLabels(
        settings, of: plan, to: destination, rules: run.request.rules, overwriting: writing.force)
    }
  }

  /// Adds the labels of a result.
  mutating func add(_ source: InputFile, _ report: ImageReport?) {
    guard let report, let path = report.output, !report.isWithheld, !report.isMissing else { return }
    labels.add(source.path, report.plan, at: path)
  }

  /// Writes the labels of all results, after a batch that ended with `code`.
  ///
  /// - Returns: The exit code of the command.
  func finish(after code: ExitStatus, _ running: RunOptions) -> ExitStatus {
    guard labels.resultCount > 0 else { return code }
    guard Interruption.signal == nil else {
      world.tell("the labels of \(CountedNoun("result", labels.resultCount)) were not written")
      return code
    }
    var report = LabelReport(world, isJSON: running.json)
    report.take(labels.findings)
    let others = labels.otherImageCount
    if others > 0, !running.quiet {
      world.note(["\(CountedNoun("image", others)) of the labels \(others == 1 ? "is" : "are") not in this batch"])
    }
    do throws(ExitStatus) {
      let made = try world.exitOnError(labels.output) { () throws(UprightError) in
        try labels.write(overwriting: writing.force, dryRun: writing.dryRun)
      }
      report.take(made.findings)
      if !running.quiet || running.json { try world.answer(line(made, running.json)) }
    } catch { return code.isSuccess ? error : code }
    return code.isSuccess ? report.code : code
  }

  private func line(_ made: PlacedLabels.Written, _ isJSON: Bool) -> String {
    guard !isJSON else {
      let members: [JSONLine.Member] = [
        .init("rows", .number(made.regionCount)), .init("pictures", .number(made.imageCount)),
        .init("files", .number(made.fileCount)), .init("hidden", .number(made.hiddenCount)),
      ]
      return JSONLine.about(name, [.init("output", .text(labels.output)), .init("labels", .object(members))]).line
        + "\n"
    }
    let hidden = made.hiddenCount == 0 ? "" : "; \(CountedNoun("region", made.hiddenCount)) not shown"
    return """
      \(TerminalText.plain(name)) -> \(TerminalText.plain(labels.output)): labels, \
      \(CountedNoun("region", made.regionCount)) of \(CountedNoun("result", made.imageCount))\(hidden)\
      \(writing.dryRun ? " (dry run)" : "")

      """
  }
}
