// SHA-256 by the processor's instructions (FIPS 180-4, section 6.2.2): the only pointers of this target.

import CKernels

extension SHA256 {
  /// Whether this processor has them.
  static let hasInstructions = up_has_sha256()

  /// Adds `count` blocks of 64 bytes to `state`; only if there are instructions.
  static func take(_ bytes: [UInt8], from start: Int, count: Int, into state: inout SIMD8<UInt32>) {
    precondition(start >= 0 && count >= 0 && count <= (bytes.count - start) / 64, "outside the bytes")
    unsafe withUnsafeMutableBytes(of: &state) { words in
      guard let words = unsafe words.bindMemory(to: UInt32.self).baseAddress else { return }
      unsafe bytes.withUnsafeBytes { source in
        guard let base = source.baseAddress else { return }
        unsafe up_sha256(words, base + start, count)
      }
    }
  }
}
