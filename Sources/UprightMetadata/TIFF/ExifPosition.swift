// Takes out where a picture was taken (EXIF 2.32, 4.6.6: the GPS directory).

extension ExifRewriter {
  /// The directories' values and the directories themselves become zeros, as far as they lie in the block, and nothing leads
  /// to them any more. Packets that stand in a directory as a TIFF's do go, too, because they may say the same.
  mutating func removePosition() {
    let directories = [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self)
    let pointers = directories.flatMap { $0.all(.positionDirectory) }
    guard pointers.count <= Self.repetitionLimit else { return blankAll() }
    let gone: [TIFFTag] = [.positionDirectory, .xmp, .photoshop]
    let keeping = ExifKeeping(block, without: Set(gone), second: true)
    var tree = ExifTree(besides: keeping)
    for pointer in pointers { tree.take(pointer, of: block) }
    clear(tree, besides: keeping)
    for tag in gone {
      for path in [\TIFFBlock.ifd0, \.ifd1, \.exifDirectory] { removeAll(tag, from: path) }
    }
  }

  /// Takes out the entries with a tag; those that cannot go lead nowhere.
  mutating func removeAll(_ tag: TIFFTag, from path: KeyPath<TIFFBlock, TIFFDirectory?>) {
    let values =
      block[keyPath: path]?.all(tag).prefix(Self.repetitionLimit).compactMap { ExifReference($0, in: block) } ?? []
    if !values.isEmpty { clear(values, besides: ExifKeeping(block, without: [tag], second: true)) }
    for _ in 0..<Self.repetitionLimit {
      guard let directory = block[keyPath: path], let entry = directory.first(tag),
        isApart(directory), block.remove(entry, from: directory)
      else { break }
    }
    for entry in block[keyPath: path]?.all(tag) ?? [] { block.put(0, size: 4, at: entry.offset + 8) }
  }

  /// Whether a directory lies over no other that stays, so that a change of the one is none of the other.
  private func isApart(_ directory: TIFFDirectory) -> Bool {
    let place = directory.offset..<directory.endOffset
    return [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self).allSatisfy {
      $0.offset == directory.offset || !place.overlaps($0.offset..<$0.endOffset)
    }
  }

  /// No file repeats a tag more often.
  private static let repetitionLimit = 8
}
