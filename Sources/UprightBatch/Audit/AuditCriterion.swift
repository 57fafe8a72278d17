// What makes an audit fail: a kind of finding, an image that is not upright, or nothing.

package import Upright

/// One value of `--fail-on`.
package enum AuditCriterion: Hashable, Sendable {
  /// Nothing.
  case none
  /// A file whose stored pixels are not upright.
  case notUpright
  /// A finding of `Finding.Code.contradictions`.
  case contradictory
  /// A finding with this code.
  case code(Finding.Code)

  /// All possible words.
  package static let words = ["none", "not-upright", "contradictory"] + Finding.Code.allCases.map(\.rawValue)

  /// The criterion for a word; nil for other words.
  package init?(word: String) {
    switch word {
    case "none": self = .none
    case "not-upright": self = .notUpright
    case "contradictory": self = .contradictory
    default:
      guard let code = Finding.Code(rawValue: word) else { return nil }
      self = .code(code)
    }
  }

  /// The message about a word that is no criterion, with all possible ones.
  package static func unknown(_ word: String) -> String {
    "no finding has the code \(TerminalText.plain(word)); the codes are: \(words.joined(separator: ", "))"
  }

  /// Whether it names findings with this code.
  fileprivate func names(_ code: Finding.Code) -> Bool {
    switch self {
    case .none, .notUpright: false
    case .contradictory: Finding.Code.contradictions.contains(code)
    case .code(let named): named == code
    }
  }
}

extension Finding.Code {
  /// The codes that say that a file states its orientation twice, differently, or that its pixels contradict it.
  package static let contradictions: Set<Self> = [
    .duplicateTag, .thumbnailConflict, .xmpConflict, .xmpOnly, .exifConflict, .staleTag, .tracksDiffer,
    .reconstructionConflict, .sidecarConflict, .familyConflict,
  ]
}

extension [AuditCriterion] {
  /// Whether an audit with the counts of `tally` fails; without criteria, any finding fails it.
  package func fail(_ tally: AuditTally) -> Bool {
    if isEmpty { return tally.unusualCount > 0 }
    return tally.findings.keys.contains(where: names) || (contains(.notUpright) && tally.notUpright.count > 0)
  }

  /// Whether a finding with this code fails an audit.
  package func fail(_ code: Finding.Code) -> Bool { isEmpty || names(code) }

  /// Whether a criterion names findings with this code.
  package func names(_ code: Finding.Code) -> Bool { contains { $0.names(code) } }
}
