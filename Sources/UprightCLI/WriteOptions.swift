// Where results go: `-o FILE`, `-o FOLDER`, `-o -` or `-i`; one of them has to be said.

public import ArgumentParser
import Upright
import UprightBatch
public import UprightFiles

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

  @Flag(help: "With -o, pass over files whose result exists already, and count them.")
  var skipExisting = false

  @Flag(help: "With -o, write only results that do not exist yet or are older than their source; count the others.")
  var update = false

  @Flag(help: "With -i, rewrite a file that has several names (hard links); the other names keep the old picture.")
  var breakHardLinks = false

  @Flag(
    name: [.customShort("n"), .long], help: "Print what would be done, a line for each file and totals, and do nothing."
  )
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

  /// What is done where a file of a result's name exists.
  var existing: NamePolicy { force ? .overwrite : skipExisting ? .skip : update ? .update : .refuse }

  /// Makes sure that it is said where results go.
  ///
  /// - Throws: `ValidationError` where it is not.
  func checkPlace() throws(ValidationError) {
    guard inPlace || output != nil || dryRun else {
      throw ValidationError(
        "say where the result goes: -o FILE, -o FOLDER/, or -i to change the files themselves")
    }
  }

  func validate() throws(ValidationError) {
    if inPlace, output != nil { throw ValidationError("-i and -o exclude each other") }
    let policies = [("--force", force), ("--skip-existing", skipExisting), ("--update", update)].filter(\.1)
    if policies.count > 1 {
      throw ValidationError("\(policies[0].0) and \(policies[1].0) exclude each other")
    }
    if skipExisting || update, output == nil || toStandardOutput {
      throw ValidationError(
        "\(policies[0].0) is about results that exist already, in other files: it needs -o FILE or -o FOLDER/")
    }
    if output == "" { throw ValidationError("-o needs a name") }
    if toStandardOutput, preserveMtime {
      throw ValidationError("--preserve-mtime keeps the time of a file, and -o - writes to standard output, not a file")
    }
  }
}

/// What `-o -` may be.
enum StandardOutputName {
  /// Refuses to write an image to a terminal.
  ///
  /// - Throws: `ValidationError` that says what would do.
  static func checkIsNoTerminal() throws(ValidationError) {
    guard StandardStream.output.isTerminal else { return }
    throw ValidationError(
      "standard output is a terminal, which cannot show the bytes of a picture; "
        + "-o FILE writes a file, and `upright show` shows pictures")
  }

  /// Refuses `-` where results are files: it is taken for standard output everywhere.
  ///
  /// - Throws: `ValidationError` that says what would do.
  static func refuse(_ output: String?, because reason: String) throws(ValidationError) {
    guard output == "-" else { return }
    throw ValidationError("-o - is standard output, and \(reason); ./- is the name of a file or folder called -")
  }
}
