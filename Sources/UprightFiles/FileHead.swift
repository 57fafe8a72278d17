// A file whose first bytes are read at once, for parsers that read headers in many small ranges.

public import Upright

/// An open file with its beginning in memory, so that bytes read once do not change under the reader.
public struct FileHead: ByteSource, Sendable {
  /// More than the headers of most photos, in bytes.
  private static let length = 16_384

  /// The file.
  public let file: FileBytes
  private let head: [UInt8]

  /// Reads the beginning of `file`.
  ///
  /// - Throws: `MetadataError` `.unreadable` if the disk fails.
  public init(_ file: FileBytes) throws(MetadataError) {
    self.file = file
    head = try file.read(0..<Self.length)
  }

  /// The file's length in bytes when it was opened.
  public var byteCount: Int { file.byteCount }

  /// The bytes of `range`, clipped to the length at opening.
  ///
  /// - Throws: As `FileBytes.read(_:)`.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let wanted = range.clamped(to: 0..<byteCount)
    return wanted.upperBound <= head.count ? Array(head[wanted]) : try file.read(wanted)
  }

  /// Checks that the file is unchanged since it was opened, and that its beginning still has the bytes in memory.
  ///
  /// A file system's clock may be too coarse to tell two quick writes apart, so the bytes are compared too.
  ///
  /// - Throws: As `FileBytes.checkUnchanged()`.
  public func checkUnchanged() throws(UprightError) {
    try file.checkUnchanged()
    let now: [UInt8]
    do throws(MetadataError) { now = try file.read(0..<Self.length) } catch {
      throw UprightError(error).naming(file.path)
    }
    guard now == head else { throw .changedUnderneath(file.path) }
  }
}

extension FileHead: SharedSource {}

extension FileHead: DescriptorSource {
  package func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try file.withDescriptor(body)
  }
}

extension FileBytes {
  /// Probes the headers with as few reads as possible; `rules` decide which orientation is used if fields conflict.
  ///
  /// - Throws: `UprightError` `.malformed`, `.unsupported`; `.io` if the disk fails.
  public func probe(rules: OrientationRules = OrientationRules()) throws(UprightError) -> Probe {
    try Probe(checking: try head(), rules: rules)
  }

  /// The file with its beginning in memory.
  ///
  /// - Throws: `UprightError` `.io` if the disk fails.
  public func head() throws(UprightError) -> FileHead {
    do throws(MetadataError) { return try FileHead(self) } catch { throw UprightError(error) }
  }
}
