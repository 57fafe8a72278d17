// A TIFF structure in memory, as an Exif segment holds it (TIFF 6.0, section 2; EXIF 2.32, 4.5.2).

/// The bytes of a TIFF structure, its byte order, and where its first directory starts.
struct TIFFBlock: Hashable, Sendable {
  /// From the byte order mark on.
  var bytes: [UInt8] { didSet { readDirectories() } }
  /// How its numbers stand; never as in BigTIFF.
  let layout: TIFFLayout
  /// The directory IFD0, or nil where the header points outside.
  private(set) var ifd0: TIFFDirectory?
  /// The thumbnail's directory IFD1, or nil for none; one that points back at IFD0 is none.
  private(set) var ifd1: TIFFDirectory?
  /// The directory that an entry of IFD0 points at (Exif 34665), or nil.
  private(set) var exifDirectory: TIFFDirectory?

  /// A block that opens with `II` or `MM` and the number 42; nil for anything else.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 8, let layout = TIFFLayout(header: bytes), !layout.isBigTIFF else { return nil }
    self.bytes = bytes
    self.layout = layout
    readDirectories()
  }

  private mutating func readDirectories() {
    ifd0 = directory(at: firstDirectoryOffset)
    ifd1 = ifd0.flatMap(next(after:))
    exifDirectory = ifd0.flatMap(exifDirectory(in:))
  }

  /// "MM": the high byte first.
  var isBigEndian: Bool { layout.isBigEndian }

  /// Where IFD0 starts.
  var firstDirectoryOffset: Int { u32(at: 4) ?? 0 }

  private func next(after ifd0: TIFFDirectory) -> TIFFDirectory? {
    guard let next = ifd0.next, next != 0, next != firstDirectoryOffset else { return nil }
    return directory(at: next)
  }

  private func exifDirectory(in ifd0: TIFFDirectory) -> TIFFDirectory? {
    guard let entry = ifd0.first(.exifDirectory), let offset = integer(of: entry), offset != firstDirectoryOffset
    else { return nil }
    return directory(at: offset)
  }

  /// The directory at an offset, read as far as the bytes go; nil where not even its count is there.
  func directory(at offset: Int) -> TIFFDirectory? { TIFFDirectory(at: offset, in: bytes, layout) }

  /// Element `index` of an integer entry, or nil where the type is no integer or the bytes are not there.
  func integer(of entry: TIFFEntry, at index: Int = 0) -> Int? {
    guard index < entry.count else { return nil }
    let size = entry.elementSize
    return layout.number(in: bytes, at: entry.valueOffset + index * size, size: size).flatMap { entry.integer($0) }
  }

  /// Writes element `index` of an integer entry; values that do not fit, or places that are not there, stay as they are.
  mutating func setInteger(_ value: Int, of entry: TIFFEntry, at index: Int = 0) {
    let size = entry.elementSize
    let offset = entry.valueOffset + index * size
    let bits = 8 * size - (entry.isSigned ? 1 : 0)
    guard integer(of: entry, at: index) != nil, value >= 0, value < 1 << bits else { return }
    put(value, size: size, at: offset)
  }

  /// Takes an entry out of a directory, whose others and whose link move up; false where the directory is not all there.
  mutating func remove(_ entry: TIFFEntry, from directory: TIFFDirectory) -> Bool {
    let size = directory.layout.entrySize
    guard directory.isComplete, directory.entries.contains(entry), directory.endOffset <= bytes.count else {
      return false
    }
    var changed = bytes
    changed.replaceSubrange(
      entry.offset..<directory.endOffset,
      with: changed[(entry.offset + size)..<directory.endOffset] + Array(repeating: 0, count: size))
    let count = encode(directory.declaredCount - 1, size: directory.layout.countSize)
    changed.replaceSubrange(directory.offset..<directory.offset + count.count, with: count)
    bytes = changed
    return true
  }

  /// Writes `value` in `size` bytes; the place must be there.
  mutating func put(_ value: Int, size: Int, at offset: Int) {
    let encoded = encode(value, size: size)
    bytes.replaceSubrange(offset..<offset + size, with: encoded)
  }

  /// `value` in `size` bytes of this block's order.
  func encode(_ value: Int, size: Int) -> [UInt8] { layout.encode(value, size: size) }

  /// Two bytes as a number.
  func u16(at offset: Int) -> Int? { layout.number(in: bytes, at: offset, size: 2) }

  /// Four bytes as a number.
  func u32(at offset: Int) -> Int? { layout.number(in: bytes, at: offset, size: 4) }
}
