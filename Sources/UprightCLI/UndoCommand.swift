// `upright undo`: a batch taken back, as its journal says.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The command `undo`.
struct UndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take back what a batch with --journal has changed.",
    discussion: """
      Every file gets back the bytes it had before, the last one first; new files are removed. A file that somebody has changed since is left as it is, and \
      named. Of several batches over the same files, take back the last one first. What is taken back is written into the journal, so that an undo that was stopped can be run again. \
      A journal names files by their whole paths: a copy of it, as in a copied folder, is refused, and would change the first ones. \
      --discard removes the originals that were kept of rewritten files, and with them the way back.

      Examples:
        upright fix -i -r holiday --journal holiday.jsonl
        upright undo holiday.jsonl
        upright undo --discard holiday.jsonl
      """)

  @Argument(help: ArgumentHelp("The journal of the batch.", valueName: "journal"), completion: .file())
  var journal: String

  @Flag(help: "Remove the kept originals of rewritten files instead, which frees their room.")
  var discard = false

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions

  func run() throws {
    let path = journal
    let opened = dryRun ? nil : try JournalOptions.resumed(path)
    let history = try opened?.history ?? JournalOptions.read(path)
    let entries = history.entries
    if history.plan != nil { try check(history) }
    if entries.isEmpty { Console.note(["\(TerminalText.plain(path)): there is nothing to take back"]) }
    let code = UndoBatch(
      journal: opened?.journal, path: path, entries: discard ? history.keepingEntries : entries, discards: discard,
      isDryRun: dryRun
    ).run(running)
    var failures: [UprightError] = []
    let leftoverFiles = history.removeLeftoverFiles(of: opened?.journal, now: time(nil)) { failures.append($0) }
    if leftoverFiles.count > 0 { Console.note([JournalOptions.sentence(cleared: leftoverFiles.count)]) }
    Console.note(Self.sentence(of: leftoverFiles.left))
    for case .io(let path, let number) in failures {
      Console.note([
        TerminalText.plain("\(path): not looked at for what killed runs left: \(UprightError.systemSentence(number))")
      ])
    }
    try (code == .success && !failures.isEmpty ? ExitCode.partial : code).end()
  }

  /// Where hidden files are left beside those of a batch, and what clears them away.
  private static func sentence(of found: [(folder: String, count: Int)]) -> [String] {
    guard let first = found.first else { return [] }
    let count = found.reduce(0) { $0 + $1.count }
    let others = found.count > 1 ? ", and in \(found.count - 1) more" : ""
    return [
      "a run that was killed has left \(count == 1 ? "a hidden file" : "\(count) hidden files") in "
        + "\(TerminalText.plain(first.folder))\(others): `upright recover` with \(found.count > 1 ? "these folders" : "this folder") "
        + "clears away what nobody needs"
    ]
  }

  /// Pictures and what follows them, labels, go back together or not at all; and until all of it has followed, the originals are needed.
  ///
  /// - Throws: the exit code of what cannot go back; that is said then.
  private func check(_ history: JournalHistory) throws {
    let name = TerminalText.plain(journal)
    if discard {
      let attachments = try exitOnError(journal) { () throws(UprightError) in
        var states: [JournalHistory.Entry.State] = []
        for file in history.plan?.files ?? [] {
          if let entry = try history.entry(of: file.path) { states.append(try entry.state(recovering: false)) }
        }
        return states
      }
      guard history.isPlanDone, !attachments.contains(.before) else {
        throw ValidationError(
          "\(name): not all labels are turned as their pictures are, and that takes the originals; "
            + "the batch with --resume turns them")
      }
      return
    }
    let code = UndoBatch(
      journal: nil, path: journal, entries: history.entries, discards: false, isDryRun: true, isQuiet: true
    )
    .run(running)
    guard !code.isSuccess else { return }
    Console.note(["\(name): pictures and labels go back together; nothing was taken back"])
    throw code
  }
}

/// The changes that are taken back, and what is said of each.
struct UndoBatch {
  /// What came of one.
  struct Report: Sendable {
    /// In a word.
    let operation: String
    /// The line of the journal that says so.
    var record: JournalRecord?
    /// What is to be flushed before it is true.
    var pending: PendingFlush?
  }

  /// Nil where nothing is done.
  let journal: Journal?
  /// The journal's path.
  let path: String
  let entries: JournalHistory.Entries
  let discards: Bool
  let isDryRun: Bool
  /// Whether only what fails is said.
  var isQuiet = false

  /// - Returns: as `BatchRunner.run`.
  func run(_ options: RunOptions) -> ExitCode {
    let (entries, journal, discards, isDryRun) = (entries, journal, discards, isDryRun)
    let files = EntryFiles(entries: entries, journal: path)
    var counts: [(operation: String, count: Int)] = []
    let code = BatchRunner.retags(jobs: options.parallel.jobs, json: options.json, isQuiet: options.quiet)
      .run(
        files, flush: { Self.flush($0, in: journal) },
        work: { (index, _) throws(UprightError) in
          discards
            ? try Self.discard(entries[index].get(), isDryRun: isDryRun)
            : try Self.undo(entries[index].get(), isDryRun: isDryRun)
        },
        report: { (file, report, console) throws(UprightError) in
          if isQuiet { return }
          if let place = counts.firstIndex(where: { $0.operation == report.operation }) {
            counts[place].count += 1
          } else {
            counts.append((report.operation, 1))
          }
          if options.quiet, report.operation == "unchanged" { return }
          let line = JSONLine.about(file.path, [.init(discards ? "discard" : "undo", .text(report.operation))]).line
          try console.result(options.json ? line : "\(TerminalText.plain(file.path)): \(report.operation)")
        })
    try? journal?.finish()
    if isDryRun, !isQuiet, !options.quiet, !counts.isEmpty {
      let words = counts.map { "\($0.count) \($0.operation)" }.joined(separator: ", ")
      Console.note(["\(CountedNoun("file", files.count)): \(words); nothing was written, as --dry-run says"])
    }
    return code
  }

  private static func undo(_ entry: JournalHistory.Entry, isDryRun: Bool) throws(UprightError) -> Report {
    let (operation, pending) = try entry.undo(isDryRun: isDryRun)
    return Report(operation: operation.rawValue, record: isDryRun ? nil : .undone(entry.number), pending: pending)
  }

  private static func discard(_ entry: JournalHistory.Entry, isDryRun: Bool) throws(UprightError) -> Report {
    guard try entry.discard(isDryRun: isDryRun) else { return Report(operation: "unchanged") }
    return Report(operation: "discarded", record: isDryRun ? nil : .discarded(entry.number))
  }

  /// Flushes what is pending, all together, and writes down what is safe.
  private static func flush(
    _ outcomes: [BatchRunner.Outcome<Report>], in journal: Journal?
  ) -> [BatchRunner.Outcome<Report>] {
    let finished = PendingWork.end(outcomes, \.pending, PendingFlush.complete)
    journal?.note(finished.compactMap { try? $0.get().record })
    return finished
  }
}

/// The files of changes, each read from the journal when it is asked for: a million of them need no room.
private struct EntryFiles: FileList {
  let entries: JournalHistory.Entries
  let journal: String

  var startIndex: Int { 0 }
  var endIndex: Int { entries.count }
  subscript(position: Int) -> InputFile {
    do throws(UprightError) {
      let path = try entries[position].get().intent.path
      return InputFile(path: path, relativePath: FileName.last(of: path))
    } catch { return InputFile(path: journal, relativePath: journal, failure: error) }
  }
}
