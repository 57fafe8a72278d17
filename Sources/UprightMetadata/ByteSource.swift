// Where bytes come from: memory or a file, read in ranges only.

/// Something that hands out ranges of bytes; arrays are one, an open file is another.
public protocol ByteSource {
  /// How many bytes there are.
  var byteCount: Int { get }
  /// The bytes of `range`, clipped to what exists.
  ///
  /// - Throws: `MetadataError` with code `.unreadable` where the disk fails.
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8]
}

extension Array: ByteSource where Element == UInt8 {
  /// How many bytes there are.
  public var byteCount: Int { count }

  /// The bytes of `range`, clipped to what exists.
  public func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    Array(self[range.clamped(to: 0..<count)])
  }
}
