// A chunk of a PNG (ISO 15948, 5.3): its position and, once read, its bytes. The lengths that the standard requires of
// ancillary chunks (PNG 3rd edition, 11.3; its extensions 1.5.0: oFFs, sCAL, sTER; ImageMagick: vpAg, caNv).

/// A chunk's position in its file.
struct PNGChunk: Hashable, Sendable {
  /// Its type.
  let kind: FourCC
  /// Offset of its length field.
  let offset: Int
  /// The range of its data.
  let payload: Range<Int>

  /// Maximum number of chunks in a file, since each row of an image may be split over several.
  static let limit = 1_000_000

  /// One past its checksum.
  var end: Int { payload.upperBound + 4 }

  /// A complete chunk with its length and checksum.
  static func bytes(_ kind: FourCC, _ data: [UInt8]) -> [UInt8] {
    BigEndian.bytes(data.count) + kind.bytes + data + checksum(kind, data)
  }

  /// The checksum over type and data (ISO 15948, 5.3).
  static func checksum(_ kind: FourCC, _ data: [UInt8]) -> [UInt8] {
    BigEndian.bytes(~CRC32.updated(CRC32.updated(~0, by: kind.bytes), by: data))
  }
}

extension RangeReader {
  /// The chunk at `offset`; reads only its length and type.
  ///
  /// - Throws: `.boxInvalid` if length or type are invalid, `.truncated`, `.tooManyStructures`, `.tooMuchMetadata`,
  ///   `.unreadable`.
  mutating func chunk(at offset: Int) throws(MetadataError) -> PNGChunk {
    try count(at: offset)
    let head = try head(at: offset, count: 8)
    let length = BigEndian.number(head[..<4])
    let isNamed = head[4...].allSatisfy { (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }
    guard length < 1 << 31, isNamed else { throw MetadataError(.boxInvalid, at: offset) }
    guard length <= byteCount - offset - 12 else { throw MetadataError(.truncated, at: byteCount) }
    return PNGChunk(kind: FourCC(head[4...]), offset: offset, payload: offset + 8..<offset + 8 + length)
  }

  /// A chunk's data and checksum.
  ///
  /// - Throws: as `bytes(at:count:)`.
  mutating func record(_ chunk: PNGChunk) throws(MetadataError) -> PNGRecord {
    var data = try bytes(chunk.payload.lowerBound..<chunk.end)
    let checksum = Array(data.suffix(4))
    data.removeLast(4)
    return PNGRecord(chunk: chunk, data: data, checksum: checksum)
  }
}

/// Walks the chunks of a PNG, up to and with `IEND`.
struct PNGWalker<Source: ByteSource> {
  /// What the chunks are read with.
  var reader: RangeReader<Source>
  private var offset: Int? = 8

  /// Starts behind the signature; reads at most `budget` bytes.
  init(_ source: Source, budget: Int = 16 << 20) {
    reader = RangeReader(source, budget: budget, structures: PNGChunk.limit)
  }

  /// The next chunk; nil behind `IEND`.
  ///
  /// - Throws: as `RangeReader.chunk(at:)`.
  mutating func next() throws(MetadataError) -> PNGChunk? {
    guard let start = offset else { return nil }
    let chunk = try reader.chunk(at: start)
    offset = chunk.kind == "IEND" ? nil : chunk.end
    return chunk
  }
}

/// A chunk that was read.
struct PNGRecord: Hashable, Sendable {
  /// Its position.
  let chunk: PNGChunk
  /// Its data.
  let data: [UInt8]
  /// Its stored checksum.
  let checksum: [UInt8]

  /// Whether the checksum is correct.
  var isIntact: Bool { checksum == PNGChunk.checksum(chunk.kind, data) }

  private var bytes: [UInt8] {
    BigEndian.bytes(data.count) + chunk.kind.bytes + data + checksum
  }

  /// Removes the chunk.
  var removal: BytePatch.Edit { BytePatch.Edit(offset: chunk.offset, old: bytes, new: []) }

