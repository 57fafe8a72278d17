// A TIFF structure in memory, as in an Exif segment (TIFF 6.0, section 2; EXIF 2.32, 4.5.2).

/// The bytes of a TIFF structure, its byte order, and its first directories.
struct TIFFBlock: Hashable, Sendable {
  /// The bytes from the byte order mark.
  var bytes: [UInt8] { didSet { readDirectories() } }
  /// The layout of its numbers; never BigTIFF.
  let layout: TIFFLayout
  /// The directory IFD0; nil if the header points outside the block.
  private(set) var ifd0: TIFFDirectory?
  /// The thumbnail's directory IFD1; nil if there is none or its link points back to IFD0.
  private(set) var ifd1: TIFFDirectory?
  /// The directory that IFD0's Exif entry (34665) points to, or nil.
  private(set) var exifDirectory: TIFFDirectory?

  /// A block that begins with `II` or `MM` and the number 42; nil for anything else.
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

  /// "MM": most significant byte first.
  var isBigEndian: Bool { layout.isBigEndian }

  /// Offset of IFD0.
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

  /// The directory at an offset, as far as the bytes are present; nil if even its count is missing.
  func directory(at offset: Int) -> TIFFDirectory? { TIFFDirectory(at: offset, in: bytes, layout) }

  /// Element `index` of an integer entry; nil if the type is not an integer or the bytes are missing.
  func integer(of entry: TIFFEntry, at index: Int = 0) -> Int? {
    guard index < entry.count else { return nil }
    let size = entry.elementSize
    return layout.number(in: bytes, at: entry.valueOffset + index * size, size: size).flatMap { entry.integer($0) }
  }

  /// Writes element `index` of an integer entry; does nothing if the value does not fit or the bytes are missing.
  mutating func setInteger(_ value: Int, of entry: TIFFEntry, at index: Int = 0) {
    let size = entry.elementSize
    let offset = entry.valueOffset + index * size
    let bits = 8 * size - (entry.isSigned ? 1 : 0)
    guard integer(of: entry, at: index) != nil, value >= 0, value < 1 << bits else { return }
    put(value, size: size, at: offset)
  }

  /// Removes an entry from a directory and moves up the following entries and the link; false if the directory is
  /// incomplete.
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

  /// Writes `value` in `size` bytes; the range must exist.
  mutating func put(_ value: Int, size: Int, at offset: Int) {
    let encoded = encode(value, size: size)
    bytes.replaceSubrange(offset..<offset + size, with: encoded)
  }

  /// `value` in `size` bytes in this block's byte order.
  func encode(_ value: Int, size: Int) -> [UInt8] { layout.encode(value, size: size) }

  /// Two bytes as a number.
  func u16(at offset: Int) -> Int? { layout.number(in: bytes, at: offset, size: 2) }

  /// Four bytes as a number.
  func u32(at offset: Int) -> Int? { layout.number(in: bytes, at: offset, size: 4) }
}

extension TIFFBlock {
  /// The range of an entry's values outside its directory, clipped to the block; nil if there are none outside.
  func place(of entry: TIFFEntry) -> Range<Int>? {
    guard entry.valueOffset != entry.offset + 8, entry.valueOffset >= 8, entry.valueOffset < bytes.count else {
      return nil
    }
    let room = bytes.count - entry.valueOffset
    return entry.valueOffset..<entry.valueOffset + min(room, entry.byteCount ?? room)
  }
}
