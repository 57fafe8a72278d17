// `--journal` and `--resume`: a batch that can be gone on with and taken back.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// `--journal` and `--resume`.
struct JournalOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write down each change before it happens, so that the batch can be resumed and `upright undo FILE` takes it back; rewritten files are kept until then.",
      valueName: "file"))
  var journal: String?

  @Flag(help: "With --journal, go on where the batch of that journal stopped; what it has done is not done again.")
  var resume = false

  func validate() throws(ValidationError) {
    if resume, journal == nil { throw ValidationError("--resume needs the journal to go on with: --journal FILE") }
    if journal == "" { throw ValidationError("--journal needs a name") }
    if journal == "-" {
      throw ValidationError("a journal is a file, not standard output; ./- is the name of a file called -")
    }
  }

  /// The journal, nil where none is wanted, and what of the batch is left to do by it.
  ///
  /// - Parameters:
  ///   - named: The files as they are named on the command line.
  ///   - folders: The folders that files of the batch are in, or will be.
  ///   - others: Files that change after all others.
  ///   - rehearses: Whether nothing is done, so that there is nothing to write down either: the journal is only read.
  /// - Throws: `ValidationError` where it is of another batch; the exit code where it cannot be written.
  func begin(
    _ files: [InputFile], to destinations: [Destination], named: [String], in folders: [String] = [],
    and others: [String] = [], rehearses: Bool
  ) throws -> (journal: Journal?, left: Resumption) {
    guard let path = journal else { return (nil, Resumption(files, to: destinations)) }
    let operation = Self.operation(of: CommandArguments.words, paths: PathRuns.unfolded(named))
    guard resume else {
      if rehearses {
        try Self.opened(path) { () throws(UprightError) in try Self.checkPlace(path) }
        return (nil, Resumption(files, to: destinations))
      }
      let journal = try Self.opened(path) { () throws(UprightError) in
        let targets = zip(files, destinations).lazy.map { $1.location(of: $0) }.filter { target in
          // What is in a named folder stays there, wherever its path leads by now, unless its own name is a link.
          !target.isInFolder || target.isLink && FileIdentity.isSymbolicLink(target.path)
        }
        let roots = try JournalRoots(of: targets.map(\.path) + others, in: folders)
        return try Journal(creating: path, operation: operation, started: time(nil), roots: roots)
      }
      return (journal, Resumption(files, to: destinations))
    }
    guard (try? FileIdentity(path: path)) != nil else {
      Console.note(["\(TerminalText.plain(path)): there is no such journal; without --resume one is begun"])
      throw ExitCode(UprightError.io(path: path, systemError: ENOENT).codes.exitCode)
    }
    let journal = rehearses ? nil : try Self.resumed(path).journal
    let history = try journal?.history ?? Self.read(path)
    guard history.matches(operation) else {
      let words = (history.operation ?? []).map(TerminalText.plain).joined(separator: " ")
      throw ValidationError("\(TerminalText.plain(path)) is the journal of another batch: upright \(words)")
    }
    if let journal {
      let cleared = history.removeLeftoverFiles(of: journal, now: time(nil)) { _ in }.count
      if cleared > 0 { Console.note([Self.sentence(cleared: cleared)]) }
    }
    return (journal, Resumption(files, to: destinations, by: history, in: journal))
  }

  /// Ends a batch that ended with `code`.
  ///
  /// - Returns: what the command ends with.
  func end(_ journal: Journal?, after code: ExitCode) -> ExitCode {
    guard let journal else { return code }
    if Interruption.signal != nil { Console.note(["the same command with --resume goes on"]) }
    do throws(UprightError) { try journal.finish() } catch {
      Console.note([Self.sentence(error, about: journal.path)])
      return code.isSuccess ? ExitCode(error.codes.exitCode) : code
    }
    return code
  }

  /// Makes sure that a journal could be begun at `path`.
  private static func checkPlace(_ path: String) throws(UprightError) {
    if FileIdentity.isSymbolicLink(path) || (try? FileIdentity(path: path)) != nil { throw .exists(path) }
    _ = try FileIdentity(path: FileName.folder(of: path))
  }

  /// That hidden files are gone that killed runs had left.
  static func sentence(cleared count: Int) -> String {
    "\(count == 1 ? "a hidden file" : "\(count) hidden files") that a killed run had left \(count == 1 ? "is" : "are") removed"
  }

  /// What the journal at `path` says.
  ///
  /// - Throws: the exit code where it cannot be read.
  static func read(_ path: String) throws(ExitCode) -> JournalHistory {
    try opened(path) { () throws(UprightError) in try JournalHistory(path: path) }
  }

  /// The journal at `path` and what it says.
  ///
  /// - Throws: the exit code where it cannot be read or written.
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
      Console.note([sentence(error, about: path)])
      throw ExitCode(error.codes.exitCode)
    }
  }

  private static func sentence(_ error: UprightError, about path: String) -> String {
    let name = TerminalText.plain(path)
    if case .io(_, EEXIST) = error {
      return "\(name): there is a file of this name already; --resume goes on with a journal"
    }
    if case .io(_, EWOULDBLOCK) = error { return "\(name): a batch or an undo with this journal is running" }
    if case .io(_, EPERM) = error, let distrust = (try? FileIdentity(path: path)).flatMap({ JournalRejection($0) }) {
      return "\(name): \(sentence(distrust, name))"
    }
    return "\(name): \(error.sentence(about: path))"
  }

  private static func sentence(_ distrust: JournalRejection, _ name: String) -> String {
    switch distrust {
    case .foreign(let owner):
      "this journal belongs to another user (number \(owner)), and it says which files are written and removed; nothing was done: "
        + "let that user run the command, or look through the journal and make it yours (chown \(geteuid()) \(name))"
    case .writable:
      "others than its owner may write to this journal, and it says which files are written and removed; nothing was done: "
        + "look through it, then take that from them (chmod go-w \(name))"
    }
  }

  /// Words that change nothing of what is done to a file.
  private static let outputOptions: Set = [
    "--resume", "--json", "--explain", "--summary", "--quiet", "-q", "--dry-run", "-n", "--recursive", "-r",
    "--no-follow", "--",
  ]

  /// What a command line does to every file, whatever files those are: its words without the files and without what decides how it is told and how fast.
  static func operation(of words: [String], paths: [String]) -> [String] {
    var paths = Dictionary(paths.map { (Array($0.utf8), 1) }, uniquingKeysWith: +)
    let others = words.reversed().filter { word in
      guard let count = paths[Array(word.utf8)], count > 0 else { return true }
      paths[Array(word.utf8)] = count - 1
      return false
    }
    var (operation, rest): ([String], ArraySlice<String>) = ([], others.reversed()[...])
    while let word = rest.popFirst() {
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? word
      if ["--journal", "--jobs", "-j", "--files0-from", "--sandbox"].contains(name) {
        if name == word { _ = rest.popFirst() }
      } else if word.hasPrefix("-j"), Int(word.dropFirst(2)) != nil {
        continue
      } else if !outputOptions.contains(word) {
        operation.append(word)
      }
    }
    return operation
  }
}
