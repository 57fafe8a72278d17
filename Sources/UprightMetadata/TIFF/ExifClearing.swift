// Clears what a block no longer leads to, and takes out previews of the whole picture (EXIF 2.32, 4.5.2; TIFF 6.0, Technical Note 1).

extension ExifRewriter {
  /// Makes zeros of places, as far as they lie in the block and belong to nothing that stays. With `shortens`, those at the
  /// block's end go. Where what stays and what goes lie over one another so that neither can be believed, nothing stays.
  mutating func clear(_ places: [ExifReference], besides keeping: ExifKeeping, shortens: Bool = false) {
    var (bytes, end) = (block.bytes, block.bytes.count)
    for place in places {
      guard let pieces = keeping.pieces(of: place, in: bytes.count) else { return blankAll() }
      for piece in pieces {
        bytes.replaceSubrange(piece, with: repeatElement(0, count: piece.count))
        if shortens, piece.upperBound == bytes.count { end = min(end, piece.lowerBound) }
      }
    }
    block.bytes = end < bytes.count ? Array(bytes[..<end]) : bytes
  }

  /// Clears directories with all that they lead to.
  mutating func clear(_ tree: ExifTree, besides keeping: ExifKeeping) {
    tree.isTooLarge ? blankAll() : clear(tree.places, besides: keeping)
  }

  /// A block of which nothing can be told from what goes says nothing any more.
  mutating func blankAll() {
    block.bytes = block.bytes.prefix(8) + [UInt8](repeating: 0, count: max(0, block.bytes.count - 8))
  }

  /// Entries of IFD0 that hold or name a preview, which a picture's Exif has no use for.
  private static let previews: [TIFFTag] = [.jpegFromRaw, .subdirectories, .thumbnailOffset, .thumbnailLength]

  /// Whether a block has previews besides IFD1's thumbnail.
  static func hasPreviews(_ block: TIFFBlock) -> Bool {
    previews.contains { block.ifd0?.first($0) != nil } || third(block) != nil
  }

  /// Where the directory behind IFD1 starts; nil for none. Some writers leave out the link, and readers take what stands there for one.
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

  /// Takes out all previews but IFD1's thumbnail: those of IFD0, of directories below it, and of those behind IFD1.
  mutating func dropPreviews() {
    guard Self.hasPreviews(block) else { return }
    let keeping = ExifKeeping(block, without: Set(Self.previews), second: true)
    var tree = ExifTree(besides: keeping)
    for entry in block.ifd0?.all(.subdirectories) ?? [] { tree.take(entry, of: block) }
    if let third = Self.third(block), let ifd1 = block.ifd1 {
      tree.take(at: third, of: block, follows: true)
      block.put(0, size: 4, at: ifd1.nextFieldOffset)
    }
    let own = block.ifd0.map { ExifTree.jpegs(of: $0, in: block) } ?? []
    clear(tree, besides: keeping)
    clear(own, besides: keeping)
    for tag in Self.previews { removeAll(tag, from: \.ifd0) }
  }
}
