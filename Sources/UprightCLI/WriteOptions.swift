// Where results go: `-o FILE`, `-o FOLDER`, `-o -` or `-i`; one of them has to be said.

public import ArgumentParser
import Upright
public import UprightFiles

/// Where one result goes.
enum Destination: Hashable, Sendable {
  case inPlace
  case file(String)
  /// Standard output, once the whole result is there.
  case standardOutput
  /// Nowhere: the command only says what it would do.
  case nowhere
}

extension Durability: ExpressibleByArgument {}

/// `-o`, `-i` and what may be overwritten.
struct WriteOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "A file, whose extension says its format; a folder, in which names are kept; or -, standard output for the result of one file.",
      valueName: "file|folder|-"))
  var output: String?

  @Flag(name: .shortAndLong, help: "Change the files themselves.")
  var inPlace = false

  @Flag(help: "Overwrite files that are there already.")
  var force = false

  @Flag(help: "With -i, rewrite a file that has several names (hard links); the other names keep the old picture.")
  var breakHardLinks = false

  @Flag(name: [.customShort("n"), .long], help: "Say what would be done, and do nothing.")
  var dryRun = false

  @Flag(help: "Say at the end what came of all files together, as is said anyway where people watch.")
  var summary = false

  @Flag(
    help: """
      Keep the time of the last change; programs that compare only times and sizes, as rsync does, then overlook the \
      change.
      """)
  var preserveMtime = false

  @Flag(
    help: """
      Hold what was written against the original, block by block or pixel by pixel, before it takes its place; that takes \
      two times as long again.
      """)
  var verify = false

  @Option(
    help: ArgumentHelp(
      """
      full: what is reported as done survives a power cut; relaxed: tags changed in place need not wait for the disk, and a \
      power cut may bring old ones back. With --journal it is full.
      """, valueName: "full|relaxed"))
  var durability = Durability.full

  /// Whether the result goes to standard output.
  var toStandardOutput: Bool { output == "-" }

  func validate() throws(ValidationError) {
    if inPlace, output != nil { throw ValidationError("-i and -o exclude each other") }
    guard inPlace || output != nil || dryRun else {
      throw ValidationError(
        "say where the result goes: -o FILE, -o FOLDER/, or -i to change the files themselves")
    }
    if output == "" { throw ValidationError("-o needs a name") }
    if toStandardOutput, preserveMtime {
      throw ValidationError("--preserve-mtime keeps the time of a file, and -o - writes to standard output, not a file")
    }
  }
}
