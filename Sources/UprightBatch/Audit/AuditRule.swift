// What an audit can report about a file: a finding, pixels that are not upright, or why it cannot be read.

package import Upright

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
