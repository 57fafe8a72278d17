// A sequence of boxes in a file that may be damaged (ISO 14496-12, 4.2).

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
