// A label file in memory, and the limits for reading it.

/// A label file's bytes and its name.
public struct LabelFile: Hashable, Sendable {
  /// Its name, as in findings. In formats with one file per image, it also identifies the image.
  public var name: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// A file with these bytes and this name.
  public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The name without its folder and last extension.
  public var stem: String {
    let path = Self.withoutExtension(name)
    guard let slash = path.utf8.lastIndex(of: Self.slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  private static let slash = UInt8(ascii: "/")

  /// A path without the extension of its last component; a leading dot does not start an extension.
  package static func withoutExtension(_ path: String) -> String {
    let start = path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), dot > start else { return path }
    return String(path[..<dot])
  }
}

/// Limits for reading a label file.
public struct LabelLimits: Hashable, Sendable {
  /// Maximum size of a file in bytes.
  public var bytes: Int
  /// Maximum nesting depth of values.
  public var depth: Int
  /// Maximum number of findings; the last one counts the rest.
  public var findings: Int
  /// Maximum memory in bytes for the contents read, besides the file itself (``LabelCoding/checkMemory(of:)``).
  public var memory: Int

  /// Sets all limits.
  public init(bytes: Int = 4 << 30, depth: Int = 64, findings: Int = 10_000, memory: Int = .max) {
    (self.bytes, self.depth, self.findings, self.memory) = (bytes, depth, findings, memory)
  }
}

// Why a label file cannot be read at all: one stable code per violated rule, and the position (RFC 8259; XML 1.0).

/// A violation of a label file's syntax, after which nothing in the file can be trusted.
public struct LabelError: Error, Hashable, Sendable {
  /// One code per rule.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The file is not valid JSON, XML or line-based text.
    case syntax
    /// The file ends inside a value.
    case truncated
    /// A number that JSON does not allow: NaN, Infinity.
    case notANumber = "not-a-number"
    /// The bytes are not UTF-8.
    case encoding
    /// Values are nested more deeply than the limit allows.
    case tooDeep = "too-deep"
    /// More bytes than the limit allows.
    case tooLarge = "too-large"
    /// More memory than the limit allows (``LabelLimits/memory``).
    case tooMuchMemory = "too-much-memory"
    /// The document declares entities, which can expand a small file enormously.
    case entities
    /// The file does not have the expected format.
    case wrongFormat = "wrong-format"
    /// The file is XML, and this build lacks the package trait `XML`.
    case unsupported
  }

  /// The violated rule.
  public var code: Code
  /// The file name given by the caller.
  public var file: String
  /// The byte offset of the violation.
  public var offset: Int
  /// The 1-based line of that byte.
  public var line: Int
  /// What was found, what was expected, and what helps.
  public var note: String
  /// What helps; nil if nothing is known to.
  public var remedy: LabelRemedy?
  /// The required and the allowed memory, if that is the rule.
  public var excess: Excess?

  /// Sizes in bytes.
  public struct Excess: Hashable, Sendable {
    /// Required memory, at least.
    public var asked: Int
    /// Allowed memory.
    public var allowed: Int
  }

  /// An error with a code, at a byte of a file.
  public init(_ code: Code, in file: String, at offset: Int, line: Int, _ note: String) {
    (self.code, self.file, self.offset, self.line, self.note) = (code, file, offset, line, note)
  }
}

extension LabelError {
  /// The error of a file that may have another format.
  var ofOtherFormat: Self {
    var error = self
    error.remedy = .format
    return error
  }
}

extension LabelError: CustomStringConvertible {
  /// `labels.json, line 3, byte 41: a comma is missing`.
  public var description: String { "\(file), line \(line), byte \(offset): \(note)" }
}

extension LabelError {
  /// The error for rows that take more memory than allowed.
  static func tooMuchMemory(_ file: String, at offset: Int, line: Int, asked: Int, allowed: Int) -> LabelError {
    var error = LabelError(
      .tooMuchMemory, in: file, at: offset, line: line, "needs \(asked) bytes of memory, \(allowed) allowed")
    error.excess = Excess(asked: asked, allowed: allowed)
    return error
  }
}

// What a caller can do about a problem in a label file, which each program words by the names of its options.

/// What helps against an error or a finding.
public enum LabelRemedy: String, Hashable, Sendable, CaseIterable {
  /// Say where the images are.
  case images
  /// Say where the names of classes are: the file that states them also states the shape of poses.
  case names
  /// Say which format the file has.
  case format
}
