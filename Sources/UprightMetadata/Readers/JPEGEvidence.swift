// The contents of a JPEG's Exif segments, for readers that are stricter or more lenient than the standard (EXIF 2.32,
// 4.5.4 and 4.6.4.A).

internal import UprightGeometry

/// Everything in Exif that any reader might use as the orientation.
struct JPEGEvidence: Hashable, Sendable {
  /// An entry with tag 274, whatever its type.
  struct Entry: Hashable, Sendable {
    let type: Int
    let count: Int
    let isBigEndian: Bool
    /// The value for a reader that accepts the type and count.
    let value: ExifOrientation?
  }

  /// The six bytes before the TIFF header: standard, with another last byte, or in lowercase.
  enum Prefix: Hashable, Sendable {
    case regular, padded, small
  }

  /// A segment that begins with the letters "Exif".
  struct Block: Hashable, Sendable {
    /// Its prefix.
    let prefix: Prefix
    /// The number in its TIFF header, normally 42; 0 if there is no header.
    let number: Int
    /// Whether its header points to a directory, or beyond the block's end.
    let directory: Directory
    /// The entries in IFD0.
    let entries: [Entry]
    /// The entries in IFD1 and in the Exif directory.
    let second, inner: Entry?
    /// Whether XMP precedes it.
    let isBehindXMP: Bool

    /// Whether it has the tag in any directory.
    var hasTag: Bool { !entries.isEmpty || second != nil || inner != nil }
  }

  /// What a header points to.
  enum Directory: Hashable, Sendable {
    case whole, cutShort, beyond, unusual
  }

  /// Maximum number of repetitions; real files have fewer.
  private static let limit = 8

  private static let letters = Array("exif ".utf8)

  /// The blocks, in the file's order.
  private(set) var blocks: [Block] = []
  /// Whether fill bytes precede a segment (ITU T.81, B.1.1.2).
  var hasFillBytes = false

  /// Whether a segment with this head is such a block.
  func wants(marker: UInt8, head: [UInt8]) -> Bool {
    marker == 0xE1 && head.prefix(5).map { $0 | 0x20 } == Self.letters
  }

  /// Records a segment, and its block if the header is valid.
  mutating func take(_ payload: [UInt8], _ block: TIFFBlock?, isBehindXMP: Bool) {
    if blocks.count < Self.limit { blocks.append(Block(payload, block, isBehindXMP: isBehindXMP)) }
  }
}

extension JPEGEvidence.Block {
  fileprivate init(_ payload: [UInt8], _ valid: TIFFBlock?, isBehindXMP: Bool) {
    let isRegular = payload.starts(with: JPEGSegment.Identifier.exif)
    prefix = isRegular ? .regular : payload.first == UInt8(ascii: "E") ? .padded : .small
    self.isBehindXMP = isBehindXMP
    let (block, number) =
      valid.map { ($0, 42) } ?? Self.repaired(Array(payload.dropFirst(JPEGSegment.Identifier.exif.count)))
    self.number = number
    let ifd0 = block?.ifd0
    directory = block.map { Self.directory(ifd0, of: $0) } ?? .unusual
    func word(_ entry: TIFFEntry) -> JPEGEvidence.Entry? { block.map { JPEGEvidence.Entry(entry, in: $0) } }
    entries = (ifd0?.all(.orientation) ?? []).compactMap(word)
    func word(_ directory: TIFFDirectory?) -> JPEGEvidence.Entry? { directory?.first(.orientation).flatMap(word) }
    second = word(block?.ifd1)
    inner = word(block?.exifDirectory)
  }

  /// The block with its number corrected to 42, and the original number.
  private static func repaired(_ bytes: [UInt8]) -> (TIFFBlock?, Int) {
    guard bytes.count >= 8 else { return (nil, 0) }
    let isBig = bytes[0] == 0x4D
    let repaired = TIFFBlock(bytes[..<2] + (isBig ? [0, 42] : [42, 0]) + bytes[4...])
    let number = isBig ? Int(bytes[2]) << 8 | Int(bytes[3]) : Int(bytes[3]) << 8 | Int(bytes[2])
    return repaired.map { ($0, number) } ?? (nil, 0)
  }

  private static func directory(_ ifd0: TIFFDirectory?, of block: TIFFBlock) -> JPEGEvidence.Directory {
    guard let ifd0 else { return block.firstDirectoryOffset >= block.bytes.count ? .beyond : .unusual }
    return ifd0.entries.count < ifd0.declaredCount ? .cutShort : .whole
  }
}

extension JPEGEvidence.Entry {
  fileprivate init(_ entry: TIFFEntry, in block: TIFFBlock) {
    type = entry.type
    count = entry.count
    isBigEndian = block.isBigEndian
    value = Self.number(entry, in: block).flatMap(UInt8.init(exactly:)).flatMap(ExifOrientation.init(rawValue:))
  }

  private static func number(_ entry: TIFFEntry, in block: TIFFBlock) -> Int? {
    let bytes = block.bytes
    switch entry.type {
    case 2, 7:
      guard bytes.indices.contains(entry.valueOffset) else { return nil }
      let letter = Int(bytes[entry.valueOffset])
      return letter >= 0x30 ? letter - 0x30 : letter
    case 5:
      guard let over = block.u32(at: entry.valueOffset), block.u32(at: entry.valueOffset + 4) == 1 else { return nil }
      return over
    case 3 where entry.count == 0: return block.u16(at: entry.valueOffset)
    default: return block.integer(of: entry)
    }
  }
}
