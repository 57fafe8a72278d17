// A directory moved behind everything else to make room for one more entry, made so that it can be recognised and taken back (TIFF 6.0, section 2).

internal import UprightGeometry

/// What is appended to a TIFF structure: a copy of a directory with an orientation sorted in, and a note of where it was.
///
/// Only the pointer to the directory changes otherwise: every value keeps its place, so that offsets which nobody knows of stay true.
enum MovedDirectory {
  /// Stands in bytes that no reader looks at; with the layout before it, it tells our copy from anybody else's directory.
  static let mark = Array("UpRt".utf8)

  /// Where a directory was, and how long the structure was, as the last bytes say.
  struct Note: Hashable, Sendable {
    /// Where the directory started.
    let formerOffset: Int
    /// How many bytes there were.
    let formerCount: Int

    /// How many bytes a note takes.
    static func size(_ layout: TIFFLayout) -> Int { 2 * layout.offsetSize + mark.count }

    /// The note that ends `bytes`; nil where none does.
    init?(endOf bytes: [UInt8], _ layout: TIFFLayout) {
      let start = bytes.count - Self.size(layout)
      guard start >= 0, bytes.suffix(mark.count).elementsEqual(mark),
        let offset = layout.number(in: bytes, at: start, size: layout.offsetSize),
        let count = layout.number(in: bytes, at: start + layout.offsetSize, size: layout.offsetSize), count < Int.max
      else { return nil }
      self.init(formerOffset: offset, formerCount: count)
    }

    /// A note for a directory that was at `formerOffset` of `formerCount` bytes.
    init(formerOffset: Int, formerCount: Int) {
      self.formerOffset = formerOffset
      self.formerCount = formerCount
    }

    /// The note as it is written.
    func bytes(_ layout: TIFFLayout) -> [UInt8] {
      layout.encode(offset: formerOffset) + layout.encode(offset: formerCount) + mark
    }
  }

  /// Where the copy starts that is appended to `byteCount` bytes: word-aligned.
  static func offset(behind byteCount: Int) -> Int { byteCount + byteCount % 2 }

  /// What is appended to `byteCount` bytes; `bytes`, which start at `start`, hold the directory, which is complete.
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
