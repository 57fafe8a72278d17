// `upright recover`: what killed runs have left behind, cleared away or put right.

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

/// The command `recover`.
struct RecoverCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Clear away what runs that were killed have left in folders.",
    discussion: """
      Hidden files that were being written and never got their name (.upright-…) are removed. Files whose bytes were being changed in several places get the \
      old ones back, unless all new ones are there; every command that changes a file does that for it anyway. What somebody is writing right now is left and \
      named, and so are files written to less than --older-than seconds ago, and what somebody saved in a photo's place in the moment a run was killed \
      that replaced it. Originals that a --journal keeps are left and counted: `upright undo` knows them.

      Examples:
        upright recover -r photos
        upright recover -n --older-than 3600 photos
      """)

  @Argument(help: ArgumentHelp("Folders, or files.", valueName: "paths"), completion: .directory)
  var paths: [String]

  @Flag(name: .shortAndLong, help: "Walk folders inside folders too.")
  var recursive = false

  @Option(help: ArgumentHelp("Seconds that a hidden file was not written to.", valueName: "seconds"))
  var olderThan = 60

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions

  func validate() throws(ValidationError) {
    if olderThan < 0 { throw ValidationError("--older-than is at least 0") }
  }

  func run() throws {
    let (files, recovery) = (paths.flatMap(files), Recovery(age: olderThan, now: time(nil), isDryRun: dryRun))
    var (count, keptCount) = (0, 0)
    let code = BatchRunner.headers(jobs: running.parallel.jobs, json: running.json, isQuiet: running.quiet)
      .run(
        files, work: { (_, file) throws(UprightError) in try recovery.recover(file.location) },
        report: { (file, finding, console) throws(UprightError) in
          guard let finding else { return }
          if finding == .kept {
            keptCount += 1
            if !running.json { return }
          }
          count += 1
          let line = JSONLine.about(file.path, [.init("recover", .text(finding.rawValue))]).line
          try console.result(running.json ? line : "\(TerminalText.plain(file.path)): \(finding.sentence)")
        })
    if running.quiet { return try code.end() }
    if count == 0 { Console.note(["nothing was left behind"]) }
    if keptCount > 0 {
      Console.note(["originals of rewritten pictures that are kept for `upright undo`: \(keptCount)"])
    }
    try code.end()
  }

  private func files(of path: String) -> [InputFile] {
    do throws(UprightError) {
      guard try FileIdentity(path: path).kind == .folder else { return [InputFile(path: path, relativePath: path)] }
    } catch { return [InputFile(path: path, relativePath: path, failure: error)] }
    var unreadable: [InputFile] = []
    let found = Recovery.files(in: path, recursive: recursive) { error in
      guard case .io(let folder, _) = error else { return }
      unreadable.append(InputFile(path: folder, relativePath: folder, failure: error))
    }
    return found.map { InputFile($0) } + unreadable
  }
}

extension Recovery.Finding {
  fileprivate var sentence: String {
    switch self {
    case .removed: "removed; a run that was killed had left it"
    case .recovered: "settled; a change of it had been cut short"
    case .kept:
      "left; the original of a rewritten picture, for `upright undo` or `upright undo --discard` with its journal"
    case .inUse: "left; somebody is writing it"
    case .recent: "left; it was written to a moment ago, --older-than says how long that is"
    case .displaced: "left; somebody saved it in a photo's place while a run that was killed replaced it"
    case .foreign:
      "cleared of a note of a change (user.upright.undo) that this version did not write; its bytes are as they were"
    case .orphaned: "left; the file whose old bytes it has lies elsewhere now"
    }
  }
}
