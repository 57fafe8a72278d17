// What commands say of the space of labels that an audit finds (docs/labels.md).

import Upright
import UprightBatch
import UprightLabels

extension LabelAudit {
  /// How many pictures there are of each verdict; without those of which there is none.
  var counts: [(kind: LabelSpaceVerdict.Kind, count: Int)] {
    LabelSpaceVerdict.Kind.allCases.map { (kind: $0, count: count($0)) }.filter { $0.count > 0 }
  }

  /// Why the whole set is undecided, in words; nil where it is decided, or each picture says its own reason.
  var ambiguity: String? { verdict == .nothing ? "no picture is there whose labels could be read" : weakEvidence }

  /// Pictures that cannot be told for one reason.
  struct Ambiguities {
    let ambiguity: LabelSpaceVerdict.Ambiguity
    let count: Int
    let words: String
  }

  /// Why pictures cannot be told, in plain words, and how many there are for each reason.
  func ambiguities(_ unit: LabelUnit) -> [Ambiguities] {
    LabelSpaceVerdict.Ambiguity.allCases.compactMap { ambiguity in
      let count = images.count { $0.verdict == .undecidable(ambiguity) }
      return count == 0 ? nil : Ambiguities(ambiguity: ambiguity, count: count, words: ambiguity.words(unit))
    }
  }

  /// What somebody does whose labels cannot be told.
  static let undecidableHelp =
    "look at a few pictures with `upright labels overlay --doubtful`, which draws the labels both ways, then say the right one: "
    + "--from-space for convert, --space for crop and overlay"

  /// The verdict, and why it decides nothing, in words.
  var reason: String { verdict.rawValue + (ambiguity.map { ": " + $0 } ?? "") }

  /// How labels contradict themselves, or those of most pictures, by the names of their pictures.
  var contradictions: [String: String] {
    Dictionary(
      defects.lazy.filter { $0.code == .space }.map { ($0.image, $0.note) }, uniquingKeysWith: { first, _ in first })
  }

  /// The space that all labels are in; as `LabelAudit.Verdict.space`.
  func space(
    either: LabelSpaceName = .displayed, option: String = "--space", hint: String
  ) throws(UprightError) -> LabelSpaceName {
    try verdict.space(either: either, option: option, hint: hint, reason: reason)
  }
}

extension LabelAudit.Verdict {
  /// The space that all labels are in.
  ///
  /// - Parameters:
  ///   - either: What counts where all pictures are displayed as they are stored, or none is there.
  ///   - option: The option that decides where nothing else does.
  ///   - hint: What helps to decide, as the words before the option.
  ///   - reason: Why nothing says it; nil for the verdict's word.
  /// - Throws: `.unanswerable` where nothing says it.
  func space(
    either: LabelSpaceName = .displayed, option: String = "--space", hint: String, reason: String? = nil
  ) throws(UprightError) -> LabelSpaceName {
    switch self {
    case .stored: return .stored
    case .displayed: return .displayed
    case .either, .nothing: return either
    case .contradiction, .undecidable:
      throw .unanswerable(
        field: option,
        reason: "nothing says whether these labels are of the pictures as stored or as displayed "
          + "(\(reason ?? rawValue)); \(hint) \(option) stored or \(option) displayed decides")
    }
  }
}

extension LabelSpaceVerdict.Ambiguity {
  /// The reason, in plain words, for labels that count in `unit`.
  fileprivate func words(_ unit: LabelUnit) -> String {
    switch self {
    case .sameShape:
      "rotating them does not change their width and height, so everything fits the stored and the displayed picture alike"
    case .allFitsBoth where unit == .shares:
      "the labels give parts of a picture and not its size, so every box fits the stored and the displayed picture alike"
    case .allFitsBoth:
      "the labels state no size, and every box fits the stored and the displayed picture alike"
    case .nothingThere: "they have no labels, and the labels state no size for them"
    }
  }
}
