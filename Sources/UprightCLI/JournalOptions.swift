// `--journal` and `--resume`: a batch that can be resumed and undone.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightSystem

/// `--journal` and `--resume`.
struct JournalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      Record each change before it happens, so that the batch can be resumed, and reverted with `upright undo FILE`. \
      Originals of rewritten files are kept until you undo the batch or discard them.
      """,
      valueName: "file"))
  var journal: String?

  @Flag(help: "With --journal, continue the batch of that journal; finished files are not processed again.")
  var resume = false

  func validate() throws(ValidationError) {
    if resume, journal == nil { throw ValidationError("--resume needs a journal: --journal FILE") }
    if journal == "" { throw ValidationError("--journal needs a name") }
    if journal == "-" {
      throw ValidationError("the journal cannot go to standard output. (For a file called '-', write ./-)")
    }
  }

  /// The journal, nil if none is requested or if there are no files, and the part of the batch that remains to be done.
  ///
  /// - Parameters:
  ///   - identity: What is done to every file.
  ///   - folders: The folders that contain, or will contain, files of the batch.
  ///   - others: Files that change after all others.
  ///   - rehearses: Whether this is a dry run: the journal is only read.
  /// - Throws: `ValidationError` if it is another batch's; the exit code if it cannot be written.
  func begin(
    _ files: [InputFile], to destinations: [Destination], as identity: BatchIdentity, in folders: [String] = [],
    and others: [String] = [], rehearses: Bool
  ) throws -> (journal: Journal?, left: Resumption) {
    guard let path = journal, resume || !files.isEmpty else { return (nil, Resumption(files, to: destinations)) }
    let operation = identity.words
    guard resume else {
      if rehearses {
        try Self.opened(path) { () throws(UprightError) in try Self.checkPlace(path) }
        return (nil, Resumption(files, to: destinations))
      }
      let journal = try Self.opened(path) { () throws(UprightError) in
        let targets = zip(files, destinations).lazy.map { $1.location(of: $0) }.filter { target in
          // A file in a named folder stays there, whatever its path resolves to by now, unless its own name is a link.
          !target.isInFolder || target.isLink && FileIdentity.isSymbolicLink(target.path)
        }
        let roots = try JournalRoots(of: targets.map(\.path) + others, in: folders)
        return try Journal(creating: path, operation: operation, started: time(nil), roots: roots)
      }
      return (journal, Resumption(files, to: destinations))
    }
    guard (try? FileIdentity(path: path)) != nil else {
      Console.note(["\(TerminalText.plain(path)): no such journal; leave out --resume to start one"])
      throw ExitCode(UprightError.io(path: path, systemError: ENOENT).codes.exitCode)
    }
    let journal = rehearses ? nil : try Self.resumed(path).journal
    let history = try journal?.history ?? Self.read(path)
    guard history.matches(operation) else {
      let words = (history.operation ?? []).map(TerminalText.plain).joined(separator: " ")
      throw ValidationError(
        "\(TerminalText.plain(path)) was written by `upright \(words)`; --resume needs the same options")
    }
    if let journal {
      let cleared = history.removeLeftoverFiles(of: journal, now: time(nil)) { _ in }.count
      if cleared > 0 { Console.note([JournalSentences.sentence(cleared: cleared)]) }
    }
    return (journal, Resumption(files, to: destinations, by: history, in: journal))
  }

  /// Ends a batch that ended with `code`.
  ///
  /// - Returns: The exit code of the command.
  func end(_ journal: Journal?, after code: ExitCode) -> ExitCode {
    guard let journal else { return code }
    if Interruption.signal != nil { Console.note(["run the same command with --resume to continue"]) }
    do throws(UprightError) { try journal.finish() } catch {
      Console.note([JournalSentences.sentence(error, about: journal.path)])
      return code.isSuccess ? ExitCode(error.codes.exitCode) : code
    }
    return code
  }

  /// Checks that a journal could be created at `path`.
  private static func checkPlace(_ path: String) throws(UprightError) {
    if FileIdentity.isSymbolicLink(path) || (try? FileIdentity(path: path)) != nil { throw .exists(path) }
    _ = try FileIdentity(path: FileName.folder(of: path))
  }

  /// The contents of the journal at `path`.
  ///
  /// - Throws: The exit code if it cannot be read.
  static func read(_ path: String) throws(ExitCode) -> JournalHistory {
    try opened(path) { () throws(UprightError) in try JournalHistory(path: path) }
  }

  /// The journal at `path` and its contents.
  ///
  /// - Throws: The exit code if it cannot be read or written.
  static func resumed(_ path: String) throws(ExitCode) -> (journal: Journal, history: JournalHistory) {
    try opened(path) { () throws(UprightError) in
      let journal = try Journal(resuming: path)
      return (journal, journal.history)
    }
  }

  private static func opened<Opened>(
    _ path: String, _ open: () throws(UprightError) -> Opened
  ) throws(ExitCode) -> Opened {
    do throws(UprightError) { return try open() } catch {
      Console.note([JournalSentences.sentence(error, about: path)])
      throw ExitCode(error.codes.exitCode)
    }
  }
}
