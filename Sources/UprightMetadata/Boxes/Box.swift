// A box of ISO base media, HEIF, JPEG XL or QuickTime (ISO 14496-12, 4.2), and how to walk boxes. A sequence of boxes
// in a file that may be damaged (ISO 14496-12, 4.2). Reads a box's big-endian fields from memory in order (ISO
// 14496-12, 4.2 and 5.1).

/// A box and its position in the file.
struct Box: Hashable, Sendable {
  /// Its type.
  let kind: FourCC
  /// Offset of its length field.
  let offset: Int
  /// The range after length and type; for `uuid`, also after the 16 bytes of its extended type.
  let payload: Range<Int>
  /// Whether its length is 0, "up to the end of the file".
  let isOpenEnded: Bool
  /// Whether it has a 64-bit length after the type.
  let isLong: Bool
  /// Whether its length exceeds its container; then it ends with the container.
  var isTruncated = false

  /// One past its last byte.
  var end: Int { payload.upperBound }

  /// Size in bytes of a full box's version and flags (ISO 14496-12, 4.2.2).
  static let fullHeader = 4

  /// The extended type of a `uuid` box with XMP (XMP Specification Part 3, 1.2.7.1).
  static let packetName: [UInt8] = [
    0xBE, 0x7A, 0xCF, 0xCB, 0x97, 0xA9, 0x42, 0xE8, 0x9C, 0x71, 0x99, 0x94, 0x91, 0xE3, 0xAF, 0xAC,
  ]

  /// A complete box.
  static func bytes(_ kind: FourCC, _ payload: some Collection<UInt8>) -> [UInt8] {
    BigEndian.bytes(payload.count + 8) + kind.bytes + payload
  }
}

extension RangeReader {
  /// The box at `offset` in `limit`; nil at the end of `limit`.
  ///
  /// - Parameter cutting: Whether a box that extends beyond `limit` is truncated there instead of rejected.
  /// - Throws: `.boxInvalid` if the length is smaller than the box's header, extends beyond `limit`, or is open-ended
  ///   inside another box; `.truncated`, `.tooManyStructures`, `.unreadable`.
  mutating func box(at offset: Int, in limit: Range<Int>, cutting: Bool = false) throws(MetadataError) -> Box? {
    guard offset < limit.upperBound else { return nil }
    guard limit.upperBound - offset >= 8 else { throw MetadataError(.boxInvalid, at: offset) }
    try count(at: offset)
    let head = try bytes(at: offset, count: min(32, limit.upperBound - offset))
    let kind = FourCC(head[4..<8])
    let short = BigEndian.number(head[..<4])
    guard short != 0 || limit == 0..<byteCount else { throw MetadataError(.boxInvalid, at: offset) }
    var header = kind == "uuid" ? 24 : 8
    var length = short == 0 ? limit.upperBound - offset : short
    if short == 1 {
      header += 8
      guard head.count >= 16, head[8] < 0x40 else { throw MetadataError(.boxInvalid, at: offset) }
      length = BigEndian.number(head[8..<16])
    }
    let room = limit.upperBound - offset
    guard length >= header, header <= room, cutting || length <= room else {
      throw MetadataError(.boxInvalid, at: offset)
    }
    return Box(
      kind: kind, offset: offset, payload: offset + header..<offset + min(length, room), isOpenEnded: short == 0,
      isLong: short == 1, isTruncated: length > room)
  }

  /// The boxes in `range`, in order.
  ///
  /// - Throws: as `box(at:in:)`.
  mutating func boxes(in range: Range<Int>) throws(MetadataError) -> [Box] {
    var (boxes, offset): ([Box], Int) = ([], range.lowerBound)
    while let next = try box(at: offset, in: range) {
      boxes.append(next)
      offset = next.end
    }
    return boxes
  }

  /// The boxes in `range` up to any damage, or up to and with the first `last`. Fewer than eight trailing bytes are
  /// ignored, and so is everything after four zeros, which end a list of QuickTime.
  mutating func list(in range: Range<Int>, until last: FourCC? = nil) -> (boxes: [Box], damage: MetadataError?) {
    var (boxes, offset): ([Box], Int) = ([], range.lowerBound)
    do throws(MetadataError) {
      while range.upperBound - offset >= 8, try number(at: offset, size: 4) > 0,
        let next = try box(at: offset, in: range, cutting: true)
      {
        boxes.append(next)
        offset = next.kind == last ? range.upperBound : next.end
      }
    } catch { return (boxes, error) }
    return (boxes, nil)
  }
}

/// The boxes of a range, up to any damage.
struct BoxRun: Hashable, Sendable {
  /// In the file's order. A box that extends beyond the range is the last, and ends with the range.
  private(set) var boxes: [Box] = []
  /// Why they do not reach the range's end; nil if they do.
  private(set) var damage: MetadataError?

  /// The first box of a type.
  func first(_ kind: FourCC) -> Box? { boxes.first { $0.kind == kind } }

  /// The boxes before `end`, where one of them begins; damage is after it.
  func ending(at end: Int) -> Self {
    var run = self
    run.boxes = boxes.filter { $0.end <= end }
    run.damage = nil
    return run
  }

  /// Reads the boxes.
  ///
  /// - Throws: `.unreadable`, `.tooManyStructures`, `.tooMuchMetadata`.
  init(in range: Range<Int>, _ reader: inout RangeReader<some ByteSource>) throws(MetadataError) {
    var offset = range.lowerBound
    while offset < range.upperBound, damage == nil {
      do throws(MetadataError) {
        guard let box = try reader.box(at: offset, in: range) else { return }
        boxes.append(box)
        offset = box.end
      } catch {
        guard error.code == .boxInvalid || error.code == .truncated else { throw error }
        damage = error
        if let cut = try Self.cutBox(at: offset, in: range, &reader) { boxes.append(cut) }
      }
    }
  }

  /// A box that extends beyond `range`, truncated to it.
  private static func cutBox(
    at offset: Int, in range: Range<Int>, _ reader: inout RangeReader<some ByteSource>
  ) throws(MetadataError) -> Box? {
    let left = range.upperBound - offset
    guard left >= 8 else { return nil }
    let head = try reader.bytes(at: offset, count: 8)
    let length = BigEndian.number(head[..<4])
    let kind = FourCC(head[4...])
    let header = (length == 1 ? 16 : 8) + (kind == "uuid" ? 16 : 0)
    guard length > left || length == 1, header <= left else { return nil }
    return Box(
      kind: kind, offset: offset, payload: offset + header..<range.upperBound, isOpenEnded: false, isLong: length == 1)
  }
}

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
