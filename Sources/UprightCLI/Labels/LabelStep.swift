// The steps of a batch with labels, in order: announced before an image changes, carried out after the last one.

import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

/// Labels and images in one batch.
struct LabelStep {
  private(set) var reorientPlan: LabelReorientPlan
  private let world: World
  private let writing: WriteOptions
  private let name: String
  private var plan: JournalPlan?

  /// Reads the labels and, unless a journal may already contain the plan, makes the plan.
  ///
  /// - Throws: The exit code if the images cannot be rotated together with these labels, after printing the error.
  init(
    _ world: World, _ arguments: LabelledArguments, of images: [InputFile], rules: OrientationRules,
    writing: WriteOptions, resumes: Bool
  ) throws(ExitStatus) {
    self.world = world
    name = arguments.labels ?? ""
    self.writing = writing
    reorientPlan = try world.exitOnError(name) { [name] () throws(UprightError) in
      try LabelReorientPlan(
        name, format: arguments.labelFormat, space: arguments.labelSpace, of: images, rules: rules)
    }
    if !resumes { try decide() }
  }

  private mutating func decide() throws(ExitStatus) {
    let plan = try world.exitOnError(name) { [reorientPlan, writing] () throws(UprightError) in
      try reorientPlan.plan(partingHardLinks: writing.breakHardLinks)
    }
    self.plan = plan
    world.note(reorientPlan.notes(plan))
  }

  /// Records the plan in `journal`, or takes it from there.
  ///
  /// - Throws: The exit code if the labels have changed, after printing the error.
  mutating func begin(in journal: Journal) throws(ExitStatus) {
    if let known = journal.history.plan {
      plan = known
      reorientPlan = try world.exitOnError(name) { [reorientPlan] () throws(UprightError) in
        try reorientPlan.check(known, against: journal.history)
        return try reorientPlan.following(known)
      }
      return
    }
    if plan == nil { try decide() }
    guard let plan else { return }
    // Undo restores masks because they are images.
    if let file = plan.files.first(where: { !JournalPlan.mayName($0.path) && !MaskFiles.isPNG($0.path) }) {
      world.tell(LabelReorientPlan.noUndo(of: file.path))
      throw ExitStatus.invalidRequest
    }
    try world.exitOnError(journal.path) { () throws(UprightError) in try journal.announcePlan(plan) }
  }

  /// Reorients the rows of the rotated images, after a batch that ended with `code`.
  ///
  /// - Returns: The exit code of the command.
  func finish(in journal: Journal, after code: ExitStatus, _ running: RunOptions) -> ExitStatus {
    guard let plan, !plan.files.isEmpty, Interruption.signal == nil else { return code }
    let ended: ExitStatus
    do throws(ExitStatus) {
      ended = try world.exitOnError(name) { () throws(UprightError) in
        try LabelFollowUp(
          reorientPlan, plan, after: journal.reread(), in: journal, partingHardLinks: writing.breakHardLinks,
          keepingTime: writing.preserveMtime
        ).run(running, in: world)
      }
    } catch { ended = error }
    if ended.isSuccess { journal.markPlanDone() } else { world.tell(LabelReorientPlan.remedy(by: journal.path)) }
    return code.isSuccess ? ended : code
  }

  /// Prints what would be done to the labels of the images that would be rotated, after a batch that ended with `code`.
  func previewChanges(turned paths: Set<String>, after code: ExitStatus, _ running: RunOptions) -> ExitStatus {
    guard let plan, !plan.files.isEmpty, Interruption.signal == nil else { return code }
    let turns = reorientPlan.facts().filter { paths.contains(reorientPlan.images[$0.key].path) }.mapValues(
      LabelReorientation.init)
    let ended = LabelFollowUp(reorientPlan, turned: turns).run(running, in: world)
    return code.isSuccess ? ended : code
  }
}

// The label files that are updated after a batch, with a line for each.

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
