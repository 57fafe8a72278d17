// A file whose first bytes are read at once, for those who look at headers in many small ranges.

public import Upright

/// An open file with its beginning in memory; what was read once does not change under the reader.
public struct FileHead: ByteSource, Sendable {
  /// More than the headers of most photos.
  private static let length = 16_384

  private let file: FileBytes
  private let head: [UInt8]

  /// Reads the beginning of `file`.
  ///
  /// - Throws: `MetadataError` `.unreadable` where the disk fails.
  public init(_ file: FileBytes) throws(MetadataError) {
    self.file = file
    head = try file.read(0..<Self.length)
  }

  /// How many bytes the file had when it was opened.
  public var byteCount: Int { file.byteCount }

  /// The bytes of `range`, clipped to what existed when the file was opened.
  ///
  /// - Throws: as `FileBytes.read(_:)`.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    return wanted.upperBound <= head.count ? Array(head[wanted]) : try file.read(wanted)
  }
}

extension FileHead: DescriptorSource {
  package func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withDescriptor(body)
  }
}

extension FileBytes {
  /// What its headers say, read in as few calls as possible; `rules` say which carrier is believed where that is a choice.
  ///
  /// - Throws: `UprightError` `.malformed`, `.unsupported`; `.io` where the disk fails.
  public func probe(rules: OrientationRules = OrientationRules()) throws(UprightError) -> Probe {
    try Probe(checking: try head(), rules: rules)
  }

  /// The file with its beginning in memory.
  ///
  /// - Throws: `UprightError` `.io` where the disk fails.
  public func head() throws(UprightError) -> FileHead {
    do throws(MetadataError) { return try FileHead(self) } catch { throw UprightError(error) }
  }
}
