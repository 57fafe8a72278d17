// Why a label file cannot be read at all: one stable code per broken rule, and where (RFC 8259; XML 1.0).

/// A label file that breaks a rule of its language, so that nothing behind that place can be trusted.
public struct LabelError: Error, Hashable, Sendable {
  /// One code per broken rule.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file is not JSON, XML or text of lines where it should be.
    case syntax
    /// The file ends inside a value.
    case truncated
    /// A number that JSON does not have: NaN, Infinity.
    case notANumber = "not-a-number"
    /// The bytes are no UTF-8, or the file is in another encoding.
    case encoding
    /// Values inside values, more than the limit allows.
    case tooDeep = "too-deep"
    /// More bytes than the limit allows.
    case tooLarge = "too-large"
    /// More memory than the limit allows (``LabelLimits/memory``).
    case tooMuchMemory = "too-much-memory"
    /// A document that declares entities, which can make a small file enormous.
    case entities
    /// It is not a file of the format that it was read as.
    case wrongFormat = "wrong-format"
  }

  /// Which rule.
  public var code: Code
  /// The file, by the name that the caller gave it.
  public var file: String
  /// The byte at which the rule is broken.
  public var offset: Int
  /// The line of that byte, from 1.
  public var line: Int
  /// What stands there, what was expected, and what helps.
  public var note: String
  /// How much memory it would take, and how much is allowed, where that is the rule.
  public var excess: Excess?

  /// Bytes of memory.
  public struct Excess: Hashable, Sendable {
    /// At least so many are needed.
    public var asked: Int
    /// So many are allowed.
    public var allowed: Int
  }

  /// An error of `code` at a byte of a file.
  public init(_ code: Code, in file: String, at offset: Int, line: Int, _ note: String) {
    (self.code, self.file, self.offset, self.line, self.note) = (code, file, offset, line, note)
  }
}

extension LabelError: CustomStringConvertible {
  /// `labels.json, line 3, byte 41: a comma is missing`.
  public var description: String { "\(file), line \(line), byte \(offset): \(note)" }
}
