// A file whose first bytes are read at once, for those who look at headers in many small ranges.

public import Upright

/// An open file with its beginning in memory; what was read once does not change under the reader.
public struct FileHead: ByteSource, Sendable {
  /// More than the headers of most photos.
  private static let length = 16_384

  /// The file.
  public let file: FileBytes
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

  /// Makes sure that nobody has changed anything of the file since it was opened, and that it still begins as it did when its beginning was read.
  ///
  /// The clock of a file system may be too coarse to tell a write from one just before it; so the bytes are compared too.
  ///
  /// - Throws: as `FileBytes.checkUnchanged()`.
  public func checkUnchanged() throws(UprightError) {
    try file.checkUnchanged()
    let now: [UInt8]
    do throws(MetadataError) { now = try file.read(0..<Self.length) } catch {
      throw UprightError(error).naming(file.path)
    }
    guard now == head else { throw .changedUnderneath(file.path) }
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
