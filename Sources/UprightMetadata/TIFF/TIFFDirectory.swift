// An image file directory (TIFF 6.0, section 2, "Image File Directory"; BigTIFF). One field of a directory (TIFF 6.0,
// section 2, "IFD Entry"; Technical Note 1 for IFD; BigTIFF for eight bytes). The number layout of a TIFF structure:
// byte order, and the width of counts and offsets (TIFF 6.0, section 2; BigTIFF).

internal import UprightGeometry

/// A directory: its entries and the offset of the next directory; offsets are in the block or file.
struct TIFFDirectory: Hashable, Sendable {
  /// The layout of its numbers.
  let layout: TIFFLayout
  /// Offset of its count.
  let offset: Int
  /// The stated number of entries.
  let declaredCount: Int
  /// The entries that are completely present.
  let entries: [TIFFEntry]
  /// Offset of the next directory; 0 for none, nil if the bytes end before it.
  let next: Int?

  /// Maximum number of entries read; real directories have fewer.
  static let entryLimit = 4_096

  /// The directory at an offset, as far as `bytes` contains it; `bytes` starts at offset `start`. nil if even the
  /// count is missing.
  init?(at offset: Int, in bytes: [UInt8], startingAt start: Int = 0, _ layout: TIFFLayout) {
    guard offset >= layout.headerSize,
      let declared = layout.number(in: bytes, at: offset - start, size: layout.countSize), declared <= UInt32.max
    else { return nil }
    var place = offset + layout.countSize
    let room = max(0, bytes.count - (place - start)) / layout.entrySize
    var entries: [TIFFEntry] = []
    entries.reserveCapacity(min(declared, Self.entryLimit, room))
    while entries.count < min(declared, Self.entryLimit),
      let entry = TIFFEntry(at: place, in: bytes, startingAt: start, layout)
    {
      entries.append(entry)
      place += layout.entrySize
    }
    self.layout = layout
    self.offset = offset
    declaredCount = declared
    self.entries = entries
    let isWhole = entries.count == declared
    next = isWhole ? layout.number(in: bytes, at: place - start, size: layout.offsetSize) : nil
  }

  /// Whether it is completely present.
  var isComplete: Bool { entries.count == declaredCount && next != nil }
  /// Offset of the link to the next directory.
  var nextFieldOffset: Int { offset + layout.countSize + layout.entrySize * declaredCount }
  /// One past its last byte.
  var endOffset: Int { nextFieldOffset + layout.offsetSize }

  /// The first entry with this tag.
  func first(_ tag: TIFFTag) -> TIFFEntry? { entries.first { $0.tag == tag.rawValue } }

  /// All entries with this tag.
  func all(_ tag: TIFFTag) -> [TIFFEntry] { all(numbered: tag.rawValue) }

  /// All entries with this tag number.
  func all(numbered tag: Int) -> [TIFFEntry] { entries.filter { $0.tag == tag } }
}

// A directory of a file together with its bytes (TIFF 6.0, section 2).

/// A directory, and its bytes from the count to the link.
struct TIFFTable: Hashable, Sendable {
  /// The parsed directory.
  let directory: TIFFDirectory
  /// The bytes, from the directory's offset.
  let bytes: [UInt8]

  /// Its byte range in the file.
  var range: Range<Int> { directory.offset..<directory.offset + bytes.count }

  /// The bytes of an entry.
  func field(of entry: TIFFEntry) -> [UInt8] {
    let place = entry.offset - directory.offset
    return Array(bytes[place..<place + directory.layout.entrySize])
  }
}

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

  /// Size in bytes of all its values; nil if it exceeds every file.
  var byteCount: Int? {
    let (size, overflow) = elementSize.multipliedReportingOverflow(by: count)
    return overflow ? nil : size
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

  /// The integers in these bytes, which are elements that follow one another; none if the type is not an integer.
  func integers(in bytes: [UInt8], _ layout: TIFFLayout) -> [Int] {
    stride(from: 0, through: bytes.count - elementSize, by: elementSize).compactMap { place in
      layout.number(in: bytes, at: place, size: elementSize).flatMap(integer)
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
