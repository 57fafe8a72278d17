// A directory moved to the end to make room for one more entry; it can be recognized and moved back (TIFF 6.0,
// section 2).

internal import UprightGeometry

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
