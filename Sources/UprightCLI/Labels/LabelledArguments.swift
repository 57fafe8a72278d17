// `--labels` of `fix`: label files that change in one step with the pictures.

import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabels

/// What a command that makes pictures may change along with them.
protocol CompanionArguments: ParsableArguments {
  /// The labels that change, too; nil where none do.
  var labelled: LabelledArguments? { get }
  /// Which files of folders go along although no image is made of them, where results go into another folder.
  var copied: CopiedFiles { get }
  /// Whether files are only looked at.
  var checks: Bool { get }
}

/// Nothing.
struct NoCompanions: CompanionArguments {
  var labelled: LabelledArguments? { nil }
  var copied: CopiedFiles { .none }
  var checks: Bool { false }
}

/// `--labels`, `--label-format` and `--label-space`.
struct LabelledArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Turn these labels with the pixels: a label file, or a folder of them. With -i and --journal.",
      valueName: "labels"),
    completion: .file())
  var labels: String?

  @Option(help: ArgumentHelp("Their format; otherwise what the files or their names show.", valueName: "format"))
  var labelFormat: LabelFormatName?

  @Option(
    help: ArgumentHelp(
      "Which space they are in, where that cannot be told: labels of the displayed picture stay as they are.",
      valueName: "stored|displayed"))
  var labelSpace: LabelSpaceName?

  var labelled: LabelledArguments? { labels == nil ? nil : self }

  func validate() throws(ValidationError) {
    if labels == "" { throw ValidationError("--labels needs a name") }
    if Self.isTwice(CommandArguments.words) {
      throw ValidationError(
        "--labels is given once: put label files of one format into a folder, and convert others first")
    }
    guard labels == nil else { return }
    if labelFormat != nil { throw ValidationError("--label-format is that of --labels") }
    if labelSpace != nil { throw ValidationError("--label-space is that of --labels") }
  }

  /// Whether a command line says `--labels` more than once, of which the parser keeps the last.
  static func isTwice(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.count { $0 == "--labels" || $0.hasPrefix("--labels=") } > 1
  }

  /// Refuses what pictures and labels cannot go through in one step.
  ///
  /// - Throws: `ValidationError` that says what would do.
  func check(_ wanted: some RenditionArguments, _ writing: WriteOptions, _ journaling: JournalOptions)
    throws(ValidationError)
  {
    guard wanted.changesPixels else {
      throw ValidationError("no pixel moves with --to tag, and the labels stay right as they are: leave --labels out")
    }
    guard wanted.keepsWholeImages else {
      throw ValidationError(
        "--edge trim cuts pictures, and --labels only turns: --edge auto, recode or keep-tag goes along")
    }
    guard writing.output == nil else {
      throw ValidationError(
        "--labels is for pictures that change themselves, -i; for others there is `upright labels convert`")
    }
    if writing.dryRun, journaling.resume {
      throw ValidationError(
        "what --resume leaves to do for labels is not known before it is done: leave --dry-run or --labels out")
    }
    guard writing.dryRun || journaling.journal != nil else {
      throw ValidationError(
        "--labels needs --journal FILE, so that pictures and labels change together, whatever happens in between")
    }
  }
}

extension UprightError {
  /// Labels that cannot be turned with their pictures.
  static func labelsUndecidable(_ reason: String) -> Self { .unanswerable(field: "--labels", reason: reason) }

  /// Regions in the pictures themselves.
  static let regionsReorientThemselves = Self.labelsUndecidable(
    "there is no file of XMP; regions that are in the pictures themselves turn with them in any case: leave --labels out"
  )
}
