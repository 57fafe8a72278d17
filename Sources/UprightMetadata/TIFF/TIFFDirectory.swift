// An image file directory (TIFF 6.0, section 2, "Image File Directory"; BigTIFF).

/// A directory: entries, and where the next directory starts; offsets are those in the block or file.
struct TIFFDirectory: Hashable, Sendable {
  /// How its numbers stand.
  let layout: TIFFLayout
  /// Where its count stands.
  let offset: Int
  /// How many entries it claims.
  let declaredCount: Int
  /// The entries whose bytes are there.
  let entries: [TIFFEntry]
  /// Where the next directory starts, 0 for none, nil where the bytes end before it.
  let next: Int?

  /// Entries that are read at most; no real directory has more.
  static let entryLimit = 4_096

  /// The directory at an offset, read as far as `bytes` go, which start at `start`; nil where not even its count is there.
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

  /// Whether all of it is there.
  var isComplete: Bool { entries.count == declaredCount && next != nil }
  /// Where the offset of the next directory stands.
  var nextFieldOffset: Int { offset + layout.countSize + layout.entrySize * declaredCount }
  /// One past its last byte.
  var endOffset: Int { nextFieldOffset + layout.offsetSize }

  /// The first entry with this tag.
  func first(_ tag: TIFFTag) -> TIFFEntry? { entries.first { $0.tag == tag.rawValue } }

  /// All entries with this tag.
  func all(_ tag: TIFFTag) -> [TIFFEntry] { entries.filter { $0.tag == tag.rawValue } }
}
