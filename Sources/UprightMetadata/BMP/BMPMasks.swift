// The fields of a bitmap's headers, and the bit masks of its colors (Win32 API, BITMAPV4HEADER).

/// The first bytes of a bitmap as little-endian numbers; missing bytes read as 0.
struct BMPFields {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Number of bytes.
  var count: Int { bytes.count }

  /// Length in bytes of the header after the file header.
  var length: Int { number(14, 4) }

  /// A number of 2 or 4 bytes.
  func number(_ offset: Int, _ size: Int) -> Int {
    (0..<size).reduce(0) { sum, place in
      bytes.indices.contains(offset + place) ? sum | Int(bytes[offset + place]) << (8 * place) : sum
    }
  }

  /// A signed number of 4 bytes.
  func signed(_ offset: Int) -> Int { Int(Int32(truncatingIfNeeded: number(offset, 4))) }

  /// The range of the profile that BITMAPV5HEADER states; nil if there is none or it is invalid.
  func profile(in byteCount: Int) -> Range<Int>? {
    guard length == 124, number(70, 4) == 0x4D42_4544 else { return nil }
    let (offset, size) = (14 + number(126, 4), number(130, 4))
    return size > 0 && offset + size <= byteCount ? offset..<offset + size : nil
  }
}

/// The bit masks of a pixel's red, green, blue and alpha.
package struct BMPMasks: Hashable, Sendable {
  /// The mask of each; 0 if absent.
  package let red, green, blue, alpha: UInt32

  /// 5 bits each.
  static let fiveBits = BMPMasks(red: 0x7C00, green: 0x03E0, blue: 0x001F, alpha: 0)
  /// 8 bits each, and 8 unused bits.
  static let eightBits = BMPMasks(red: 0xFF_0000, green: 0xFF00, blue: 0xFF, alpha: 0)

  private init(red: UInt32, green: UInt32, blue: UInt32, alpha: UInt32) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The masks in or after the header; alpha only if the header has a field for it, or the compression states it.
  init(_ fields: BMPFields, hasAlpha: Bool) {
    func mask(_ index: Int) -> UInt32 { UInt32(truncatingIfNeeded: fields.number(54 + 4 * index, 4)) }
    (red, green, blue) = (mask(0), mask(1), mask(2))
    alpha = hasAlpha || fields.length >= 56 ? mask(3) : 0
  }

  private var all: [UInt32] { [red, green, blue, alpha] }

  /// Whether the bits of each mask are contiguous, and at most 16.
  var areWhole: Bool {
    all.allSatisfy { mask in
      guard mask != 0 else { return true }
      let value = mask >> UInt32(mask.trailingZeroBitCount)
      return value & (value &+ 1) == 0 && value <= 0xFFFF
    }
  }

  /// The largest number of bits in a mask.
  var depth: Int { all.map(\.nonzeroBitCount).max() ?? 0 }
}
