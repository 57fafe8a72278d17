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
