// The trailer of a JPEG that Samsung's cameras write: blocks of data, then an index of them at the file's end (no
// public specification; ExifTool's tag tables name the blocks).

/// The index at the end of a file.
struct SamsungTrailer: Hashable, Sendable {
  /// Where the index begins; blocks are located by their distance from there.
  let indexStart: Int
  /// The video of a motion photo; nil for none.
  let video: Range<Int>?

  /// Maximum number of blocks; real files have fewer.
  private static let blockLimit = 256
  /// Bytes before a block's name: two of zero, its type, the length of its name.
  private static let headSize = 8
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
    var video: Range<Int>?
    for at in stride(from: 12, to: 12 + 12 * count, by: 12)
    where Self.number(index, at: at + 2, size: 2) == Self.motionPhoto {
      let (distance, size) = (Self.number(index, at: at + 4, size: 4), Self.number(index, at: at + 8, size: 4))
      guard distance <= indexStart, (Self.headSize...distance).contains(size) else { continue }
      let start = indexStart - distance
      guard let head = try? source.read(start..<start + Self.headSize), head.count == Self.headSize else { continue }
      let name = Self.number(head, at: 4, size: 4)
      if name < size - Self.headSize { video = video ?? start + Self.headSize + name..<start + size }
    }
    self.video = video
  }

  private static func number(_ bytes: [UInt8], at offset: Int, size: Int) -> Int {
    (0..<size).reduce(0) { $0 | Int(bytes[offset + $1]) << (8 * $1) }
  }
}
