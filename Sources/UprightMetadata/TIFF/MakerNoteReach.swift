// Values of a maker note behind its stated end (EXIF 2.32, 4.6.5.D; ExifTool's notes on maker notes).

/// Finds bytes behind a maker note that its own directory refers to: some cameras state a length that is too short.
enum MakerNoteReach {
  /// Bytes before the directory: none, or a vendor's prefix, with a TIFF header or without.
  private static let heads = [0, 6, 8, 10, 12, 18]
  /// Maximum number of bytes between the note and its values, and between these.
  private static let padding = 16
  /// Maximum number of entries; real notes have fewer.
  private static let entryLimit = 1_024

  /// The values that begin right behind the note, or behind one another. Only a directory most of whose other values
  /// are inside the note is believed: then its offsets are still right.
  static func ranges(of note: TIFFEntry, in block: TIFFBlock) -> [Range<Int>] {
    guard note.elementSize == 1, note.count > 12, let place = block.place(of: note) else { return [] }
    for head in heads {
      guard let directory = block.directory(at: place.lowerBound + head), isPlausible(directory, in: place) else {
        continue
      }
      for base in [0, place.lowerBound, place.lowerBound + max(0, head - 8)] {
        let values = directory.entries.compactMap { Self.place(of: $0, from: base, in: block) }
        let insideCount = values.count { place.contains($0.lowerBound) }
        if insideCount > values.count - insideCount { return adjoining(values, place) }
      }
    }
    return []
  }

  /// Whether it is a whole directory inside the note, whose fields have types that exist.
  private static func isPlausible(_ directory: TIFFDirectory, in note: Range<Int>) -> Bool {
    let entries = directory.entries
    return !entries.isEmpty && entries.count <= entryLimit && entries.count == directory.declaredCount
      && directory.nextFieldOffset <= note.upperBound && entries.allSatisfy { (1...13).contains($0.type) }
  }

  /// The range of an entry's values outside the directory, if the block has all of it.
  private static func place(of entry: TIFFEntry, from base: Int, in block: TIFFBlock) -> Range<Int>? {
    guard entry.valueOffset != entry.offset + 8, entry.valueOffset >= 0 else { return nil }
    let (size, isTooLong) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
    let (start, isTooFar) = base.addingReportingOverflow(entry.valueOffset)
    guard !isTooLong, !isTooFar, size > 0, start < block.bytes.count, size <= block.bytes.count - start else {
      return nil
    }
    return start..<start + size
  }

  /// The values that go on behind the note.
  private static func adjoining(_ values: [Range<Int>], _ note: Range<Int>) -> [Range<Int>] {
    var (end, found): (Int, [Range<Int>]) = (note.upperBound, [])
    for value in values.sorted(by: { $0.lowerBound < $1.lowerBound })
    where value.lowerBound >= note.lowerBound && value.upperBound > end {
      guard value.lowerBound - end <= padding else { break }
      found.append(value)
      end = value.upperBound
    }
    return found
  }
}
