// An image file directory and its entries (TIFF 6.0, section 2, "Image File Directory").

/// A directory: entries, and where the next directory starts.
struct TIFFDirectory: Hashable, Sendable {
  /// Where its count stands, in the block.
  let offset: Int
  /// How many entries it claims.
  let declaredCount: Int
  /// The entries whose bytes are there.
  let entries: [TIFFEntry]
  /// Where the next directory starts, 0 for none, nil where the bytes end before it.
  let next: Int?

  /// Whether all of it is there.
  var isComplete: Bool { entries.count == declaredCount && next != nil }
  /// Where the offset of the next directory stands.
  var nextFieldOffset: Int { offset + 2 + 12 * declaredCount }
  /// One past its last byte.
  var endOffset: Int { nextFieldOffset + 4 }

  /// The first entry with this tag.
  func first(_ tag: TIFFTag) -> TIFFEntry? { entries.first { $0.tag == tag.rawValue } }

  /// All entries with this tag.
  func all(_ tag: TIFFTag) -> [TIFFEntry] { entries.filter { $0.tag == tag.rawValue } }
}

/// The tags that speak of geometry (TIFF 6.0; EXIF 2.32, 4.6).
enum TIFFTag: Int {
  case imageWidth = 0x0100
  case imageLength = 0x0101
  case compression = 0x0103
  case make = 0x010F
  case stripOffsets = 0x0111
  case orientation = 0x0112
  case stripByteCounts = 0x0117
  case xResolution = 0x011A
  case yResolution = 0x011B
  case thumbnailOffset = 0x0201
  case thumbnailLength = 0x0202
  case exifDirectory = 0x8769
  case makerNote = 0x927C
  case subjectArea = 0x9214
  case pixelXDimension = 0xA002
  case pixelYDimension = 0xA003
  case subjectLocation = 0xA214
  case multiPictureEntries = 0xB002
}

/// One field of a directory.
struct TIFFEntry: Hashable, Sendable {
  /// Where its twelve bytes start, in the block.
  let offset: Int
  /// Which tag.
  let tag: Int
  /// Which type, as stored.
  let type: Int
  /// How many elements.
  let count: Int
  /// Where its first element stands, in the block: in the entry itself up to four bytes, elsewhere beyond.
  let valueOffset: Int

  /// Bytes per element; 1 for types that TIFF does not know.
  var elementSize: Int { Self.elementSize(ofType: type) }

  /// Bytes per element of a type (TIFF 6.0, section 2, "Types").
  static func elementSize(ofType type: Int) -> Int {
    switch type {
    case 3, 8: 2
    case 4, 9, 11: 4
    case 5, 10, 12: 8
    default: 1
    }
  }

  /// Whether the type counts whole numbers that an orientation may come in.
  var isInteger: Bool { [1, 3, 4, 8, 9].contains(type) }

  /// Whether half of its whole numbers are negative.
  var isSigned: Bool { type == 8 || type == 9 }
}
