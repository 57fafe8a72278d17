// A TIFF structure in memory, as an Exif segment holds it (TIFF 6.0, section 2; EXIF 2.32, 4.5.2).

/// The bytes of a TIFF structure, its byte order, and where its first directory starts.
struct TIFFBlock: Hashable, Sendable {
  /// From the byte order mark on.
  var bytes: [UInt8]
  /// "MM": the high byte first.
  let isBigEndian: Bool

  /// A block that opens with `II` or `MM` and the number 42; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8 else { return nil }
    switch (bytes[0], bytes[1]) {
    case (0x49, 0x49): isBigEndian = false
    case (0x4D, 0x4D): isBigEndian = true
    default: return nil
    }
    self.bytes = bytes
    guard u16(at: 2) == 42 else { return nil }
  }

  /// Where IFD0 starts.
  var firstDirectoryOffset: Int { u32(at: 4) ?? 0 }

  /// The directory IFD0, or nil where the header points outside.
  var ifd0: TIFFDirectory? { directory(at: firstDirectoryOffset) }

  /// The thumbnail's directory IFD1, or nil for none; one that points back at IFD0 is none.
  var ifd1: TIFFDirectory? {
    guard let next = ifd0?.next, next != 0, next != firstDirectoryOffset else { return nil }
    return directory(at: next)
  }

  /// The directory that an entry of IFD0 points at (Exif 34665), or nil.
  var exifDirectory: TIFFDirectory? {
    guard let entry = ifd0?.first(.exifDirectory), let offset = integer(of: entry), offset != firstDirectoryOffset
    else { return nil }
    return directory(at: offset)
  }

  /// The directory at an offset, read as far as the bytes go; nil where not even its count is there.
  func directory(at offset: Int) -> TIFFDirectory? {
    guard offset >= 8, let declared = u16(at: offset) else { return nil }
    var entries: [TIFFEntry] = []
    for index in 0..<declared {
      guard let entry = entry(at: offset + 2 + 12 * index) else { break }
      entries.append(entry)
    }
    return TIFFDirectory(
      offset: offset, declaredCount: declared, entries: entries, next: u32(at: offset + 2 + 12 * declared))
  }

  private func entry(at offset: Int) -> TIFFEntry? {
    guard let tag = u16(at: offset), let type = u16(at: offset + 2), let count = u32(at: offset + 4),
      let pointer = u32(at: offset + 8)
    else { return nil }
    let size = TIFFEntry.elementSize(ofType: type)
    let (total, overflow) = size.multipliedReportingOverflow(by: count)
    let isInline = !overflow && total <= 4
    return TIFFEntry(
      offset: offset, tag: tag, type: type, count: count, valueOffset: isInline ? offset + 8 : pointer)
  }

  /// Element `index` of an integer entry, or nil where the type is no integer or the bytes are not there.
  func integer(of entry: TIFFEntry, at index: Int = 0) -> Int? {
    guard index < entry.count else { return nil }
    let offset = entry.valueOffset + index * entry.elementSize
    switch entry.type {
    case 1: return byte(at: offset)
    case 3: return u16(at: offset)
    case 4: return u32(at: offset)
    case 8: return u16(at: offset).map { Int(Int16(truncatingIfNeeded: $0)) }
    case 9: return u32(at: offset).map { Int(Int32(truncatingIfNeeded: $0)) }
    default: return nil
    }
  }

  /// Writes element `index` of an integer entry; values that do not fit, or places that are not there, stay as they are.
  mutating func setInteger(_ value: Int, of entry: TIFFEntry, at index: Int = 0) {
    let size = entry.elementSize
    let offset = entry.valueOffset + index * size
    let bits = 8 * size - (entry.isSigned ? 1 : 0)
    guard integer(of: entry, at: index) != nil, value >= 0, value < 1 << bits else { return }
    put(value, size: size, at: offset)
  }

  /// Writes `value` in `size` bytes; the place must be there.
  mutating func put(_ value: Int, size: Int, at offset: Int) {
    let encoded = encode(value, size: size)
    bytes.replaceSubrange(offset..<offset + size, with: encoded)
  }

  /// `value` in `size` bytes of this block's order.
  func encode(_ value: Int, size: Int) -> [UInt8] {
    let low = (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    return isBigEndian ? low.reversed() : low
  }

  /// Two bytes as a number.
  func u16(at offset: Int) -> Int? {
    guard let a = byte(at: offset), let b = byte(at: offset &+ 1) else { return nil }
    return isBigEndian ? a << 8 | b : b << 8 | a
  }

  /// Four bytes as a number.
  func u32(at offset: Int) -> Int? {
    guard let a = u16(at: offset), let b = u16(at: offset &+ 2) else { return nil }
    return isBigEndian ? a << 16 | b : b << 16 | a
  }

  private func byte(at offset: Int) -> Int? {
    bytes.indices.contains(offset) ? Int(bytes[offset]) : nil
  }
}
