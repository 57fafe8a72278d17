// A carrier that we insert where a file has none, made so that it can be recognised and taken out again (EXIF 2.32, 4.5.2).

internal import UprightGeometry

/// An Exif block of our own, or an IFD0 moved to the end of its block to make room for one more entry.
enum InsertedCarrier {
  /// Stands in bytes that no reader looks at; with the layout around it, it tells an insertion from anybody else's block.
  static let mark = Array("UpRt".utf8)
  /// Stands there instead where a header came in along with the block, and goes with it.
  static let markWithHeader = Array("UpRh".utf8)

  /// A whole Exif block with nothing but the orientation: 30 bytes.
  static func block(_ value: ExifOrientation, mark: [UInt8] = mark) -> [UInt8] {
    [0x49, 0x49, 0x2A, 0, 12, 0, 0, 0] + mark + [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value.rawValue, 0, 0, 0]
      + [0, 0, 0, 0]
  }

  /// A whole APP1 segment with it: 40 bytes.
  static func segment(_ value: ExifOrientation) -> [UInt8] {
    let payload = JPEGSegment.Identifier.exif + block(value)
    return [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
  }

  /// Whether a block is one of ours from end to end; with `mark`, only one that bears it.
  static func isWhole(_ bytes: [UInt8], mark: [UInt8]? = nil) -> Bool {
    let marks = mark.map { [$0] } ?? [Self.mark, markWithHeader]
    return marks.contains { mark in ExifOrientation.allCases.contains { block($0, mark: mark) == bytes } }
  }

  /// Moves IFD0 behind everything else in the block, with one entry more; no other offset changes. Nil where the directory is incomplete.
  static func relocation(in block: TIFFBlock, with value: ExifOrientation) -> [BytePatch.Edit]? {
    guard let directory = block.ifd0, directory.isComplete, directory.declaredCount < 65_535 else { return nil }
    let start = block.bytes.count + block.bytes.count % 2
    let tail =
      [UInt8](repeating: 0, count: start - block.bytes.count) + moved(directory, in: block, with: value)
      + block.encode(directory.offset, size: 4) + block.encode(block.bytes.count, size: 4) + mark
    return [
      BytePatch.Edit(offset: 4, old: block.encode(directory.offset, size: 4), new: block.encode(start, size: 4)),
      BytePatch.Edit(offset: block.bytes.count, old: [], new: tail),
    ]
  }

  /// The edits that move IFD0 back, or nil where we did not move it.
  static func relocationRemoval(in block: TIFFBlock) -> [BytePatch.Edit]? {
    let end = block.bytes.count - 12
    guard end > 8, block.bytes.suffix(4).elementsEqual(mark), let formerOffset = block.u32(at: end),
      let formerCount = block.u32(at: end + 4), let former = block.directory(at: formerOffset),
      former.isComplete, former.endOffset <= formerCount,
      let current = block.ifd0, current.endOffset == end, (0...1).contains(current.offset - formerCount),
      let value = current.first(.orientation).flatMap({ OrientationEntry($0, in: block).value }),
      moved(former, in: block, with: value).elementsEqual(block.bytes[current.offset..<end])
    else { return nil }
    return [
      BytePatch.Edit(
        offset: 4, old: block.encode(current.offset, size: 4), new: block.encode(formerOffset, size: 4)),
      BytePatch.Edit(offset: formerCount, old: Array(block.bytes[formerCount...]), new: []),
    ]
  }

  /// The directory's bytes with the orientation sorted in (TIFF 6.0: entries stand in ascending order of tag).
  private static func moved(_ directory: TIFFDirectory, in block: TIFFBlock, with value: ExifOrientation) -> [UInt8] {
    let entry = OrientationEntry.canonical(value, in: block)
    let before = directory.entries.prefix { $0.tag < TIFFTag.orientation.rawValue }.count
    let first = directory.offset + 2
    let split = first + 12 * before
    return block.encode(directory.declaredCount + 1, size: 2) + block.bytes[first..<split] + entry
      + block.bytes[split..<directory.endOffset]
  }
}
