// Joins TIFF files of one page each into one file (TIFF 6.0, section 2, "Image File Directory": the offset of the next
// one).

/// Joins files that ``TIFFFrame`` describes, so that all their offsets are known.
package enum TIFFJoining {
  /// Directories that refer to further ones.
  private static let leads: [TIFFTag] = [.exifDirectory, .positionDirectory, .interoperability]

  /// One file with a page for each of `files`, in order; nil if they differ in byte order, or if offsets of 4 bytes do not
  /// reach the end.
  package static func joined(_ files: [[UInt8]]) -> [UInt8]? {
    guard var result = files.first, let first = TIFFBlock(result), let main = first.ifd0, main.isComplete else {
      return nil
    }
    var link = main.nextFieldOffset
    for file in files.dropFirst() {
      result += [UInt8](repeating: 0, count: result.count % 2)
      let base = result.count
      guard let block = TIFFBlock(file), block.layout == first.layout, let own = block.ifd0, own.isComplete,
        base <= Int(UInt32.max) - file.count, let page = moved(block, by: base)
      else { return nil }
      result.replaceSubrange(link..<link + 4, with: block.layout.encode(offset: base + own.offset))
      result += page
      link = base + own.nextFieldOffset
    }
    return result
  }

  /// The bytes of a file that begin at offset `base` of another one.
  private static func moved(_ block: TIFFBlock, by base: Int) -> [UInt8]? {
    var bytes = block.bytes
    var waiting = [block.ifd0].compactMap(\.self)
    var seen: Set<Int> = []
    while let directory = waiting.popLast() {
      guard directory.isComplete, seen.insert(directory.offset).inserted, seen.count <= 4 else { return nil }
      for entry in directory.entries {
        let places: [Int]
        if leads.contains(where: { $0.rawValue == entry.tag }) {
          guard let start = block.integer(of: entry), let below = block.directory(at: start) else { return nil }
          waiting.append(below)
          places = [entry.offset + 8]
        } else {
          let (size, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
          guard !overflow else { return nil }
          let isStrips = entry.tag == TIFFTag.stripOffsets.rawValue
          guard !isStrips || entry.elementSize == 4 && entry.count <= bytes.count / 4 else { return nil }
          places =
            (size > 4 ? [entry.offset + 8] : [])
            + (isStrips ? (0..<entry.count).map { entry.valueOffset + 4 * $0 } : [])
        }
        for place in places {
          guard let offset = block.u32(at: place), place <= bytes.count - 4 else { return nil }
          bytes.replaceSubrange(place..<place + 4, with: block.layout.encode(offset: offset + base))
        }
      }
    }
    return bytes
  }
}
