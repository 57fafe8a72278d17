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
      valueName: "file"),
    completion: .file())
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
  ///   - world: Where notes and errors are printed.
  ///   - identity: What is done to every file.
  ///   - folders: The folders that contain, or will contain, files of the batch.
  ///   - others: Files that change after all others.
  ///   - rehearses: Whether this is a dry run: the journal is only read.
  ///   - watches: Whether files come later, from `folders`.
  /// - Throws: `ValidationError` if it is another batch's; the exit code if it cannot be written.
  func begin(
    _ world: World, _ files: [InputFile], to destinations: [Destination], as identity: BatchIdentity,
    in folders: [String] = [], and others: [String] = [], rehearses: Bool, watches: Bool = false
  ) throws -> (journal: Journal?, left: Resumption) {
    guard let path = journal, resume || watches || !files.isEmpty else {
      return (nil, Resumption(files, to: destinations))
    }
    let batch = BatchJournal.Scope(files, to: destinations, as: identity, in: folders, and: others)
    let name = TerminalText.plain(path)
    do throws(BatchJournal.Refusal) {
      let begun =
        try resume
        ? BatchJournal(resuming: path, for: batch, rehearses: rehearses, now: world.now())
        : BatchJournal(creating: path, for: batch, rehearses: rehearses, now: world.now())
      if begun.clearedCount > 0 { world.tell(JournalSentences.sentence(cleared: begun.clearedCount)) }
      return (begun.journal, begun.left)
    } catch {
      switch error {
      case .failed(let error): throw Self.failure(error, path, world)
      case .missing:
        world.tell("\(name): no such journal; leave out --resume to start one")
        throw ExitStatus(.io(path: path, systemError: ENOENT))
      case .otherRequest(let words):
        let words = words.map(TerminalText.plain).joined(separator: " ")
        throw ValidationError("\(name) was written by `upright \(words)`; --resume needs the same options")
      }
    }
  }

  /// Ends a batch that ended with `code`.
  ///
  /// - Returns: The exit code of the command.
  func end(_ journal: Journal?, after code: ExitStatus, watches: Bool = false, in world: World) -> ExitStatus {
    guard let journal else { return code }
    if Interruption.signal != nil, !watches { world.tell("run the same command with --resume to continue") }
    do throws(UprightError) { try journal.finish() } catch {
      world.tell(JournalSentences.sentence(error, about: journal.path))
      return code.isSuccess ? ExitStatus(error) : code
    }
    return code
  }

  /// The journal at `path`, nil if it is only to be read, and its contents.
  ///
  /// - Throws: The exit code if it cannot be read or written.
  static func open(
    _ path: String, readOnly: Bool, in world: World
  ) throws(ExitStatus) -> (journal: Journal?, history: JournalHistory) {
    do throws(UprightError) { return try BatchJournal.open(path, readOnly: readOnly) } catch {
      throw failure(error, path, world)
    }
  }

  private static func failure(_ error: UprightError, _ path: String, _ world: World) -> ExitStatus {
    world.tell(JournalSentences.sentence(error, about: path))
    return ExitStatus(error)
  }
}
