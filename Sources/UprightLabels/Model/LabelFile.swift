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
    let last = name.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    guard let dot = last.lastIndex(of: "."), dot != last.startIndex else { return String(last) }
    return String(last[..<dot])
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

  /// At most so many bytes, levels and findings.
  public init(bytes: Int = 4 << 30, depth: Int = 64, findings: Int = 10_000) {
    (self.bytes, self.depth, self.findings) = (bytes, depth, findings)
  }
}