  /// Replacements at offsets in the data, with the resulting changes of length and checksum.
  ///
  /// - Throws: `.fieldNotWritable` if they do not match the data.
  func edits(_ changes: [BytePatch.Edit]) throws(MetadataError) -> [BytePatch.Edit] {
    guard changes.contains(where: { $0.old != $0.new }) else { return [] }
    let changed = try BytePatch(changes).applied(to: data)
    let lengths = [data.count, changed.count].map { BigEndian.bytes($0) }
    return [BytePatch.Edit(offset: chunk.offset, old: lengths[0], new: lengths[1])]
      + changes.map { $0.shifted(by: chunk.payload.lowerBound) }
      + [
        BytePatch.Edit(
          offset: chunk.payload.upperBound, old: checksum, new: PNGChunk.checksum(chunk.kind, changed))
      ]
  }

  /// Replaces the whole chunk by one with other data.
  func replaced(by data: [UInt8]) -> [BytePatch.Edit] {
    [BytePatch.Edit(offset: chunk.offset, old: bytes, new: PNGChunk.bytes(chunk.kind, data))]
  }
}

// The checksum of PNG's chunks (ISO 15948, annex D; ISO 3309).

/// CRC-32 with the reflected polynomial EDB88320.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { (index: UInt32) in
    (0..<8).reduce(index) { value, _ in value >> 1 ^ (value & 1 == 0 ? 0 : 0xEDB8_8320) }
  }

  /// The checksum of `bytes`.
  static func of(_ bytes: some Sequence<UInt8>) -> UInt32 { ~updated(~0, by: bytes) }

  /// The intermediate value after more bytes. The initial value has all bits set, and the checksum is the complement
  /// of the final value.
  static func updated(_ value: UInt32, by bytes: some Sequence<UInt8>) -> UInt32 {
    bytes.reduce(value) { value, byte in value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
  }
}

/// Checks the lengths of chunks whose length is fixed, or depends on the color type.
enum PNGChunkLengths {
  /// The lengths in bytes of chunks with a fixed one.
  private static let fixed: [FourCC: Int] = [
    "cHRM": 32, "gAMA": 4, "sRGB": 1, "cICP": 4, "mDCV": 24, "mDCv": 24, "cLLI": 8, "cLLi": 8, "pHYs": 9, "tIME": 7,
    "oFFs": 9, "sTER": 1, "vpAg": 9, "caNv": 16, "acTL": 8, "fcTL": 26,
  ]
  /// The fewest bytes of chunks that begin with a keyword: the keyword, its end, and a method or depth; and of a scale:
  /// its unit and two numbers.
  private static let keyed: [FourCC: Int] = ["iCCP": 4, "sPLT": 3, "tEXt": 2, "zTXt": 3, "iTXt": 6, "sCAL": 4]

  /// Whether a chunk of this type may have this length in an image of this color type; true for unknown types.
  static func isValid(_ kind: FourCC, count: Int, _ color: PNGFrame.ColorType?) -> Bool {
    if let exact = fixed[kind] { return count == exact }
    if let least = keyed[kind] { return count >= least }
    guard let color else { return true }
    switch kind {
    case "sBIT": return count == samples(color)
    case "bKGD": return count == (color == .palette ? 1 : [.gray, .grayAlpha].contains(color) ? 2 : 6)
    case "tRNS":
      switch color {
      case .gray: return count == 2
      case .rgb: return count == 6
      case .palette: return (1...256).contains(count)
      case .grayAlpha, .rgba: return false
      }
    case "hIST": return color == .palette && count % 2 == 0 && (2...512).contains(count)
    default: return true
    }
  }

  /// The bytes of `sBIT`: one for each channel; a palette has three.
  private static func samples(_ color: PNGFrame.ColorType) -> Int {
    switch color {
    case .gray: 1
    case .grayAlpha: 2
    case .rgb, .palette: 3
    case .rgba: 4
    }
  }
}
