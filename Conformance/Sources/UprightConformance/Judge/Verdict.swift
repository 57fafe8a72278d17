// What became of one case.

package import UprightFixtures

/// The outcome of a case for one subject.
package struct Verdict: Sendable {
  /// Its kind. Everything but `pass`, `unjudged`, `refused` and `skipped` is a failure.
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
    /// The subject says that it does not support the format, whatever the tag is.
    case refused
    /// The subject does not claim to support the format or the operation.
    case skipped
  }

  package var kind: Kind
  /// What is wrong, in a word that other programs can compare; empty for a pass.
  package var reason = ""
  /// What the result looks like.
  package var detail = ""
  /// The last lines that the program printed; empty for a pass.
  package var output = ""
  /// Whether the subject said that it cannot or does not do this, by an error or otherwise.
  package var refusal: Refusal?
  /// The result as judged; nil without one.
  package var delivered: TinyImage?

  /// How a subject says that it does not do what it is asked.
  package enum Refusal: Hashable, Sendable {
    /// A function declines an operation.
    case declined
    /// A server lacks a format that is optional.
    case format
    /// A program ends with an error where no standard decides.
    case error
  }

  /// Memberwise initializer.
  package init(_ kind: Kind, reason: String = "", detail: String = "", delivered: TinyImage? = nil) {
    (self.kind, self.reason, self.detail, self.delivered) = (kind, reason, detail, delivered)
  }

  /// Whether the case passed.
  package var isPass: Bool { kind == .pass }
  /// Whether there is a verdict on the subject.
  package var isJudged: Bool { ![.unjudged, .refused, .skipped].contains(kind) }

  /// The verdict in one line, the same in every run: `wrong: as-tag-1`.
  package var line: String { reason.isEmpty ? kind.rawValue : "\(kind.rawValue): \(reason)" }
}
