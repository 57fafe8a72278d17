// The verdict of an audit in words, and the space that follows from it (docs/labels.md).

package import Upright
package import UprightLabels

extension LabelAudit {
  /// The number of images per verdict, without verdicts that none has.
  package var counts: [(kind: LabelSpaceVerdict.Kind, count: Int)] {
    LabelSpaceVerdict.Kind.allCases.map { (kind: $0, count: count($0)) }.filter { $0.count > 0 }
  }

  /// Why the whole set is undecided, in words; nil if it is decided, or if each image has its own reason.
  package var ambiguity: String? {
    verdict == .nothing ? "no image with readable labels was found" : weakEvidence
  }

  /// Images that cannot be decided for the same reason.
  package struct Ambiguities {
    package let ambiguity: LabelSpaceVerdict.Ambiguity
    package let count: Int
    package let words: String
  }

  /// Why images cannot be decided, in plain words, with the number of images per reason.
  package func ambiguities(_ unit: LabelUnit) -> [Ambiguities] {
    LabelSpaceVerdict.Ambiguity.allCases.compactMap { ambiguity in
      let count = images.count { $0.verdict == .undecidable(ambiguity) }
      return count == 0 ? nil : Ambiguities(ambiguity: ambiguity, count: count, words: ambiguity.words(unit))
    }
  }

  /// What to do if the labels cannot be decided.
  package static let undecidableHelp: Phrase =
    """
    look at a few images with `\(command: "upright labels overlay", .doubtful)`, which draws labels in both spaces, \
    then give the right one: \(option: .fromSpace) for convert, \(option: .space) for crop and overlay
    """

  /// The verdict in words, with the reason if it is undecided.
  package var reason: String { verdict.rawValue + (ambiguity.map { ": " + $0 } ?? "") }

  /// How labels contradict themselves, or those of most images, by image name.
  package var contradictions: [String: String] {
    Dictionary(
      defects.lazy.filter { $0.code == .space }.map { ($0.image, $0.note) }, uniquingKeysWith: { first, _ in first })
  }

  /// The space of all labels; as `LabelAudit.Verdict.space`.
  package func space(
    either: LabelSpaceName = .displayed, option: RequestOption = .space, hint: String
  ) throws(UprightError) -> LabelSpaceName {
    try verdict.space(either: either, option: option, hint: hint, reason: reason)
  }
}

extension LabelAudit.Verdict {
  /// The space of all labels.
  ///
  /// - Parameters:
  ///   - either: The space if all images are displayed as stored, or if there are none.
  ///   - option: The option that decides if nothing else does.
  ///   - hint: What helps to decide, as the words before the option.
  ///   - reason: Why it is undecided; nil for the verdict's words.
  /// - Throws: `.unanswerable` if nothing decides it.
  package func space(
    either: LabelSpaceName = .displayed, option: RequestOption = .space, hint: String, reason: String? = nil
  ) throws(UprightError) -> LabelSpaceName {
    switch self {
    case .stored: return .stored
    case .displayed: return .displayed
    case .either, .nothing: return either
    case .contradiction, .undecidable:
      throw .unanswerable(
        field: "\(field: option)",
        reason: """
          cannot tell whether these labels are of the stored or the displayed images (\(reason ?? rawValue)); \(hint) \
          give \(option: option, "stored") or \(option: option, "displayed")
          """)
    }
  }
}

extension LabelSpaceVerdict.Ambiguity {
  /// The reason in plain words, for labels in `unit`.
  fileprivate func words(_ unit: LabelUnit) -> String {
    switch self {
    case .sameShape:
      "rotation keeps their width and height, so everything fits both the stored and the displayed image"
    case .allFitsBoth where unit == .shares:
      "the labels are fractions without an image size, so every box fits both the stored and the displayed image"
    case .allFitsBoth:
      "the labels state no size, and every box fits both the stored and the displayed image"
    case .nothingThere: "they have no labels and no stated size"
    }
  }
}
