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

/// The tags that speak of geometry, and those that lead to what does (TIFF 6.0; Technical Note 1; XMP part 3, 3.2.3.1; EXIF 2.32, 4.6).
enum TIFFTag: Int {
  case newSubfileType = 0x00FE
  case subfileType = 0x00FF
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case compression = 0x0103
  case make = 0x010F
  case stripOffsets = 0x0111
  case orientation = 0x0112
  case stripByteCounts = 0x0117
  case xResolution = 0x011A
  case yResolution = 0x011B
  case subdirectories = 0x014A
  case thumbnailOffset = 0x0201
  case thumbnailLength = 0x0202
  case xmp = 0x02BC
  case exifDirectory = 0x8769
  case makerNote = 0x927C
  case subjectArea = 0x9214
  case pixelXDimension = 0xA002
  case pixelYDimension = 0xA003
  case subjectLocation = 0xA214
  case multiPictureEntries = 0xB002
}
