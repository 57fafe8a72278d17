// A chunk of a PNG (ISO 15948, 5.3), where it lies and, where it was read, its bytes.

/// The place of a chunk in its file.
struct PNGChunk: Hashable, Sendable {
  /// Its type.
  let kind: FourCC
  /// Where its length stands.
  let offset: Int
  /// Its data.
  let payload: Range<Int>

  /// One past its checksum.
  var end: Int { payload.upperBound + 4 }

  /// A whole chunk with its length and checksum.
  static func bytes(_ kind: FourCC, _ data: [UInt8]) -> [UInt8] {
    field(UInt32(truncatingIfNeeded: data.count)) + kind.bytes + data + checksum(kind, data)
  }

  /// The checksum over type and data (ISO 15948, 5.3).
  static func checksum(_ kind: FourCC, _ data: [UInt8]) -> [UInt8] {
    field(~CRC32.updated(CRC32.updated(~0, by: kind.bytes), by: data))
  }

  /// Four bytes, the high one first.
  static func field(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}

extension RangeReader {
  /// The chunk at `offset`; only its length and type are read.
  ///
  /// - Throws: `.boxInvalid` where length or type are none, `.truncated`, `.tooManyStructures`, `.tooMuchMetadata`, `.unreadable`.
  mutating func chunk(at offset: Int) throws(MetadataError) -> PNGChunk {
    try count(at: offset)
    let head = try head(at: offset, count: 8)
    let length = head[..<4].reduce(0) { $0 << 8 | Int($1) }
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

/// A chunk that was read.
struct PNGRecord: Hashable, Sendable {
  /// Where it lies.
  let chunk: PNGChunk
  /// Its data.
  let data: [UInt8]
  /// Its checksum as it stands there.
  let checksum: [UInt8]

  /// Whether the checksum agrees with the bytes.
  var isIntact: Bool { checksum == PNGChunk.checksum(chunk.kind, data) }

  private var bytes: [UInt8] {
    PNGChunk.field(UInt32(truncatingIfNeeded: data.count)) + chunk.kind.bytes + data + checksum
  }

  /// The chunk taken out.
  var removal: BytePatch.Edit { BytePatch.Edit(offset: chunk.offset, old: bytes, new: []) }

  /// Replacements at offsets in the data, with the length and the checksum that they make necessary.
  ///
  /// - Throws: `.fieldNotWritable` where they do not fit the data.
  func edits(_ changes: [BytePatch.Edit]) throws(MetadataError) -> [BytePatch.Edit] {
    guard changes.contains(where: { $0.old != $0.new }) else { return [] }
    let changed = try BytePatch(changes).applied(to: data)
    let lengths = [data.count, changed.count].map { PNGChunk.field(UInt32(truncatingIfNeeded: $0)) }
    return [BytePatch.Edit(offset: chunk.offset, old: lengths[0], new: lengths[1])]
      + changes.map { $0.shifted(by: chunk.payload.lowerBound) }
      + [
        BytePatch.Edit(
          offset: chunk.payload.upperBound, old: checksum, new: PNGChunk.checksum(chunk.kind, changed))
      ]
  }

  /// The whole chunk replaced by one with other data.
  func replaced(by data: [UInt8]) -> [BytePatch.Edit] {
    [BytePatch.Edit(offset: chunk.offset, old: bytes, new: PNGChunk.bytes(chunk.kind, data))]
  }
}
