// `upright recover`: removes or repairs what killed runs have left.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightSystem

/// The command `recover`.
struct RecoverCommand: ProgramCommand {
  static let configuration = CommandConfiguration(
    commandName: "recover",
    abstract: "Clean up what killed runs left in folders.",
    discussion: """
      Removes hidden files that were never finished (.upright-…). Files that were only partly changed get their old \
      bytes back, unless all new ones are there; every command that changes such a file does this too. These are left \
      in place and listed: files in use, files written to within the last --older-than seconds, and files that another \
      program saved while a killed run replaced the same photo. Originals kept by --journal are left and counted: use \
      `upright undo` for them.

      Examples:
        upright recover -r photos
        upright recover -n --older-than 3600 photos
      """)

  @Argument(help: ArgumentHelp("Folders, or files.", valueName: "paths"), completion: .directory)
  var paths: [String]

  @Flag(name: .shortAndLong, help: "Include subfolders.")
  var recursive = false

  @Option(
    help: ArgumentHelp(
      "Keep hidden files that were written to within this many seconds. (default: 60)", valueName: "seconds"),
    transform: CheckedNumber.whole)
  var olderThan = 60

  @Flag(name: [.customShort("n"), .long], help: "Print what would be done, and change nothing.")
  var dryRun = false

  @OptionGroup var running: RunOptions

  func validate() throws(ValidationError) {
    if olderThan < 0 { throw ValidationError("--older-than must be at least 0") }
  }

  func run(in world: World) throws {
    if !dryRun { try world.checkOutput() }
    let files = paths.flatMap { Recovery.inputs(at: $0, recursive: recursive) }
    let recovery = Recovery(age: olderThan, now: world.now(), isDryRun: dryRun)
    var (count, keptCount) = (0, 0)
    let code = BatchRunner.headers(world, jobs: running.parallel.jobs, json: running.json, isQuiet: running.quiet)
      .changingFiles(unless: dryRun)
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
    if count == 0 { world.tell("nothing to clean up") }
    if keptCount > 0 {
      world.tell("originals of rewritten images kept for `upright undo`: \(keptCount)")
    }
    try code.end()
  }
}
