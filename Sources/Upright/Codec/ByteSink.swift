// The destination of encoded bytes: memory or a file, in order.

/// Takes bytes in order, such as an array or a file that is being written.
public protocol ByteSink {
  /// Appends bytes.
  ///
  /// - Throws: `UprightError` `.io` if the disk fails.
  mutating func write(_ bytes: [UInt8]) throws(UprightError)
}

extension Array: ByteSink where Element == UInt8 {
  /// Appends bytes.
  public mutating func write(_ bytes: [UInt8]) throws(UprightError) { self += bytes }
}
