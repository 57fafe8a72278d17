// One field of a directory (TIFF 6.0, section 2, "IFD Entry"; Technical Note 1 for IFD; BigTIFF for eight bytes).

/// A tag, its type, and where its values stand; offsets are those in the block or file.
struct TIFFEntry: Hashable, Sendable {
  /// Where its bytes start.
  let offset: Int
  /// Which tag.
  let tag: Int
  /// Which type, as stored.
  let type: Int
  /// How many elements.
  let count: Int
  /// Where its first element stands: in the entry itself up to an offset's width, elsewhere beyond.
  let valueOffset: Int

  /// Bytes per element; 1 for types that TIFF does not know.
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

  /// Whether the type counts whole numbers that an orientation may come in.
  var isInteger: Bool { [1, 3, 4, 8, 9].contains(type) }

  /// Whether the type is one of BigTIFF's whole numbers of eight bytes.
  var isWideInteger: Bool { type == 16 || type == 17 }

  /// Whether half of its whole numbers are negative.
  var isSigned: Bool { [8, 9, 17].contains(type) }

  /// The whole number that an element's bits stand for, nil where the type is none.
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
  /// The entry at an offset; `bytes` start at `start`. Nil where it is not all there.
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
