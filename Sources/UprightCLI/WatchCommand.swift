// `upright watch`: runs a command on the files of folders as they appear or change.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles

/// A command that `watch` can run.
protocol WatchableCommand: ProgramCommand {
  /// Why it cannot be run by `watch`; nil if it can.
  var watchFault: String? { get }
  /// The folder for results; nil if files change in place.
  var output: String? { get }
  var identity: BatchIdentity { get }
  var followsLinks: Bool { get }
  var isDryRun: Bool { get }
  var copied: CopiedFiles { get }
  func formats(in world: World) throws(DestinationConflict) -> Set<ContainerFormat>
  func run(
    _ world: World, on inputs: InputFiles, isWatched: Bool, in known: Journal?, done: (InputFile, UprightError?) -> Void
  ) throws -> ExitStatus
}

extension WritingCommand: WatchableCommand {
  var output: String? { writing.output }
  var followsLinks: Bool { !inputs.named.noFollow }
  var isDryRun: Bool { writing.dryRun }
  var watchFault: String? {
    !inputs.named.paths.isEmpty
      ? "it may not contain paths; the files come from the watched folders"
      : companions.checks || companions.labelled != nil || companions.families != nil || companions.copied == .all
        ? "--check, --labels, --families and --all do not work for single files that appear"
        : arguments.request.partCount > 1
          ? "--also gives several results, and `watch` follows one result of each file"
          : writing.toStandardOutput ? "-o - takes one file; use -o FOLDER/" : nil
  }
}

