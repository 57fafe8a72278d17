public import ArgumentParser
import Upright
import UprightBatch
import UprightFiles
import UprightLabelJobs
public import UprightLabels

// `--labels`: label files that change together with the images, or are written for the results.

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

/// `--labels` and the options that refer to it.
struct LabelledArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Labels that follow the pixels: a label file, or a folder of them.",
      discussion: """
        With -o, the labels of what each result shows are written beside the results, in the same format; -i needs \
        --journal and changes them in place.
        """,
      valueName: "labels"),
    completion: .labels)
  var labels: String?

  @Option(
    help: ArgumentHelp(
      "Where the results' labels are written, with -o (default: the folder of the results).", valueName: "path"))
  var labelOutput: String?

  @Option(
    help: ArgumentHelp(
      "Leave out regions of which less is in a result: a share of their area, 0…1, or 0%…100%.", valueName: "share"))
  var minVisible: ShareArgument?

  @Option(
    help: "What a rotated box becomes if an edge cuts it: the smallest around what is left (fit), or unchanged (keep).")
  var obb: LabelClipping.RotatedBox?

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
    if let option = placing { throw ValidationError("\(option) needs --labels") }
  }

  /// The first given option that needs results of their own; nil for none.
  private var placing: String? {
    labelOutput != nil ? "--label-output" : minVisible != nil ? "--min-visible" : obb != nil ? "--obb" : nil
  }

  /// The settings for labels of results that are other files; nil for labels that change in place.
  func placed(_ writing: WriteOptions) -> PlacedLabels.Settings? {
    guard let labels, writing.output != nil else { return nil }
    return PlacedLabels.Settings(
      labels: labels, format: labelFormat, space: labelSpace,
      clipping: LabelClipping(minVisible: minVisible?.share ?? 0, rotatedBox: obb ?? .fit), output: labelOutput)
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
      throw ValidationError(
        request.makesUpright
          ? "--to tag does not move pixels, so the labels stay correct: leave out --labels"
          : "without --bake, only the tag changes: leave out --labels, or add --bake")
    }
    if writing.output == nil {
      try checkInPlace(request, writing, journaling)
    } else {
      try checkPlaced(writing, journaling)
    }
  }

  private func checkInPlace(
    _ request: some ImageRequest, _ writing: WriteOptions, _ journaling: JournalOptions
  ) throws(ValidationError) {
    guard request.makesUpright else {
      throw ValidationError("--labels needs -o here: only `upright fix -i` changes labels in place")
    }
    if let option = placing { throw ValidationError("\(option) works only with -o") }
    guard request.keepsWholeImages else {
      throw ValidationError(
        "--labels cannot be combined with --edge trim, which crops images: use --edge auto, recode or keep-tag")
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

  private func checkPlaced(_ writing: WriteOptions, _ journaling: JournalOptions) throws(ValidationError) {
    if labels == StandardInput.path { throw ValidationError("--labels needs a file with a name, and - has none") }
    if labelOutput == "" { throw ValidationError("--label-output needs a name") }
    if writing.toStandardOutput {
      throw ValidationError("--labels are written beside the result, which -o - has no place for: use -o FILE")
    }
    if journaling.journal != nil {
      throw ValidationError("--labels with -o cannot be combined with --journal: both are new files, so delete them")
    }
    if writing.update || writing.skipExisting {
      throw ValidationError(
        "--labels with -o describes results of this run: leave out \(writing.update ? "--update" : "--skip-existing")")
    }
  }
}

/// A share of an area: a number from 0 to 1, or percent.
struct ShareArgument: ExpressibleByArgument, Hashable, Sendable {
  let share: Double

  init?(argument: String) {
    let isPercent = argument.hasSuffix("%")
    guard let number = Double(isPercent ? argument.dropLast() : argument[...]) else { return nil }
    share = isPercent ? number / 100 : number
    guard (0...1).contains(share) else { return nil }
  }
}

extension LabelClipping.RotatedBox: ExpressibleByArgument {}

/// `--labels` of commands whose results show a part of an image, or another size.
struct LabelCompanions: CompanionArguments {
  @OptionGroup var labelling: LabelledArguments

  var labelled: LabelledArguments? { labelling.labelled }

  func state(in identity: inout BatchIdentity) {}
}

/// `--labels` and `--families` of `rotate`.
struct RotateCompanions: CompanionArguments {
  @OptionGroup var labelling: LabelledArguments
  @OptionGroup var family: FamilyOptions

  var labelled: LabelledArguments? { labelling.labelled }
  var families: FamilyOptions? { family.families }

  func state(in identity: inout BatchIdentity) { family.state(in: &identity) }
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
