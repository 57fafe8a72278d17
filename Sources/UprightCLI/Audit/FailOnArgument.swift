// Which findings make an audit fail, as typed: a code, `not-upright`, or `none`.

import Upright
import UprightBatch

/// One value of `--fail-on`.
enum FailOnArgument: Hashable, Sendable {
  case none
  case notUpright
  case code(Finding.Code)

  /// All possible values.
  static let words = ["none", "not-upright"] + Finding.Code.allCases.map(\.rawValue)

  /// The value for a word; nil for other words.
  init?(word: String) {
    if word == "none" {
      self = .none
    } else if word == "not-upright" {
      self = .notUpright
    } else if let code = Finding.Code(rawValue: word) {
      self = .code(code)
    } else {
      return nil
    }
  }

  /// The message about a word that is no value, with all possible ones.
  static func unknown(_ word: String) -> String {
    "no finding has the code \(TerminalText.plain(word)); the codes are: \(words.joined(separator: ", "))"
  }
}

extension [FailOnArgument] {
  /// Whether an audit with the counts of `tally` fails; without arguments, any finding fails it.
  func fail(_ tally: AuditTally) -> Bool {
    if isEmpty { return tally.unusualCount > 0 }
    return contains { word in
      switch word {
      case .none: false
      case .notUpright: tally.notUpright.count > 0
      case .code(let code): tally.findings[code] != nil
      }
    }
  }
}
