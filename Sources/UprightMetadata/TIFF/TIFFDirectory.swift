// An image file directory (TIFF 6.0, section 2, "Image File Directory"; BigTIFF).

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
