// Takes out where a picture was taken (EXIF 2.32, 4.6.6: the GPS directory).

extension ExifRewriter {
  /// The directory's values and the directory itself become zeros, and nothing leads to it any more.
  mutating func removePosition() {
    guard let main = block.ifd0, let entry = main.first(.positionDirectory) else { return }
    if let start = block.integer(of: entry), let directory = block.directory(at: start) {
      for value in directory.entries.prefix(Self.positionLimit) { blank(value) }
      blank(directory.offset..<min(directory.endOffset, block.bytes.count))
    }
    if !block.remove(entry, from: main) { block.put(0, size: 4, at: entry.offset + 8) }
  }

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
