// What an audit can report about a file: a finding, pixels that are not upright, or why it cannot be read; and what
// makes the audit fail.

package import Upright
import UprightFiles

/// A kind of problem, as reports for other programs name it.
package enum AuditRule: Hashable, Sendable {
  /// A finding.
  case finding(Finding.Code)
  /// The stored pixels are not upright.
  case notUpright
  /// The file cannot be read.
  case unreadable

  /// How serious a problem is.
  package enum Level: String, Hashable, Sendable {
    /// All programs show the image alike.
    case note
    /// Programs may show the image differently, or the file is damaged.
    case warning
    /// The audit fails because of it.
    case error
  }

  /// All rules, in a fixed order.
  package static let all = Finding.Code.allCases.map(Self.finding) + [.notUpright, .unreadable]

  /// The position of each rule in `all`.
  static let indexes = Dictionary(uniqueKeysWithValues: zip(all, 0...))

  /// Its name, which stays the same.
  package var id: String {
    switch self {
    case .finding(let code): code.rawValue
    case .notUpright: "not-upright"
    case .unreadable: "unreadable"
    }
  }

  /// Its meaning in one sentence.
  package var sentence: String {
    switch self {
    case .finding(let code): code.sentence
    case .notUpright: "the stored pixels are not upright; viewers have to apply the tag"
    case .unreadable: "the file cannot be read"
    }
  }

  /// Its level, unless `--fail-on` makes it an error.
  package var level: Level {
    switch self {
    case .unreadable: .error
    case .finding(.trailer), .finding(.furtherImages), .finding(.heightDeferred), .finding(.junkBytes),
      .finding(.thumbnailOrientedDifferently):
      .note
    case .finding, .notUpright: .warning
    }
  }
}

// What makes an audit fail: a kind of finding, an image that is not upright, or nothing.

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

// The problems of one file, in the order in which reports list them.

/// A problem of a file.
package struct AuditProblem: Hashable, Sendable {
  /// Its kind.
  package let rule: AuditRule
  /// How serious it is in this audit.
  package let level: AuditRule.Level
  /// What is wrong with this file, without its path; safe to print.
  package let message: String
  /// Whether the audit fails because of it.
  package let isFailure: Bool

  /// Each kind of problem of a file that was read, once.
  static func all(of file: ProbedFile, failingOn criteria: [AuditCriterion]) -> [AuditProblem] {
    var problems: [AuditProblem] = []
    if criteria.contains(.notUpright), let reason = AuditTally.reasonNotUpright(file.probe) {
      problems.append(Self(.notUpright, .error, "\(AuditRule.notUpright.sentence): \(reason)", isFailure: true))
    }
    for code in Finding.Code.allCases {
      let messages = file.findings.filter { $0.code == code }.map(\.message)
      guard !messages.isEmpty else { continue }
      let rule = AuditRule.finding(code)
      problems.append(
        Self(
          rule, criteria.names(code) ? .error : rule.level, messages.joined(separator: "; "),
          isFailure: criteria.fail(code)))
    }
    return problems
  }

  /// The problem of a file that was not read.
  init(_ error: UprightError, about path: String) {
    let place = error.offset.map { ", at byte \($0)" } ?? ""
    self.init(.unreadable, .error, "\(error.codes.name): \(error.sentence(about: path))\(place)", isFailure: true)
  }

  private init(_ rule: AuditRule, _ level: AuditRule.Level, _ message: String, isFailure: Bool) {
    (self.rule, self.level, self.isFailure) = (rule, level, isFailure)
    self.message = TerminalText.plain(message)
  }
}
