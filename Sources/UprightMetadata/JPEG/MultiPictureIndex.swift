// The index of the pictures that follow a JPEG's first (CIPA DC-007, 5.2: MP Index IFD and MP Entry).

/// The entries of an MPF segment.
struct MultiPictureIndex: Hashable, Sendable {
  /// One picture of the file.
  struct Entry: Hashable, Sendable {
    /// What it is, the lower 24 bits of its attribute (CIPA DC-007, table 4).
    let type: Int
    /// Where it lies in the file.
    let range: Range<Int>

    /// Whether it is the first picture again, smaller (class 1 of table 4).
    var isPreview: Bool { type >> 16 == 1 }
    /// Whether it is one of several views that belong together (class 2 of table 4).
    var isFrame: Bool { type >> 16 == 2 }
  }

  /// The pictures behind the first, in the index's order.
  let further: [Entry]
  /// Whether an entry leads outside the file, or the index breaks off.
  let isDamaged: Bool

  /// No file holds more pictures.
  private static let limit = 256
  /// Bytes of an entry (CIPA DC-007, table 3).
  static let entrySize = 16

  /// The index whose TIFF header stands at `base` of a file of `byteCount` bytes; nil where it is none.
  init?(_ bytes: [UInt8], base: Int, byteCount: Int) {
    guard let block = TIFFBlock(bytes), let field = block.ifd0?.first(.multiPictureEntries) else { return nil }
    let count = min(field.count / Self.entrySize, Self.limit)
    var (further, isDamaged): ([Entry], Bool) = ([], field.count > count * Self.entrySize)
    var starts: Set<Int> = []
    for index in 0..<count {
      let at = field.valueOffset + index * Self.entrySize
      guard let attribute = block.u32(at: at), let size = block.u32(at: at + 4), let offset = block.u32(at: at + 8)
      else {
        isDamaged = true
        break
      }
      guard offset > 0, size > 0 else { continue }
      guard size <= byteCount, base + offset <= byteCount - size, starts.insert(offset).inserted else {
        isDamaged = true
        continue
      }
      further.append(Entry(type: attribute & 0xFF_FFFF, range: base + offset..<base + offset + size))
    }
    self.further = further
    self.isDamaged = isDamaged
  }
}
