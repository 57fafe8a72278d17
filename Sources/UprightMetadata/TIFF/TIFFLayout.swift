// The number layout of a TIFF structure: byte order, and the width of counts and offsets (TIFF 6.0, section 2;
// BigTIFF).

/// Byte order and widths.
struct TIFFLayout: Hashable, Sendable {
  /// "MM": most significant byte first.
  let isBigEndian: Bool
  /// Whether offsets have eight bytes, as in BigTIFF.
  let isBigTIFF: Bool

  /// Size in bytes of an offset, and of an entry's count.
  var offsetSize: Int { isBigTIFF ? 8 : 4 }
  /// Size in bytes of a directory's count.
  var countSize: Int { isBigTIFF ? 8 : 2 }
  /// Size in bytes of an entry: tag, type, count, and the value or its offset.
  var entrySize: Int { 4 + 2 * offsetSize }
  /// Size in bytes of the header; no directory starts before its end.
  var headerSize: Int { isBigTIFF ? 16 : 8 }
  /// Offset of the first directory's offset in the header.
  var firstPointerOffset: Int { headerSize - offsetSize }

  /// The layout that a header's first four bytes indicate; nil for anything else.
  init?(header bytes: [UInt8]) {
    guard bytes.count >= 4, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
    isBigEndian = bytes[0] == 0x4D
    let (low, high) = isBigEndian ? (bytes[3], bytes[2]) : (bytes[2], bytes[3])
    guard low == 42 || low == 43, high == 0 else { return nil }
    isBigTIFF = low == 43
  }

  /// A layout with 4-byte offsets.
  init(isBigEndian: Bool) {
    self.isBigEndian = isBigEndian
    isBigTIFF = false
  }

  /// The same byte order with 4-byte offsets.
  var classic: TIFFLayout { TIFFLayout(isBigEndian: isBigEndian) }

  /// The header of a classic TIFF structure.
  func header(firstDirectory offset: Int) -> [UInt8] {
    [UInt8](repeating: isBigEndian ? 0x4D : 0x49, count: 2) + encode(42, size: 2) + encode(offset, size: 4)
  }

  /// The number of `size` bytes, at most 8, at `place` in `bytes`; nil if they are missing, `.max` if it does not fit
  /// 63 bits.
  func number(in bytes: [UInt8], at place: Int, size: Int) -> Int? {
    guard place >= 0, place <= bytes.count - size else { return nil }
    var number: UInt64 = 0
    for index in 0..<size { number = number << 8 | UInt64(bytes[place + (isBigEndian ? index : size - 1 - index)]) }
    return Int(clamping: number)
  }

  /// `value` in `size` bytes.
  func encode(_ value: Int, size: Int) -> [UInt8] {
    let low = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? low.reversed() : low
  }

  /// An offset, or an entry's count, in its width.
  func encode(offset: Int) -> [UInt8] { encode(offset, size: offsetSize) }
}
