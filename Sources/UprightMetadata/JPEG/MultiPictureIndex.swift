// The index of the additional images in a JPEG (CIPA DC-007, 5.2: MP Index IFD and MP Entry).

/// The entries of an MPF segment.
struct MultiPictureIndex: Hashable, Sendable {
  /// One image in the file.
  struct Entry: Hashable, Sendable {
    /// Its type: the lower 24 bits of its attribute (CIPA DC-007, table 4).
    let type: Int
    /// Its range in the file.
    let range: Range<Int>

    /// Whether it is a smaller version of the first image (class 1 of table 4).
    var isPreview: Bool { type >> 16 == 1 }
    /// Whether it is one of several related views (class 2 of table 4).
    var isFrame: Bool { type >> 16 == 2 }
  }

  /// The images after the first, in the index's order.
  let further: [Entry]
  /// Whether an entry points outside the file, or the index is truncated.
  let isDamaged: Bool

  /// Maximum number of images; real files have fewer.
  private static let limit = 256
  /// Size in bytes of an entry (CIPA DC-007, table 3).
  static let entrySize = 16

  /// The index whose TIFF header is at offset `base` in a file of `byteCount` bytes; nil if it is invalid.
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
