// Reads a box's big-endian fields from memory in order (ISO 14496-12, 4.2 and 5.1).

/// Reads the fields of a box.
struct FieldReader {
  private let bytes: [UInt8]
  /// File offset of the first byte.
  private let start: Int
  private var position = 0

  /// Fields that start at file offset `start`.
  init(_ bytes: [UInt8], at start: Int) {
    self.bytes = bytes
    self.start = start
  }

  /// The fields of a box's payload.
  ///
  /// - Throws: as `RangeReader.bytes(_:)`.
  init(_ box: Box, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    self.init(try reader.bytes(box.payload), at: box.payload.lowerBound)
  }

  /// File offset of the next field.
  var offset: Int { start + position }

  /// Whether there are no more bytes.
  var isAtEnd: Bool { position >= bytes.count }

  /// A number of `size` bytes, at most 8; size 0 gives 0.
  ///
  /// - Throws: `.boxInvalid` if the box has fewer, `.numberTooLarge` if it does not fit 63 bits.
  mutating func number(_ size: Int) throws(MetadataError) -> Int {
    guard size <= bytes.count - position else { throw MetadataError(.boxInvalid, at: offset) }
    guard size < 8 || bytes[position] < 0x80 else { throw MetadataError(.numberTooLarge, at: offset) }
    defer { position += size }
    return BigEndian.number(bytes[position..<position + size])
  }

  /// The version of a full box; skips its flags.
  ///
  /// - Throws: as `number(_:)`.
  mutating func version() throws(MetadataError) -> Int { try number(4) >> 24 }

  /// A four-character code.
  ///
  /// - Throws: as `number(_:)`.
  mutating func code() throws(MetadataError) -> FourCC {
    FourCC(BigEndian.bytes(try number(4)))
  }

  /// The bytes up to the next zero, which is skipped, or up to the end.
  mutating func text() -> [UInt8] {
    let rest = bytes[position...]
    let text = rest.prefix { $0 != 0 }
    position = min(bytes.count, text.endIndex + 1)
    return Array(text)
  }
}
