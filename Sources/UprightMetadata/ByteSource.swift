// Sources of bytes, in memory or in a file, that are read in ranges only.

/// Provides ranges of bytes. An array is one; an open file is another.
public protocol ByteSource {
  /// Total number of bytes.
  var byteCount: Int { get }
  /// The bytes of `range`, clipped to the source.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8]
}

extension Array: ByteSource where Element == UInt8 {
  /// Total number of bytes.
  public var byteCount: Int { count }

  /// The bytes of `range`, clipped to the source.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    Array(self[range.clamped(to: 0..<count)])
  }
}

// A range of a source as a source: a file inside a file.

/// A range of another source, with offsets relative to its start.
struct PartSource<Whole: ByteSource>: ByteSource {
  /// The enclosing source.
  let whole: Whole
  /// The range in the enclosing source.
  let range: Range<Int>

  /// A range of `whole`, clipped to it.
  init(_ whole: Whole, _ range: Range<Int>) {
    self.whole = whole
    self.range = range.clamped(to: 0..<max(0, whole.byteCount))
  }

  var byteCount: Int { range.count }

  func read(_ part: Range<Int>) throws(MetadataError) -> [UInt8] {
    let part = part.clamped(to: 0..<range.count)
    return try whole.read(range.lowerBound + part.lowerBound..<range.lowerBound + part.upperBound)
  }
}

// A source that several threads may read at the same time.

/// A source that a decoder's second thread may read while the first one does.
package protocol SharedSource: ByteSource, Sendable {}

extension Array: SharedSource where Element == UInt8 {}

// A source that another process can read directly: an open descriptor can be passed on, a path cannot (unix(7),
// SCM_RIGHTS).

/// A source whose bytes are those of an open regular file, starting at offset 0.
package protocol DescriptorSource: ByteSource {
  /// Lends a read-only file descriptor; nil if no such descriptor exists.
  func withDescriptor<Result, Failure: Error>(
    _ body: (Int32?) throws(Failure) -> Result
  ) throws(Failure) -> Result
}
