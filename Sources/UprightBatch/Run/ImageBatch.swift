// Runs a command on all files, and prints the report of each and of all.

import Upright
import UprightFiles

/// Runs a task over a batch and prints its reports.
package struct ImageBatch {
  /// Where results and messages go.
  package let world: World
  package let task: ImageTask
  /// The number of files in parallel; nil for the number of cores.
  package var jobs: Int?
  /// Whether the reports are JSON.
  package let json: Bool
  /// Which files are listed.
  package var outputFilter = OutputFilter.everything
  /// Whether the reasons are printed too.
  package var explains = false
  /// Whether a file takes so little time that many are processed and flushed together.
  package var onlyRetags = false
  /// Whether a damaged result, or an image that should be upright and is not, has an exit code; false if images are only
  /// planned.
  package var endsWithShortfalls = true
  /// Whether a summary line is printed at the end; nil for only on a terminal, and for dry runs.
  package var summarizes: Bool?
  /// The number of files in the batch, including those done before; nil for the current number.
  package var total: Int?
  /// Whether reports go to standard error, because images go to standard output.
  package var logsToStandardError = false
  /// Collects the sidecars of files that change in place; nil if the command changes them too.
  package var sidecars: SidecarsBeside?
  /// Collects the labels and masks of photos that are rotated in place; nil if they are rotated too.
  package var labels: LabelsLeft?
  /// Completes the options that messages advise; nil if this command has them.
  package var advice: CompatAdvice?

  /// A batch whose other properties are as usual.
  package init(
    _ world: World, task: ImageTask, jobs: Int? = nil, json: Bool, outputFilter: OutputFilter = .everything,
    explains: Bool = false, onlyRetags: Bool = false, total: Int? = nil, logsToStandardError: Bool = false
  ) {
    self.world = world
    (self.task, self.jobs, self.json, self.outputFilter) = (task, jobs, json, outputFilter)
    (self.explains, self.onlyRetags) = (explains, onlyRetags)
    (self.total, self.logsToStandardError) = (total, logsToStandardError)
  }

  /// Runs the batch; `watch` gets each outcome.
  ///
  /// - Returns: As `BatchRunner.run`.
  package func run(
    _ files: [InputFile], to destinations: [Destination],
    watch: (InputFile, BatchRunner.Outcome<FileReport>) -> Void = { _, _ in }
  ) -> ExitStatus {
    let (task, isQuiet) = (task, outputFilter != .everything)
    var isFinished = false
    var (summary, sidecars, labels) = (BatchSummary(), sidecars, labels)
    let isWatched = files.count > 1 && world.errors.terminalColumns != nil
    let summarizes = summarizes ?? (!isQuiet && ((task.delivery.isDryRun && !files.isEmpty) || isWatched))
    var runner =
      onlyRetags
      ? BatchRunner.retags(
        world, jobs: jobs, json: json, openings: task.delivery.journal == nil ? 1 : 3, isQuiet: isQuiet)
      : BatchRunner(world, jobs: jobs, json: json, isQuiet: isQuiet)
    (runner.total, runner.advice, runner.memoryBytes) = (total, advice, memoryBytes)
    runner.changesFiles = !task.delivery.isDryRun && !logsToStandardError && outputFilter != .problems
    let code = runner.run(files, flush: task.commit) { (index, file) throws(UprightError) in
      try task.report(on: file, to: destinations[index])
    } report: { (file, report, console) throws(UprightError) in
      summary.add(report, of: file.path)
      watch(file, .success(report))
      if report.changesInPlace(file.path) { sidecars?.add(file) }
      if let image = report.image {
        labels?.add(file.path, image)
        if let bytes = image.bytes { try world.output.write(bytes) }
        for complaint in completed({ image.complaints }) {
          console.printError("\(TerminalText.plain(file.path)): \(complaint)")
        }
      }
      guard outputFilter.includes(report.isChangeOrProblem) else { return }
      world.report(report.json(of: file.path))
      if report.image?.isWithheld == true { return }
      let line = json ? report.json(of: file.path).line : report.text(of: file.path, explained: explains)
      if logsToStandardError { console.log(aside: line) } else { try console.result(line) }
    } shortfall: {
      endsWithShortfalls ? $0.image?.exitCode(toward: task.goal) : nil
    } observer: {
      watch($0, .failure($1))
    } ending: { (failures, console) throws(UprightError) in
      isFinished = true
      guard summarizes else { return }
      failures.forEach { summary.add($0) }
      try console.flush()
      console.printError(summary.line(rehearsed: task.delivery.isDryRun))
    }
    guard isFinished else { return code }
    printNotes(summary, summarizes)
    world.note(labels?.sentences ?? [])
    return printed(sidecars) ?? code
  }

  private var memoryBytes: Int { task.pipeline.limits.memoryBytes }

  /// Prints the sidecars that stay.
  ///
  /// - Returns: The exit code if they cannot be written.
  private func printed(_ sidecars: SidecarsBeside?) -> ExitStatus? {
    guard let sidecars, let sentence = sidecars.sentence else { return nil }
    world.note([sentence])
    guard json else { return nil }
    do throws(ExitStatus) { try world.answer(sidecars.json.map { $0.line + "\n" }.joined()) } catch { return error }
    return nil
  }

  private func printNotes(_ summary: BatchSummary, _ summarizes: Bool) {
    world.note(
      completed {
        summary.notes(
          rehearsed: task.delivery.isDryRun, reportsSkips: outputFilter == .everything,
          reportsKeptTags: !task.delivery.isDryRun || summarizes)
      })
  }

  /// Sentences, whose advice is for the command that has the options.
  private func completed(_ sentences: () -> [String]) -> [String] { advice?.used(sentences) ?? sentences() }

  /// Runs the batch family by family.
  ///
  /// - Returns: As `BatchRunner.run`, with families for files.
  package func run(_ families: FamilyFiles, by unit: FamilyTask) -> ExitStatus {
    var (summary, labels) = (BatchSummary(), labels)
    let summarizes = summarizes ?? (outputFilter == .everything && task.delivery.isDryRun)
    var runner = BatchRunner(world, jobs: jobs, json: json, isQuiet: outputFilter != .everything)
    (runner.total, runner.memoryBytes) = (families.totalCount, memoryBytes)
    runner.changesFiles = !task.delivery.isDryRun && outputFilter != .problems
    let code = runner.run(families.units.map(\.first)) { (index, _) in
      unit.run(families.units[index])
    } report: { (_, report, console) throws(UprightError) in
      for part in report.parts {
        summary.add(part)
        if let image = part.image?.image { labels?.add(part.path, image) }
        try console.flush()
        for note in part.notes { console.printError(note) }
        if let error = part.error { console.printFailure(error, of: part.path) }
        guard part.error != nil || outputFilter.includes(part.isChangeOrProblem) else { continue }
        if part.error == nil { world.report(part.json) }
        if let line = json ? part.json.line : part.text(explained: explains) { try console.result(line) }
      }
    } shortfall: {
      $0.exitCode(toward: task.goal)
    } ending: { (_, console) throws(UprightError) in
      guard summarizes else { return }
      try console.flush()
      console.printError(summary.line(rehearsed: task.delivery.isDryRun))
    }
    printNotes(summary, summarizes)
    world.note(labels?.sentences ?? [])
    return code
  }
}
