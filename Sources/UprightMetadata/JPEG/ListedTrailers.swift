// Data behind an image with a list of it at the file's end, by offsets. AFCP: data of other programs behind an image,
// with a list of it by offsets in the file (AXS File Concatenation Protocol 1.1). The trailer of a JPEG that Samsung's
// cameras write: blocks of data, then an index of them at the file's end (no public specification; ExifTool's tag
// tables name the blocks).

/// The list at the end of a file, whose offsets must follow if the data move.
package struct ConcatenatedTrailer: Hashable, Sendable {
  /// An offset that the list states.
  private struct Field: Hashable, Sendable {
    /// Where it is stated.
    let place: Int
    /// What it states.
    let offset: Int
  }

  /// Where the list begins.
  private let start: Int
  private let isBigEndian: Bool
  private let fields: [Field]
  /// The list without its data, and the bytes at the file's end.
  private let list, foot: [UInt8]

  /// Bytes before the entries, of each entry, and after the list's data.
  private static let (headSize, entrySize, footSize) = (12, 12, 12)
  /// Maximum number of entries; real files have fewer.
  private static let entryLimit = 256

  /// The bytes at the end of a file that has a list.
  private static func foot(of source: some ByteSource) -> [UInt8]? {
    let start = source.byteCount - footSize
    guard start >= headSize, let foot = try? source.read(start..<source.byteCount), foot.count == footSize,
      foot.starts(with: "AXS!".utf8) || foot.starts(with: "AXS*".utf8)
    else { return nil }
    return foot
  }

  /// What the part with a damaged list is called.
  package static let damagedName = "AFCP, damaged"

  /// Whether a file ends as one with a list does, and the list is not there or its offsets are wrong.
  static func isDamaged(in source: some ByteSource) -> Bool { foot(of: source) != nil && Self(source) == nil }

  /// The list at the end of `source`; nil if there is none, or if its offsets are wrong already.
  init?(_ source: some ByteSource) {
    guard let foot = Self.foot(of: source) else { return nil }
    let footStart = source.byteCount - Self.footSize
    let isBig = foot[3] == UInt8(ascii: "!")
    let start = Self.number(foot[4..<8], isBig)
    guard start <= footStart - Self.headSize, let head = try? source.read(start..<start + Self.headSize),
      head.count == Self.headSize, head.starts(with: foot[..<4])
    else { return nil }
    let count = Self.number(head[6..<8], isBig)
    let entries = start + Self.headSize
    guard count <= Self.entryLimit, Self.entrySize * count <= footStart - entries,
      let table = try? source.read(entries..<entries + Self.entrySize * count), table.count == Self.entrySize * count
    else { return nil }
    var fields = [Field(place: footStart + 4, offset: start)]
    for at in stride(from: 0, to: table.count, by: Self.entrySize) {
      let (size, offset) = (Self.number(table[at + 4..<at + 8], isBig), Self.number(table[at + 8..<at + 12], isBig))
      guard offset <= source.byteCount, size <= source.byteCount - offset else { return nil }
      fields.append(Field(place: entries + at + 8, offset: offset))
    }
    (self.start, isBigEndian, self.fields) = (start, isBig, fields)
    (list, self.foot) = (head + table, foot)
  }

  /// A copy of the list for a file that has grown to `end` bytes behind it; nil if that is too far for its offsets. All
  /// data keep their places.
  func copy(behind end: Int) -> [UInt8]? {
    guard let start = UInt32(exactly: end) else { return nil }
    return list + foot[..<4] + bytes(Int(start)) + foot[8...]
  }

  /// The changes of a file's bytes up to `end`, and those of the list behind them, which they move.
  func following(_ changes: [BytePatch.Edit], upTo end: Int) -> [BytePatch.Edit] {
    guard changes.allSatisfy({ $0.growth == 0 || $0.range.upperBound <= end }) else { return changes }
    let moved = edits(movingBy: changes.reduce(0) { $0 + $1.growth }, from: end)
    return changes + moved.filter { edit in !changes.contains { $0.range.overlaps(edit.range) } }
  }

  /// What changes in the source's bytes if all of them from `first` on move by `distance`; nothing if the list stays
  /// where it is.
  package func edits(movingBy distance: Int, from first: Int) -> [BytePatch.Edit] {
    guard distance != 0, start >= first else { return [] }
    return fields.filter { $0.offset >= first }.compactMap { field in
      guard let new = UInt32(exactly: field.offset + distance) else { return nil }
      return BytePatch.Edit(offset: field.place, old: bytes(field.offset), new: bytes(Int(new)))
    }
  }

  private func bytes(_ number: Int) -> [UInt8] {
    isBigEndian ? BigEndian.bytes(number) : LittleEndian.bytes(number)
  }

  private static func number(_ bytes: ArraySlice<UInt8>, _ isBigEndian: Bool) -> Int {
    isBigEndian ? BigEndian.number(bytes) : LittleEndian.number(bytes)
  }
}

