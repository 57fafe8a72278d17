// What became of one case.

package import UprightSamples

/// The outcome of a case for one subject.
package struct Verdict: Sendable {
  /// Its kind. Everything but `pass`, `unjudged` and `skipped` is a failure.
  package enum Kind: String, CaseIterable, Sendable {
    case pass
    /// There is a result, but not the expected one.
    case wrong
    /// Metadata was to be removed, and the tag went with it, but the pixels were not rotated.
    case tagRemoved = "tag-removed"
    /// The program ended with an error, or without a result.
    case error
    /// A signal ended the program.
    case crash
    /// The program took too long and was ended.
    case timeout
    /// The program is not installed.
    case missing
    /// There is a result, but this program cannot decode it: a decoder or the worker is missing, or time or memory ran
    /// out.
    case unjudged = "not judged"
    /// The subject does not claim to support the format or the operation.
    case skipped
  }

  package let kind: Kind
  /// What is wrong, in a word that other programs can compare; empty for a pass.
  package var reason = ""
  /// What the result looks like.
  package var detail = ""
  /// The last lines that the program printed; empty for a pass.
  package var output = ""
  /// The result as judged; nil without one.
  package var delivered: TinyImage?

  /// Memberwise initializer.
  package init(_ kind: Kind, reason: String = "", detail: String = "", delivered: TinyImage? = nil) {
    (self.kind, self.reason, self.detail, self.delivered) = (kind, reason, detail, delivered)
  }

  /// Whether the case passed.
  package var isPass: Bool { kind == .pass }
  /// Whether there is a verdict on the subject.
  package var isJudged: Bool { kind != .unjudged && kind != .skipped }

  /// The verdict in one line, the same in every run: `wrong: as-tag-1`.
  package var line: String { reason.isEmpty ? kind.rawValue : "\(kind.rawValue): \(reason)" }
}
