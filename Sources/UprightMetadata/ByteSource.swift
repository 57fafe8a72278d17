// A source of bytes, in memory or in a file, that is read in ranges only.

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
