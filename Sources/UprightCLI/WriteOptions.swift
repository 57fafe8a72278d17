// The destination of results (`-o FILE`, `-o FOLDER`, `-o -` or `-i`; one of them is required), and which parts they
// may lack.

public import ArgumentParser
import Upright
import UprightBatch
public import UprightFiles

extension Durability: ExpressibleByArgument {}

/// `-o`, `-i` and the options for overwriting.
struct WriteOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      """
      A file, whose extension sets the format; a folder, in which files keep their names; or - for standard output \
      (one input file).
      """,
      valueName: "file|folder|-"),
    completion: .images)
  var output: String?

  @Option(
    help: ArgumentHelp(
      """
      With -o FOLDER, the path of each result in it, such as {dir}/{stem}-{w}x{h}.{ext}. Also: {format}, \
      {orientation} (the source's tag), {n} (the number of the region). {{ and }} are braces.
      """,
      valueName: "template"))
  var outputTemplate: String?

  @Flag(name: .shortAndLong, help: "Change the input files themselves.")
  var inPlace = false

  @Flag(help: "Overwrite existing files.")
  var force = false

  @Flag(help: "With -o, skip files whose result already exists, and count them.")
  var skipExisting = false

  @Flag(help: "With -o, write only results that do not exist yet or are older than their source; count the rest.")
  var update = false

  @Flag(help: "With -i, rewrite files that have other hard links; the other names keep the old image.")
  var breakHardLinks = false

  @Flag(
    name: [.customShort("n"), .long], help: "Print what would be done, one line per file and totals, and write nothing."
  )
  var dryRun = false

  @Flag(help: "Print totals at the end (always printed on a terminal).")
  var summary = false

  @Flag(
    help: "Keep the modification time. Programs that compare only times and sizes, such as rsync, then miss the change."
  )
  var preserveMtime = false

  @Flag(
    help:
      "Compare the result with the original, by blocks or pixels, before replacing it; takes about three times as long."
  )
  var verify = false

  @Option(
    help: ArgumentHelp(
      """
      Whether finished changes survive a power cut. With relaxed, tags changed in place are not flushed to disk, and a \
      power cut may restore the old ones. --journal requires full.
      """, valueName: "full|relaxed"))
  var durability = Durability.full

  /// Whether the result goes to standard output.
  var toStandardOutput: Bool { output == "-" }

  /// What to do if the name of a result exists.
  var existing: NamePolicy { force ? .overwrite : skipExisting ? .skip : update ? .update : .refuse }

  /// Where results go, and how.
  var delivery: DeliveryRequest {
    var delivery = DeliveryRequest()
    delivery.place = inPlace ? .inPlace : toStandardOutput ? .reply : output.map { .path($0) }
    (delivery.template, delivery.existing, delivery.isDryRun) = (outputTemplate, existing, dryRun)
    (delivery.breaksHardLinks, delivery.keepsTime) = (breakHardLinks, preserveMtime)
    (delivery.verifies, delivery.durability) = (verify, durability)
    return delivery
  }

  /// Checks that a destination is given.
  ///
  /// - Parameter replacesImages: Whether the result is an image of its own, which should not replace its source.
  /// - Throws: `ValidationError` if not.
  func checkPlace(replacesImages: Bool) throws(ValidationError) {
    guard inPlace || output != nil || dryRun else {
      throw ValidationError(
        replacesImages
          ? "say where the result goes: -o FILE or -o FOLDER/"
          : "say where the result goes: -o FILE, -o FOLDER/, or -i to change the files themselves")
    }
  }

  func validate() throws(ValidationError) {
    if inPlace, output != nil { throw ValidationError("-i and -o cannot be combined") }
    let policies = [("--force", force), ("--skip-existing", skipExisting), ("--update", update)].filter(\.1)
    if policies.count > 1 {
      throw ValidationError("\(policies[0].0) and \(policies[1].0) cannot be combined")
    }
    if skipExisting || update, output == nil || toStandardOutput {
      throw ValidationError(
        "\(policies[0].0) concerns existing results: it needs -o FILE or -o FOLDER/")
    }
    if outputTemplate != nil, output == nil || toStandardOutput {
      throw ValidationError("--output-template names files in a folder: it needs -o FOLDER/")
    }
    if output == "" { throw ValidationError("-o needs a name") }
    if toStandardOutput, preserveMtime {
      throw ValidationError("--preserve-mtime needs a file to write; -o - writes to standard output")
    }
  }
}

/// The restrictions of `-o -`.
enum StandardOutputName {
  /// Rejects writing an image to a terminal.
  ///
  /// - Throws: `ValidationError` that names the alternative.
  static func checkIsNoTerminal(_ output: any Outlet) throws(ValidationError) {
    guard output.isTerminal else { return }
    throw ValidationError(
      "standard output is a terminal; write to a file with -o FILE, or view images with `upright show`")
  }

  /// Rejects `-` if results must be files: everywhere else it means standard output.
  ///
  /// - Throws: `ValidationError` that names the alternative.
  static func refuse(_ output: String?, because reason: String) throws(ValidationError) {
    guard output == "-" else { return }
    throw ValidationError("-o - means standard output, but \(reason). (For a file or folder called '-', write ./-)")
  }
}

// `--allow-loss` and `--strict-parts`: which parts of a file a result may lack.

/// The kinds of parts in a comma-separated list.
struct LossList: ExpressibleByArgument {
  let allowed: AllowedLosses

  init?(argument: String) {
    guard let allowed = AllowedLosses(argument) else { return nil }
    self.allowed = allowed
  }

  static var allValueStrings: [String] { ["all"] + FilePart.Kind.allCases.map(\.rawValue) }
}

/// What a result may lose.
struct LossOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      With -i or --strict-parts, the kinds of parts that may be lost: all, or a list such as depth-map,comment. \
      `upright info --parts` prints the parts of a file. (default: none)
      """, valueName: "kinds"))
  var allowLoss: LossList?

  @Flag(help: "With -o, write no result that would lose a part of its source, as -i does.")
  var strictParts = false

  /// What may be lost; nil for everything, or in place, nothing.
  var allowed: AllowedLosses? { allowLoss?.allowed ?? (strictParts ? AllowedLosses.none : nil) }
}
