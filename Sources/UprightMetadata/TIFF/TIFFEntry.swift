// One field of a directory (TIFF 6.0, section 2, "IFD Entry"; Technical Note 1 for IFD; BigTIFF for eight bytes).

/// A tag, its type, and the location of its values; offsets are in the block or file.
struct TIFFEntry: Hashable, Sendable {
  /// Its offset.
  let offset: Int
  /// The tag.
  let tag: Int
  /// The type, as stored.
  let type: Int
  /// Number of elements.
  let count: Int
  /// Offset of its first element: in the entry itself if the values fit an offset's width, otherwise elsewhere.
  let valueOffset: Int

  /// Bytes per element; 1 for types unknown to TIFF.
  var elementSize: Int { Self.elementSize(ofType: type) }

  /// Bytes per element of a type (TIFF 6.0, section 2, "Types").
  static func elementSize(ofType type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11, 13: 4
    case 5, 10, 12, 16, 17, 18: 8
    default: 1
    }
  }

  /// Whether the type is an integer type that an orientation may have.
  var isInteger: Bool { [1, 3, 4, 8, 9].contains(type) }

  /// Whether the type is one of BigTIFF's 8-byte integers.
  var isWideInteger: Bool { type == 16 || type == 17 }

  /// Whether the integer type is signed.
  var isSigned: Bool { [8, 9, 17].contains(type) }

  /// The integer with these bits; nil if the type is not an integer.
  func integer(_ bits: Int) -> Int? {
    switch type {
    case 1, 3, 4, 13, 16, 17, 18: bits
    case 8: Int(Int16(truncatingIfNeeded: bits))
    case 9: Int(Int32(truncatingIfNeeded: bits))
    default: nil
    }
  }
}

extension TIFFEntry {
  /// The entry at an offset; `bytes` start at offset `start`. nil if it is incomplete.
  init?(at offset: Int, in bytes: [UInt8], startingAt start: Int, _ layout: TIFFLayout) {
    let (place, wide) = (offset - start, layout.offsetSize)
    guard let tag = layout.number(in: bytes, at: place, size: 2),
      let type = layout.number(in: bytes, at: place + 2, size: 2),
      let count = layout.number(in: bytes, at: place + 4, size: wide),
      let pointer = layout.number(in: bytes, at: place + 4 + wide, size: wide)
    else { return nil }
    let (total, overflow) = Self.elementSize(ofType: type).multipliedReportingOverflow(by: count)
    let isInline = !overflow && total <= wide
    self.init(
      offset: offset, tag: tag, type: type, count: count, valueOffset: isInline ? offset + 4 + wide : pointer)
  }
}