/// The command `watch`.
struct WatchCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch", abstract: "Run a command on files that appear or change in folders.",
    discussion: """
      Watches folders with their subfolders, and runs fix, rotate, orient, crop or thumb on each image or video that is \
      new or has changed. A file is processed once no program has written to it for --settle seconds. Results of the \
      command itself are never processed again.

      A command without -o changes files in place, and needs --journal. The journal remembers what is done, so that \
      no file is rotated twice, not even after a restart. With -o FOLDER/, results that are missing or older than \
      their source are written. At the start, files that changed in the meantime are processed first.

      Ctrl-C or SIGTERM finishes the file in progress and ends with 0; a second one ends at once. Watching needs Linux; \
      --once works everywhere.

      Examples:
        upright watch inbox --do "fix --to tag" --journal inbox.jsonl
        upright watch inbox --do "thumb 512 -o thumbs/"
        upright watch inbox --once --do "rotate cw" --journal turn.jsonl
      """)

  @Argument(help: ArgumentHelp("Folders to watch.", valueName: "folders"), completion: .directory)
  var folders: [String]

  @Option(name: .customLong("do"), help: ArgumentHelp("The command, without paths.", valueName: "command"))
  var words: String

  @Option(
    help: ArgumentHelp("Process a file once it has not changed for this long. (default: 2.0)", valueName: "seconds"),
    transform: CheckedNumber.decimal)
  var settle = 2.0

  @Option(
    help: ArgumentHelp("Record each change here, for restarts and `upright undo FILE`.", valueName: "file"))
  var journal: String?

  @Flag(help: "Process the files that are there, and end.")
  var once = false

  @Flag(name: [.customShort("n"), .long], help: "Print what would be done with each file, and write nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions

  func validate() throws(ValidationError) {
    guard (0.1...3_600).contains(settle) else { throw ValidationError("--settle must be between 0.1 and 3600") }
    _ = try command { words throws(Settings.Fault) in words }
  }

  /// The command of `--do`, with the settings of a world.
  private func command(in world: World) throws(ValidationError) -> any WatchableCommand {
    try command { words throws(Settings.Fault) in try Settings(variable: world.variable).applied(to: words) }
  }

  private func command(
    with settings: ([String]) throws(Settings.Fault) -> [String]
  ) throws(ValidationError) -> any WatchableCommand {
    guard let split = CommandWords.split(words), let verb = split.first else {
      throw ValidationError("--do needs the words of a command, with all quotes closed")
    }
    let types = UprightCommand.configuration.subcommands.compactMap { $0 as? any WatchableCommand.Type }
    guard let type = types.first(where: { $0.configuration.commandName == verb }) else {
      let names = types.compactMap { $0.configuration.commandName }.joined(separator: ", ")
      throw ValidationError("--do cannot run \(TerminalText.plain(verb)); it runs \(names)")
    }
    if let given = split.first(where: CommandWords.isGiven) {
      throw ValidationError("--do: leave out \(TerminalText.plain(given)); `watch` gives it")
    }
    let arguments = CommandWords.watched(
      split, journal: journal, dryRun: dryRun, json: running.json, quiet: running.quiet, jobs: running.parallel.jobs)
    let configured: [String]
    do throws(Settings.Fault) {
      configured = Array(try settings([verb] + arguments).dropFirst())
    } catch {
      throw ValidationError(error.error.sentence(about: error.subject))
    }
    let parsed: any ParsableCommand
    do { parsed = try type.parseAsRoot(configured) } catch {
      throw ValidationError("--do: \(type.message(for: error))")
    }
    guard let command = parsed as? any WatchableCommand else { throw ValidationError("--do \(words): not a command") }
    if let fault = command.watchFault { throw ValidationError("--do: \(fault)") }
    if command.output == nil, journal == nil, !command.isDryRun {
      throw ValidationError(
        "--do \(verb) changes files in place: it needs --journal FILE, which remembers what is done")
    }
    return command
  }

  func run(in world: World) throws {
    let command = try command(in: world)
    Interruption.watch()
    try world.checkOutput()
    let conflict = try world.exitOnError(folders[0]) { () throws(UprightError) in
      try FolderWatch.conflict(of: folders, output: command.output)
    }
    if let conflict { throw ValidationError(conflict) }
    let lock = try lock(for: command, in: world)
    let isKnown = journal.map { (try? FileIdentity(path: $0)) != nil } == true
    let options = try JournalOptions.parse(
      (journal.map { ["--journal=\($0)"] } ?? []) + (isKnown ? ["--resume"] : []))
    let places = command.output.map { [$0] } ?? folders
    let book = try options.begin(
      world, [], to: [], as: command.identity, in: places, rehearses: command.isDryRun, watches: true
    ).journal
    try world.exitOnError(journal ?? "") { () throws(UprightError) in try book?.check(folders: places) }
    let history =
      try command.isDryRun && isKnown ? journal.map { try JournalOptions.open($0, readOnly: true, in: world) } : nil
    let isInPlace = command.output == nil
    let settings = WatchLoop.Settings(
      formats: try command.formats(in: world), copied: command.copied, isInPlace: isInPlace, isDryRun: command.isDryRun,
      isOnce: once, settle: settle)
    let ledger = WatchLedger(book, history: book?.history ?? history?.history, isInPlace: isInPlace)
    var failures: [ExitStatus] = []
    var code = ExitStatus.success
    do throws(FolderWatch.Failure) {
      let loop = try WatchLoop(folders, settings, ledger: ledger)
      try loop.run { files, done in
        // Only --once needs them.
        failures += process(files, by: command, in: book, world, done).filter { once && !$0.isSuccess }.prefix(1)
        do throws(UprightError) { try world.output.check() } catch { code = ExitStatus(error) }
        return code.isSuccess
      }
      if loop.unfinishedCount > 0 {
        world.tell("files still being written, left for the next run: \(loop.unfinishedCount)")
      }
      if once, code.isSuccess, let first = failures.first { code = loop.count == 1 ? first : .partial }
      if let signal = Interruption.signal { code = once ? ExitStatus(128 + signal) : .success }
    } catch {
      code = failed(error, in: world)
    }
    withExtendedLifetime(lock) {}
    try options.end(book, after: code, watches: true, in: world).end()
  }

  /// The folders' lock if their files change: two programs would rotate each file twice.
  private func lock(for command: any WatchableCommand, in world: World) throws(ExitStatus) -> FolderLock? {
    guard command.output == nil, !command.isDryRun else { return nil }
    do throws(FolderWatch.Failure) { return try FolderLock(folders) } catch { throw failed(error, in: world) }
  }

  private func failed(_ failure: FolderWatch.Failure, in world: World) -> ExitStatus {
    world.tell(TerminalText.plain(failure.message))
    return ExitStatus(failure.error)
  }

  /// Processes files together, or one by one if their results conflict.
  private func process(
    _ files: [InputFile], by command: any WatchableCommand, in journal: Journal?, _ world: World,
    _ done: (InputFile, UprightError?) -> Void
  ) -> [ExitStatus] {
    do {
      let inputs = InputFiles(files, in: folders, follows: command.followsLinks)
      return [try command.run(world, on: inputs, isWatched: true, in: journal, done: done)]
    } catch let conflict as DestinationConflict {
      if files.count > 1 { return files.flatMap { process([$0], by: command, in: journal, world, done) } }
      world.tell("\(TerminalText.plain(files[0].path)): \(conflict.reason)")
      return [.invalidRequest]
    } catch { return [error as? ExitStatus ?? .invalidRequest] }
  }
}
