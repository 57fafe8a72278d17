// A box of ISO base media, HEIF, JPEG XL or QuickTime (ISO 14496-12, 4.2), and how to walk boxes.

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
}
