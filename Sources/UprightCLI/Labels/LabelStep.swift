// The steps of a batch with labels, in their order: promised before a picture changes, kept after the last one.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// Labels and pictures in one batch.
struct LabelStep {
  private(set) var reorientPlan: LabelReorientPlan
  private let writing: WriteOptions
  private let name: String
  private var plan: JournalPlan?

  /// Reads the labels, and unless a journal may know already what is to be done with them, decides it.
  ///
  /// - Throws: the exit code, where pictures cannot be turned together with these labels; that is said then.
  init(
    _ arguments: LabelledArguments, of pictures: [InputFile], rules: OrientationRules, writing: WriteOptions,
    resumes: Bool
  ) throws(ExitCode) {
    name = arguments.labels ?? ""
    self.writing = writing
    reorientPlan = try exitOnError(name) { [name] () throws(UprightError) in
      try LabelReorientPlan(
        name, format: arguments.labelFormat, space: arguments.labelSpace, of: pictures, rules: rules)
    }
    if !resumes { try decide() }
  }

  private mutating func decide() throws(ExitCode) {
    let plan = try exitOnError(name) { [reorientPlan, writing] () throws(UprightError) in
      try reorientPlan.plan(partingHardLinks: writing.breakHardLinks)
    }
    self.plan = plan
    Console.note(reorientPlan.notes(plan))
  }

  /// Has `journal` know what is to be done, or learns it from there.
  ///
  /// - Throws: the exit code, where labels are not what they were; that is said then.
  mutating func begin(in journal: Journal) throws(ExitCode) {
    if let known = journal.history.plan {
      plan = known
      reorientPlan = try exitOnError(name) { [reorientPlan] () throws(UprightError) in
        try reorientPlan.check(known, against: journal.history)
        return try reorientPlan.following(known)
      }
      return
    }
    if plan == nil { try decide() }
    guard let plan else { return }
    if let file = plan.files.first(where: { !JournalPlan.mayName($0.path) }) {
      Console.note([Self.noUndo(file.path)])
      throw ExitCode.validationFailure
    }
    try exitOnError(journal.path) { () throws(UprightError) in try journal.announcePlan(plan) }
  }

  /// Turns the rows of the pictures that were turned, after a batch that ended with `code`.
  ///
  /// - Returns: what the command ends with.
  func finish(in journal: Journal, after code: ExitCode, _ running: RunOptions) -> ExitCode {
    guard let plan, !plan.files.isEmpty, Interruption.signal == nil else { return code }
    let ended: ExitCode
    do throws(ExitCode) {
      ended = try exitOnError(name) { () throws(UprightError) in
        return try LabelFollowUp(reorientPlan, plan, after: journal.reread(), in: journal, by: writing).run(running)
      }
    } catch { ended = error }
    if ended.isSuccess { journal.markPlanDone() } else { Console.note([Self.remedy(journal.path)]) }
    return code.isSuccess ? ended : code
  }

  private static func noUndo(_ path: String) -> String {
    "\(TerminalText.plain(path)): `upright undo` brings back label files only by these endings of their names: "
      + JournalPlan.endings.map { ".\($0)" }.joined(separator: ", ") + "; nothing was changed"
  }

  private static func remedy(_ path: String) -> String {
    "not all labels are turned as their pictures are: the same command with --resume goes on, "
      + "`upright undo \(TerminalText.plain(path))` puts the pictures back"
  }

  /// Says what would be done to the labels of the pictures that would be turned, after a batch that ended with `code`.
  func previewChanges(turned paths: Set<String>, after code: ExitCode, _ running: RunOptions) -> ExitCode {
    guard let plan, !plan.files.isEmpty, Interruption.signal == nil else { return code }
    let turns = reorientPlan.facts().filter { paths.contains(reorientPlan.pictures[$0.key].path) }.mapValues(
      LabelReorientation.init)
    let ended = LabelFollowUp(reorientPlan, turned: turns).run(running)
    return code.isSuccess ? ended : code
  }
}
