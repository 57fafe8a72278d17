// The search for the byte that a marker begins with (ITU T.81, B.1.1.3), by a kernel.

import CKernels

extension Span<UInt8> {
  /// The offset of the first 0xFF at or after `start` that no stuffed zero follows, or the end.
  package func firstMarker(from start: Int) -> Int {
    guard start >= 0, start < count else { return count }
    return unsafe withUnsafeBufferPointer { bytes in
      guard let base = bytes.baseAddress else { return 0 }
      return unsafe start + up_find_marker(base + start, bytes.count - start)
    }
  }
}
