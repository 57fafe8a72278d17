// Clears unreferenced bytes of a block, and removes previews of the whole image (EXIF 2.32, 4.5.2; TIFF 6.0,
// Technical Note 1).

extension ExifRewriter {
  /// Zeroes the given ranges, as far as they are in the block and belong to nothing that is kept. `shortens` cuts off
  /// those at the block's end. If kept and removed data overlap so that neither is reliable, the whole block is
  /// blanked.
  mutating func clear(_ places: [ExifReference], besides keeping: ExifKeeping, shortens: Bool = false) {
    guard places.count * keeping.count <= Self.comparisonLimit else { return blankAll() }
    var (bytes, end, cleared) = (block.bytes, block.bytes.count, [Range<Int>]())
    for place in Set(places) {
      guard let pieces = keeping.pieces(of: place, in: bytes.count) else { return blankAll() }
      for piece in pieces where shortens && piece.upperBound == bytes.count { end = min(end, piece.lowerBound) }
      cleared += pieces
    }
    for range in cleared.merged {
      bytes.replaceSubrange(range, with: repeatElement(0, count: range.count))
    }
    block.bytes = end < bytes.count ? Array(bytes[..<end]) : bytes
  }

  /// Maximum product of removed and kept ranges. Real files stay far below; more would only serve denial of service.
  private static let comparisonLimit = 1 << 22

  /// Clears directories and everything that they refer to.
  mutating func clear(_ tree: ExifTree, besides keeping: ExifKeeping) {
    tree.isTooLarge ? blankAll() : clear(tree.places, besides: keeping)
  }

  /// Zeroes a block in which kept and removed data cannot be told apart.
  mutating func blankAll() {
    block.bytes = block.bytes.prefix(8) + [UInt8](repeating: 0, count: max(0, block.bytes.count - 8))
  }

  /// Entries of IFD0 that contain or refer to a preview, which is useless in an image's Exif.
  private static let previews: [TIFFTag] = [.jpegFromRaw, .subdirectories, .thumbnailOffset, .thumbnailLength]

  /// Whether a block has previews besides IFD1's thumbnail.
  static func hasPreviews(_ block: TIFFBlock) -> Bool {
    previews.contains { block.ifd0?.first($0) != nil } || third(block) != nil
  }

  /// Offset of the directory after IFD1; nil if there is none. Some writers omit the link field, and readers
  /// interpret the bytes there as a link.
  private static func third(_ block: TIFFBlock) -> Int? {
    guard let ifd1 = block.ifd1, let next = ifd1.next, next != 0, ifd1.endOffset <= block.bytes.count,
      let directory = block.directory(at: next), !directory.entries.isEmpty
    else { return nil }
    let tags: [TIFFTag] = [.thumbnailOffset, .stripOffsets, .positionDirectory, .subdirectories, .exifDirectory]
    let isMeant =
      tags.contains { directory.first($0) != nil }
      || directory.isComplete && directory.entries.allSatisfy { (1...13).contains($0.type) }
    let link = ifd1.nextFieldOffset..<ifd1.endOffset
    return isMeant && !ExifKeeping(block, second: true).holds(link) ? next : nil
  }

  /// Removes all previews except IFD1's thumbnail: in IFD0, its subdirectories, and the directories after IFD1.
  mutating func dropPreviews() {
    guard Self.hasPreviews(block) else { return }
    let keeping = ExifKeeping(block, without: Set(Self.previews), second: true)
    var tree = ExifTree(besides: keeping)
    for entry in block.ifd0?.all(.subdirectories) ?? [] { tree.take(entry, of: block) }
    if let third = Self.third(block), let ifd1 = block.ifd1 {
      tree.take(at: third, of: block, follows: true)
      block.put(0, size: 4, at: ifd1.nextFieldOffset)
    }
    var ends = JPEGEnds()
    let own = block.ifd0.map { ExifTree.jpegs(of: $0, in: block, &ends) } ?? []
    clear(tree, besides: keeping)
    clear(own, besides: keeping)
    for tag in Self.previews { removeAll(tag, from: \.ifd0) }
  }
}
