// A file of labels in memory, and the limits within which one is read.

/// A label file's bytes and the name by which it is spoken of.
public struct LabelFile: Hashable, Sendable {
  /// Its name, as findings give it; for formats with a file per picture also what names the picture.
  public var name: String
  /// Its bytes.
  public var bytes: [UInt8]

  /// `bytes` under `name`.
  public init(name: String, bytes: [UInt8]) { (self.name, self.bytes) = (name, bytes) }

  /// The name without its folder and its last extension.
  public var stem: String {
    let path = Self.withoutExtension(name)
    guard let slash = path.utf8.lastIndex(of: Self.slash) else { return path }
    return String(path[path.utf8.index(after: slash)...])
  }

  private static let slash = UInt8(ascii: "/")

  /// A path without the extension of its last part; a leading dot starts none.
  package static func withoutExtension(_ path: String) -> String {
    let start = path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
    guard let dot = path.utf8.lastIndex(of: UInt8(ascii: ".")), dot > start else { return path }
    return String(path[..<dot])
  }
}

/// What a label file may cost.
public struct LabelLimits: Hashable, Sendable {
  /// Bytes of one file.
  public var bytes: Int
  /// Values inside values.
  public var depth: Int
  /// Findings that are kept; what is beyond is counted in the last of them.
  public var findings: Int
  /// Bytes of memory that what is read of a file may take besides the file (``LabelCoding/checkMemory(of:)``).
  public var memory: Int

  /// At most so many bytes, levels and findings, and so much memory.
  public init(bytes: Int = 4 << 30, depth: Int = 64, findings: Int = 10_000, memory: Int = .max) {
    (self.bytes, self.depth, self.findings, self.memory) = (bytes, depth, findings, memory)
  }
}
