// Takes out where a picture was taken (EXIF 2.32, 4.6.6: the GPS directory).

extension ExifRewriter {
  /// The directories' values and the directories themselves become zeros, and nothing leads to them any more. Packets that
  /// stand in a directory as a TIFF's do go, too, because they may say the same.
  mutating func removePosition() {
    let directories = [block.ifd0, block.ifd1, block.exifDirectory].compactMap(\.self)
    let pointers = directories.flatMap { $0.all(.positionDirectory) }
    guard pointers.count <= Self.repetitionLimit else { return blankAll() }
    for pointer in pointers { blankDirectory(at: pointer) }
    for tag in [TIFFTag.positionDirectory, .xmp, .photoshop] {
      for path in [\TIFFBlock.ifd0, \.ifd1, \.exifDirectory] { removeAll(tag, from: path) }
    }
  }

  /// A block that names more positions than any writer does says nothing any more.
  private mutating func blankAll() {
    block.bytes = block.bytes.prefix(8) + [UInt8](repeating: 0, count: block.bytes.count - 8)
  }

  private mutating func blankDirectory(at entry: TIFFEntry) {
    guard let start = block.integer(of: entry), let directory = block.directory(at: start) else { return }
    for value in directory.entries.prefix(Self.positionLimit) { blank(value) }
    blank(directory.offset..<min(directory.endOffset, block.bytes.count))
  }

  /// Takes out the entries with a tag; those that cannot go lead nowhere.
  private mutating func removeAll(_ tag: TIFFTag, from path: KeyPath<TIFFBlock, TIFFDirectory?>) {
    for entry in block[keyPath: path]?.all(tag).prefix(Self.repetitionLimit) ?? []
    where tag != .positionDirectory {
      blank(entry)
    }
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
  /// GPS has 32 tags.
  private static let positionLimit = 64

  private mutating func blank(_ entry: TIFFEntry) {
    let (size, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
    guard !overflow, entry.valueOffset <= block.bytes.count, size <= block.bytes.count - entry.valueOffset else {
      return
    }
    blank(entry.valueOffset..<entry.valueOffset + size)
  }

  private mutating func blank(_ place: Range<Int>) {
    guard isFree(place) else { return }
    block.bytes.replaceSubrange(place, with: repeatElement(0, count: place.count))
  }
}
