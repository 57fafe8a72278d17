// Removes the location where a photo was taken (EXIF 2.32, 4.6.6: the GPS directory).

extension ExifRewriter {
  /// Zeroes the directories and their values, as far as they are in the block, and removes all references to them.
  /// Packets in a directory, as in TIFF, are removed too, because they may contain the same location.
  mutating func removePosition() {
    let directories = [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self)
    let pointers = directories.flatMap { $0.all(.positionDirectory) }
    guard pointers.count <= Self.repetitionLimit else { return blankAll() }
    let gone = Self.positions
    let keeping = ExifKeeping(block, without: Set(gone), second: true)
    var tree = ExifTree(besides: keeping)
    for pointer in pointers { tree.take(pointer, of: block) }
    clear(tree, besides: keeping)
    for tag in gone {
      for path in [\TIFFBlock.ifd0, \.ifd1, \.exifDirectory] { removeAll(tag, from: path) }
    }
  }

  /// Fields that may contain the location (EXIF 2.32, 4.6.6; GeoTIFF 1.1, 7.1.1 and 7.1.2).
  private static let positions: [TIFFTag] = [
    .positionDirectory, .xmp, .photoshop, .pixelScale, .intergraphMatrix, .tiePoints, .mapTransformation, .mapKeys,
    .mapNumbers, .mapTexts,
  ]

  /// Removes all entries with a tag; the value offset of an entry that cannot be removed becomes 0.
  mutating func removeAll(_ tag: TIFFTag, from path: KeyPath<TIFFBlock, TIFFDirectory?>) {
    removeAll(numbered: tag.rawValue, from: path)
  }

  /// Like `removeAll(_:from:)`, for a tag by number.
  mutating func removeAll(numbered tag: Int, from path: KeyPath<TIFFBlock, TIFFDirectory?>) {
    let values =
      block[keyPath: path]?.all(numbered: tag).prefix(Self.repetitionLimit).compactMap { ExifReference($0, in: block) }
      ?? []
    if !values.isEmpty { clear(values, besides: ExifKeeping(block, withoutNumbers: [tag], second: true)) }
    for _ in 0..<Self.repetitionLimit {
      guard let directory = block[keyPath: path], let entry = directory.all(numbered: tag).first,
        isApart(directory), block.remove(entry, from: directory)
      else { break }
    }
    for entry in block[keyPath: path]?.all(numbered: tag) ?? [] { block.put(0, size: 4, at: entry.offset + 8) }
  }

  /// Whether a directory overlaps no other known directory, so that changing one does not affect the other.
  private func isApart(_ directory: TIFFDirectory) -> Bool {
    let place = directory.offset..<directory.endOffset
    return [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self).allSatisfy {
      $0.offset == directory.offset || !place.overlaps($0.offset..<$0.endOffset)
    }
  }

  /// Maximum number of repetitions of a tag; real files have fewer.
  private static let repetitionLimit = 8
}
