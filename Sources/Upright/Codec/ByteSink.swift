// Where encoded bytes go: memory or a file, in order.

/// Something that takes bytes in order; arrays are one, a file being written is another.
public protocol ByteSink {
  /// Takes the next bytes.
  ///
  /// - Throws: `UprightError` `.io` where the disk fails.
  mutating func write(_ bytes: [UInt8]) throws(UprightError)
}

extension Array: ByteSink where Element == UInt8 {
  /// Appends.
  public mutating func write(_ bytes: [UInt8]) throws(UprightError) { self += bytes }
}