/// The index at the end of a file.
struct SamsungTrailer: Hashable, Sendable {
  /// A block of data.
  struct Block: Hashable, Sendable {
    /// Its type.
    let type: Int
    /// Its name.
    let name: String
    /// Its range in the file, without what precedes its content.
    let content: Range<Int>
  }

  /// Where the index begins; blocks are located by their distance from there.
  let indexStart: Int
  /// The blocks that are where the index has them, in its order.
  let blocks: [Block]
  /// The index.
  private let index: [UInt8]

  /// The video of a motion photo; nil for none.
  var video: Range<Int>? { blocks.first { $0.type == Self.motionPhoto }?.content }

  /// Maximum number of blocks; real files have fewer.
  private static let blockLimit = 256
  /// Bytes before a block's name: two of zero, its type, the length of its name.
  private static let headSize = 8
  /// Maximum length of a name; real ones are shorter.
  private static let nameLimit = 64
  /// The type of a motion photo's block.
  private static let motionPhoto = 0x0A30

  /// The trailer of `source`; nil if it does not end with one.
  init?(_ source: some ByteSource) {
    let footStart = source.byteCount - 8
    guard footStart > 12, let foot = try? source.read(footStart..<source.byteCount), foot.count == 8,
      foot[4...].elementsEqual("SEFT".utf8)
    else { return nil }
    let length = LittleEndian.number(foot[0..<4])
    guard (12...12 + 12 * Self.blockLimit).contains(length), length <= footStart,
      let index = try? source.read(footStart - length..<footStart), index.count == length,
      index.starts(with: "SEFH".utf8)
    else { return nil }
    indexStart = footStart - length
    let count = min(LittleEndian.number(index[8..<12]), (length - 12) / 12)
    var blocks: [Block] = []
    for at in stride(from: 12, to: 12 + 12 * count, by: 12) {
      let (distance, size) = (LittleEndian.number(index[at + 4..<at + 8]), LittleEndian.number(index[at + 8..<at + 12]))
      guard distance <= indexStart, (Self.headSize...max(Self.headSize, distance)).contains(size) else { continue }
      let start = indexStart - distance
      guard let head = try? source.read(start..<start + Self.headSize), head.count == Self.headSize else { continue }
      let length = LittleEndian.number(head[4..<8])
      guard length < size - Self.headSize,
        let name = try? source.read(start + Self.headSize..<start + Self.headSize + min(length, Self.nameLimit))
      else { continue }
      blocks.append(
        Block(
          type: LittleEndian.number(index[at + 2..<at + 4]), name: String(decoding: name, as: UTF8.self),
          content: start + Self.headSize + length..<start + size))
    }
    (self.blocks, self.index) = (blocks, index)
  }

  /// The index and what follows it, if the blocks' contents have new lengths; nil if nothing changes. A block whose
  /// content is dropped is no longer listed.
  func rewritten(_ changes: [CarriedAttachment]) -> [UInt8]? {
    let growths = changes.map { (at: $0.range.lowerBound, count: ($0.byteCount ?? 0) - $0.range.count) }
    guard growths.contains(where: { $0.count != 0 && $0.at < indexStart }) else { return nil }
    var entries: [UInt8] = []
    let count = min(LittleEndian.number(index[8..<12]), (index.count - 12) / 12)
    for at in stride(from: 12, to: 12 + 12 * count, by: 12) {
      let (distance, size) = (LittleEndian.number(index[at + 4..<at + 8]), LittleEndian.number(index[at + 8..<at + 12]))
      let start = indexStart - distance
      let inside = changes.filter { $0.range.lowerBound >= start && $0.range.upperBound <= start + size }
      guard inside.allSatisfy({ $0.byteCount != nil }) else { continue }
      let grown = inside.reduce(size) { $0 + ($1.byteCount ?? 0) - $1.range.count }
      let moved = growths.reduce(distance) { $1.at >= start && $1.at < indexStart ? $0 + $1.count : $0 }
      entries += index[at..<at + 4] + LittleEndian.bytes(moved) + LittleEndian.bytes(grown)
    }
    let new = Array(index[..<8]) + LittleEndian.bytes(entries.count / 12) + entries
    return new + LittleEndian.bytes(new.count) + Array("SEFT".utf8)
  }
}
