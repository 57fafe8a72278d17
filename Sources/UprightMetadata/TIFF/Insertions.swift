// What Upright adds to a file without a place for its orientation, so that it can be taken back. The Exif block that
// Upright inserts into a file without one; it can be recognized and removed again (EXIF 2.32, 4.5.2). A directory moved
// to the end to make room for one more entry; it can be recognized and moved back (TIFF 6.0, section 2).

internal import UprightGeometry

/// An Exif block inserted by Upright, or an IFD0 moved to the end of its block to make room for one more entry.
enum InsertedExifBlock {
  /// Bytes in a gap that no reader looks at. Together with the layout, they distinguish an inserted block from any
  /// other.
  static let mark = MovedDirectory.mark
  /// Used instead of `mark` if a header was inserted along with the block; both are removed together.
  static let markWithHeader = Array("UpRh".utf8)

  /// A complete Exif block that contains only the orientation: 30 bytes.
  static func block(_ value: ExifOrientation, mark: [UInt8] = mark) -> [UInt8] {
    [0x49, 0x49, 0x2A, 0, 12, 0, 0, 0] + mark + [1, 0, 0x12, 0x01, 3, 0, 1, 0, 0, 0, value.rawValue, 0, 0, 0]
      + [0, 0, 0, 0]
  }

  /// A complete APP1 segment with that block: 40 bytes.
  static func segment(_ value: ExifOrientation) -> [UInt8] {
    let payload = JPEGSegment.Identifier.exif + block(value)
    return [0xFF, 0xE1, 0, UInt8(payload.count + 2)] + payload
  }

  /// Whether a block is entirely one of ours; if `mark` is given, only one with that mark.
  static func isWhole(_ bytes: [UInt8], mark: [UInt8]? = nil) -> Bool {
    let marks = mark.map { [$0] } ?? [Self.mark, markWithHeader]
    return marks.contains { mark in ExifOrientation.allCases.contains { block($0, mark: mark) == bytes } }
  }

  /// Moves IFD0 to the end of the block, with one entry more; no other offset changes. nil if the directory is
  /// incomplete.
  static func relocation(in block: TIFFBlock, with value: ExifOrientation) -> [BytePatch.Edit]? {
    guard let directory = block.ifd0, directory.isComplete, directory.declaredCount < 65_535 else { return nil }
    let count = block.bytes.count
    let tail = MovedDirectory.tail(of: directory, in: block.bytes, behind: count, with: value)
    return [
      pointerEdit(in: block, from: directory.offset, to: MovedDirectory.offset(behind: count)),
      BytePatch.Edit(offset: count, old: [], new: tail),
    ]
  }

  /// The edits that move IFD0 back; nil if Upright did not move it.
  static func relocationRemoval(in block: TIFFBlock) -> [BytePatch.Edit]? {
    guard let note = MovedDirectory.Note(endOf: block.bytes, block.layout),
      let former = block.directory(at: note.formerOffset), former.isComplete, former.endOffset <= note.formerCount,
      let current = block.ifd0, current.offset == MovedDirectory.offset(behind: note.formerCount),
      let value = OrientationTags(of: current, in: block, from: 0).value
    else { return nil }
    let tail = MovedDirectory.tail(of: former, in: block.bytes, behind: note.formerCount, with: value)
    guard block.bytes.dropFirst(note.formerCount).elementsEqual(tail) else { return nil }
    return [
      pointerEdit(in: block, from: current.offset, to: note.formerOffset),
      BytePatch.Edit(offset: note.formerCount, old: tail, new: []),
    ]
  }

  private static func pointerEdit(in block: TIFFBlock, from: Int, to: Int) -> BytePatch.Edit {
    BytePatch.Edit(offset: 4, old: block.encode(from, size: 4), new: block.encode(to, size: 4))
  }
}

/// The bytes appended to a TIFF structure: a copy of a directory with an orientation entry in order, and a note of
/// its former position.
///
/// Apart from these, only the pointer to the directory changes. Every value keeps its offset, so that unknown
/// references stay valid.
enum MovedDirectory {
  /// Bytes that no reader looks at. Together with the layout before them, they distinguish our copy from any other
  /// directory.
  static let mark = Array("UpRt".utf8)

  /// The former offset of a directory and the former length of the structure, as the last bytes record.
  struct Note: Hashable, Sendable {
    /// The former offset of the directory.
    let formerOffset: Int
    /// The former number of bytes.
    let formerCount: Int

    /// Size of a note in bytes.
    static func size(_ layout: TIFFLayout) -> Int { 2 * layout.offsetSize + mark.count }

    /// The note at the end of `bytes`; nil if there is none.
    init?(endOf bytes: [UInt8], _ layout: TIFFLayout) {
      let start = bytes.count - Self.size(layout)
      guard start >= 0, bytes.suffix(mark.count).elementsEqual(mark),
        let offset = layout.number(in: bytes, at: start, size: layout.offsetSize),
        let count = layout.number(in: bytes, at: start + layout.offsetSize, size: layout.offsetSize), count < Int.max
      else { return nil }
      self.init(formerOffset: offset, formerCount: count)
    }

    /// A note for a directory at `formerOffset` of a structure of `formerCount` bytes.
    init(formerOffset: Int, formerCount: Int) {
      self.formerOffset = formerOffset
      self.formerCount = formerCount
    }

    /// The encoded note.
    func bytes(_ layout: TIFFLayout) -> [UInt8] {
      layout.encode(offset: formerOffset) + layout.encode(offset: formerCount) + mark
    }
  }

  /// The word-aligned offset of a copy that is appended to `byteCount` bytes.
  static func offset(behind byteCount: Int) -> Int { byteCount + byteCount % 2 }

  /// The bytes to append to `byteCount` bytes; `bytes`, which start at offset `start`, contain the complete
  /// directory.
  static func tail(
    of directory: TIFFDirectory, in bytes: [UInt8], startingAt start: Int = 0, behind byteCount: Int,
    with value: ExifOrientation
  ) -> [UInt8] {
    let layout = directory.layout
    let before = directory.entries.prefix { $0.tag < TIFFTag.orientation.rawValue }.count
    let first = directory.offset - start + layout.countSize
    let split = first + layout.entrySize * before
    return [UInt8](repeating: 0, count: byteCount % 2)
      + layout.encode(directory.declaredCount + 1, size: layout.countSize) + bytes[first..<split]
      + OrientationEntry.canonical(value, layout) + bytes[split..<directory.endOffset - start]
      + Note(formerOffset: directory.offset, formerCount: byteCount).bytes(layout)
  }
}
