// `--labels` of `fix`: label files that change in one step with the pictures.

import ArgumentParser
import Upright
import UprightFiles
import UprightLabels

/// What a command that makes pictures may change along with them.
protocol CompanionArguments: ParsableArguments {
  /// The labels that change, too; nil where none do.
  var labelled: LabelledArguments? { get }
}

/// Nothing.
struct NoCompanions: CompanionArguments {
  var labelled: LabelledArguments? { nil }
}

/// `--labels`, `--label-format`, `--label-names` and `--label-space`.
struct LabelledArguments: CompanionArguments {
  @Option(
    help: ArgumentHelp(
      "Turn these labels with the pixels: a label file, or a folder of them; may be given several times. With -i and --journal.",
      valueName: "labels"),
    completion: .file())
  var labels: [String] = []

  @Option(help: ArgumentHelp("Their format; otherwise what the files or their names show.", valueName: "format"))
  var labelFormat: LabelFormatName?

  @Option(
    help: ArgumentHelp(
      "The file with YOLO's kpt_shape; otherwise data.yaml in the folder of the labels or above it.", valueName: "file"),
    completion: .file())
  var labelNames: String?

  @Option(
    help: ArgumentHelp(
      "Which space they are in, where that cannot be told: labels of the displayed picture stay as they are.",
      valueName: "stored|displayed"))
  var labelSpace: LabelSpaceName?

  var labelled: LabelledArguments? { labels.isEmpty ? nil : self }

  func validate() throws(ValidationError) {
    if labels.contains("") { throw ValidationError("--labels needs a name") }
    guard labels.isEmpty else { return }
    if labelFormat != nil { throw ValidationError("--label-format is that of --labels") }
    if labelNames != nil { throw ValidationError("--label-names is for the classes of --labels") }
    if labelSpace != nil { throw ValidationError("--label-space is that of --labels") }
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
    guard wanted.keepsWholePictures else {
      throw ValidationError("--edge trim cuts pictures, and --labels only turns: --edge recode or keep-tag goes along")
    }
    guard writing.output == nil else {
      throw ValidationError(
        "--labels is for pictures that change themselves, -i; for others there is `upright labels convert`")
    }
    guard writing.dryRun || journaling.journal != nil else {
      throw ValidationError(
        "--labels needs --journal FILE, so that pictures and labels change together, whatever happens in between")
    }
  }
}

extension UprightError {
  /// The same in the options of `fix`, whose names the commands of `labels` have shorter.
  var inOptionsOfFix: Self {
    switch self {
    case .unanswerable(let field, let reason): .unanswerable(field: field.inOptionsOfFix, reason: reason.inOptionsOfFix)
    case .malformedText(let offset, let reason): .malformedText(offset: offset, reason: reason.inOptionsOfFix)
    default: self
    }
  }

  /// Labels that cannot be turned with their pictures.
  static func untold(_ reason: String) -> Self { .unanswerable(field: "--labels", reason: reason) }

  /// Regions in the pictures themselves.
  static let regionsTurnThemselves = Self.untold(
    "there is no file of XMP; regions that are in the pictures themselves turn with them in any case: leave --labels out"
  )
}

extension String {
  private static let optionsOfFix = ["--from": "--label-format", "--names": "--label-names"]

  fileprivate var inOptionsOfFix: String {
    split(separator: " ", omittingEmptySubsequences: false).map { word in
      let option = String(word.filter { !"();,.:".contains($0) })
      return Self.optionsOfFix[option].map { String(word).replacing(option, with: $0) } ?? String(word)
    }.joined(separator: " ")
  }
}
