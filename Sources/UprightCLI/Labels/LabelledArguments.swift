import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
import UprightLabels

// `--labels` of `fix`: label files that change together with the images.

/// What a command that makes images may change with them.
protocol CompanionArguments: ParsableArguments {
  /// The labels that change too; nil for none.
  var labelled: LabelledArguments? { get }
  /// Whether the files of one photo change together; nil if not.
  var families: FamilyOptions? { get }
  /// Which files of folders are copied although no image is made from them, if results go into another folder.
  var copied: CopiedFiles { get }
  /// Whether files are only checked.
  var checks: Bool { get }
  /// States each value that changes a result.
  func state(in identity: inout BatchIdentity)
}

extension CompanionArguments {
  var labelled: LabelledArguments? { nil }
  var families: FamilyOptions? { nil }
  var copied: CopiedFiles { .none }
  var checks: Bool { false }
}

/// No companions.
struct NoCompanions: CompanionArguments {}

/// `--labels`, `--label-format` and `--label-space`.
struct LabelledArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Rotate these labels with the pixels: a label file, or a folder of them. Needs -i and --journal.",
      valueName: "labels"),
    completion: .labels)
  var labels: String?

  @Option(
    help: ArgumentHelp("The labels' format (default: detected from the files or their names).", valueName: "format"))
  var labelFormat: LabelFormatName?

  @Option(
    help: ArgumentHelp(
      "Which space the labels are in, if that cannot be detected; labels of the displayed image do not change.",
      valueName: "stored|displayed"))
  var labelSpace: LabelSpaceName?

  var labelled: LabelledArguments? { labels == nil ? nil : self }

  func validate() throws(ValidationError) {
    if labels == "" { throw ValidationError("--labels needs a name") }
    if Self.isTwice(CommandArguments.words) {
      throw ValidationError(
        "--labels can be given only once: put label files of one format into a folder, and convert others first")
    }
    guard labels == nil else { return }
    if labelFormat != nil { throw ValidationError("--label-format needs --labels") }
    if labelSpace != nil { throw ValidationError("--label-space needs --labels") }
  }

  /// Whether a command line has `--labels` more than once, of which the parser keeps the last.
  static func isTwice(_ words: [String]) -> Bool {
    words.prefix { $0 != "--" }.count { $0 == "--labels" || $0.hasPrefix("--labels=") } > 1
  }

  /// Rejects options that do not work for images and labels together.
  ///
  /// - Throws: `ValidationError` that names the alternative.
  func check(_ request: some ImageRequest, _ writing: WriteOptions, _ journaling: JournalOptions)
    throws(ValidationError)
  {
    guard request.changesPixels else {
      throw ValidationError("--to tag does not move pixels, so the labels stay correct: leave out --labels")
    }
    guard request.keepsWholeImages else {
      throw ValidationError(
        "--labels cannot be combined with --edge trim, which crops images: use --edge auto, recode or keep-tag")
    }
    guard writing.output == nil else {
      throw ValidationError(
        "--labels works only with -i; otherwise use `upright labels convert`")
    }
    if writing.dryRun, journaling.resume {
      throw ValidationError(
        "--labels with --resume has no dry run: leave out --dry-run or --labels")
    }
    guard writing.dryRun || journaling.journal != nil else {
      throw ValidationError(
        "--labels needs --journal FILE, so that images and labels change together even if the run is stopped")
    }
  }
}

// `--families`: the files of one photo change together.

/// `--families` and `--partial-families`, as the companions of a command.
struct FamilyOptions: CompanionArguments {
  @Flag(
    name: .customLong("families"),
    help:
      """
      Change files with the same name together, all or none: raw and JPEG, live photo and video, XMP files. Includes \
      members that were not named. Needs -i and --journal.
      """
  )
  var isOn = false

  @Flag(help: "With --families, change the members that can be changed, and name the others.")
  var partialFamilies = false

  var families: FamilyOptions? { isOn ? self : nil }

  func validate() throws(ValidationError) {
    if partialFamilies, !isOn { throw ValidationError("--partial-families needs --families") }
  }

  /// Rejects options that do not work for families.
  ///
  /// - Throws: `ValidationError` that names the alternative.
  func check(_ writing: WriteOptions, _ journaling: JournalOptions, _ others: [(String, Bool)]) throws(ValidationError)
  {
    if writing.output != nil { throw ValidationError("--families changes files in place: use -i in place of -o") }
    if let (option, _) = others.first(where: \.1) {
      throw ValidationError("--families and \(option) cannot be combined")
    }
    guard writing.dryRun || journaling.journal != nil else {
      throw ValidationError("--families needs --journal FILE, so that all files of a photo change, or none")
    }
  }

  func state(in identity: inout BatchIdentity) {
    identity.state(FamilyUndo.option, isOn)
    identity.state("partial-families", partialFamilies)
  }
}
