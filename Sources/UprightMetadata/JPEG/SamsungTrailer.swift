// The trailer of a JPEG that Samsung's cameras write: blocks of data, then an index of them at the file's end (no
// public specification; ExifTool's tag tables name the blocks).

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
    let length = Self.number(foot, at: 0, size: 4)
    guard (12...12 + 12 * Self.blockLimit).contains(length), length <= footStart,
      let index = try? source.read(footStart - length..<footStart), index.count == length,
      index.starts(with: "SEFH".utf8)
    else { return nil }
    indexStart = footStart - length
    let count = min(Self.number(index, at: 8, size: 4), (length - 12) / 12)
    var blocks: [Block] = []
    for at in stride(from: 12, to: 12 + 12 * count, by: 12) {
      let (distance, size) = (Self.number(index, at: at + 4, size: 4), Self.number(index, at: at + 8, size: 4))
      guard distance <= indexStart, (Self.headSize...max(Self.headSize, distance)).contains(size) else { continue }
      let start = indexStart - distance
      guard let head = try? source.read(start..<start + Self.headSize), head.count == Self.headSize else { continue }
      let length = Self.number(head, at: 4, size: 4)
      guard length < size - Self.headSize,
        let name = try? source.read(start + Self.headSize..<start + Self.headSize + min(length, Self.nameLimit))
      else { continue }
      blocks.append(
        Block(
          type: Self.number(index, at: at + 2, size: 2), name: String(decoding: name, as: UTF8.self),
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
    let count = min(Self.number(index, at: 8, size: 4), (index.count - 12) / 12)
    for at in stride(from: 12, to: 12 + 12 * count, by: 12) {
      let (distance, size) = (Self.number(index, at: at + 4, size: 4), Self.number(index, at: at + 8, size: 4))
      let start = indexStart - distance
      let inside = changes.filter { $0.range.lowerBound >= start && $0.range.upperBound <= start + size }
      guard inside.allSatisfy({ $0.byteCount != nil }) else { continue }
      let grown = inside.reduce(size) { $0 + ($1.byteCount ?? 0) - $1.range.count }
      let moved = growths.reduce(distance) { $1.at >= start && $1.at < indexStart ? $0 + $1.count : $0 }
      entries += index[at..<at + 4] + Self.bytes(moved) + Self.bytes(grown)
    }
    let new = Array(index[..<8]) + Self.bytes(entries.count / 12) + entries
    return new + Self.bytes(new.count) + Array("SEFT".utf8)
  }

  private static func bytes(_ number: Int) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
