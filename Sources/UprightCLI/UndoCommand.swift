// `upright undo`: undoes a batch by its journal.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels
import UprightSystem

/// The command `undo`.
struct UndoCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Revert what a batch with --journal changed.",
    discussion: """
      Every file gets its old bytes back, starting with the last one; new files are removed. Files that were changed \
      since then are left as they are, and listed. If several batches changed the same files, undo the last batch \
      first. An undo that was stopped can be run again. A journal contains absolute paths, so a copy, for example in a \
      copied folder, is refused. --discard deletes the kept originals of rewritten files; the batch can then no longer \
      be undone.

      Examples:
        upright fix -i -r holiday --journal holiday.jsonl
        upright undo holiday.jsonl
        upright undo --discard holiday.jsonl
      """)

  @Argument(help: ArgumentHelp("The journal of the batch.", valueName: "journal"), completion: .file())
  var journal: String

  @Flag(help: "Delete the kept originals of rewritten files instead, to free disk space.")
  var discard = false

  @Flag(name: [.customShort("n"), .long], help: "Print what would be done, and change nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions

  func run(in world: World) throws {
    if !dryRun { try world.checkOutput() }
    let path = journal
    let (journal, history) = try JournalOptions.open(path, readOnly: dryRun, in: world)
    let entries = history.entries
    if history.plan != nil { try check(history, in: world) }
    if entries.isEmpty { world.tell("\(TerminalText.plain(path)): there is nothing to undo") }
    let code = UndoBatch(
      journal: journal, path: path, entries: discard ? history.keepingEntries : entries, discards: discard,
      isDryRun: dryRun, refusals: discard ? [:] : FamilyUndo.refusals(history)
    ).run(running, in: world)
    var failures: [UprightError] = []
    let leftoverFiles = history.removeLeftoverFiles(of: journal, now: world.now()) { failures.append($0) }
    if leftoverFiles.count > 0 { world.tell(JournalSentences.sentence(cleared: leftoverFiles.count)) }
    world.note(JournalSentences.sentence(left: leftoverFiles.left))
    for case .io(let path, let number) in failures {
      world.note([
        TerminalText.plain("\(path): not searched for leftovers of killed runs: \(UprightError.systemSentence(number))")
      ])
    }
    try (code == .success && !failures.isEmpty ? ExitStatus.partial : code).end()
  }

  /// Checks that images and their labels can be restored together; until all are restored, the originals are needed.
  ///
  /// - Throws: The exit code of what cannot be restored, after printing the error.
  private func check(_ history: JournalHistory, in world: World) throws {
    let name = TerminalText.plain(journal)
    if discard {
      let isNeeded = try world.exitOnError(journal) { () throws(UprightError) in try history.planNeedsOriginals() }
      guard !isNeeded else {
        throw ValidationError(
          "\(name): not all labels are rotated yet, and that needs the originals; run the batch with --resume first")
      }
      return
    }
    let code = UndoBatch(
      journal: nil, path: journal, entries: history.entries, discards: false, isDryRun: true, isQuiet: true
    )
    .run(running, in: world)
    guard !code.isSuccess else { return }
    world.tell("\(name): images and labels must be undone together; nothing was undone")
    throw code
  }
}

/// The changes to undo, and the output for each.
struct UndoBatch {
  /// nil for a dry run.
  let journal: Journal?
  /// The journal's path.
  let path: String
  let entries: JournalHistory.Entries
  let discards: Bool
  let isDryRun: Bool
  /// Whether only failures are printed.
  var isQuiet = false
  /// Changes that are not undone, by number.
  var refusals: [Int: UprightError] = [:]

  /// - Returns: As `BatchRunner.run`.
  func run(_ options: RunOptions, in world: World) -> ExitStatus {
    let task = UndoTask(journal: journal, discards: discards, isDryRun: isDryRun, refusals: refusals)
    let files = JournalFiles(entries: entries, journal: path)
    var counts = UndoTask.Counts()
    let code = BatchRunner.retags(world, jobs: options.parallel.jobs, json: options.json, isQuiet: options.quiet)
      .changingFiles(unless: isDryRun)
      .run(
        files, flush: task.flush, work: { (index, _) throws(UprightError) in try task.run(files.entry(at: index)) },
        report: { (file, report, console) throws(UprightError) in
          if isQuiet { return }
          counts.add(report)
          if options.quiet, report.operation == "unchanged" { return }
          try console.result(report.line(of: file.path, discards: discards, isJSON: options.json))
        })
    try? journal?.finish()
    if !isQuiet, let advice = task.adviceOnChangedFiles { world.tell(advice) }
    if isDryRun, !isQuiet, !options.quiet, !counts.words.isEmpty {
      world.tell("\(CountedNoun("file", files.count)): \(counts.words); nothing was written (dry run)")
    }
    return code
  }
}
