// Whether a TIFF ends before its strips and tiles do (TIFF 6.0, sections 3 and 15).

internal import UprightGeometry

extension TIFFReader {
  /// Maximum number of strips or tiles of an image that are looked at: the last ones, which programs write last.
  private static var lastParts: Int { 64 }

  /// Whether strips or tiles of a directory's image are beyond the end of the file; their contents are not read.
  ///
  /// Uncompressed ones need not be as long as the directory states.
  ///
  /// - Throws: `.unreadable`.
  func isCut(_ table: TIFFTable) throws(MetadataError) -> Bool {
    // What is read here does not count against the limit on metadata.
    var reader = self
    do throws(MetadataError) {
      for (starts, counts) in [(TIFFTag.stripOffsets, TIFFTag.stripByteCounts), (.tileOffsets, .tileByteCounts)] {
        guard let start = table.directory.first(starts) else { continue }
        if reader.isMissing(start) { return true }
        let parts = try reader.lastParts(start, table.directory.first(counts), in: table)
        let beyond = parts.filter { $0.isBeyond(byteCount) }
        guard !beyond.isEmpty else { continue }
        let sizes = try reader.uncompressed(table, isTiled: starts == .tileOffsets)
        if beyond.contains(where: { $0.shortened(to: sizes).isBeyond(byteCount) }) { return true }
      }
    } catch {
      guard error.code != .unreadable else { throw error }
    }
    return false
  }

  /// Whether the values of an entry are beyond the end of the file.
  private func isMissing(_ entry: TIFFEntry) -> Bool {
    let (size, overflow) = entry.elementSize.multipliedReportingOverflow(by: entry.count)
    return overflow || entry.valueOffset > byteCount || size > byteCount - entry.valueOffset
  }

  private mutating func lastParts(
    _ start: TIFFEntry, _ count: TIFFEntry?, in table: TIFFTable
  ) throws(MetadataError) -> [TIFFPart] {
    guard let offsets = try lastIntegers(of: start, in: table, limit: Self.lastParts) else { return [] }
    let stated = count?.count == start.count ? count : nil
    let lengths = try stated.flatMap { entry throws(MetadataError) in
      try lastIntegers(of: entry, in: table, limit: Self.lastParts)
    }
    let first = start.count - offsets.count
    return offsets.indices.map { TIFFPart(index: first + $0, offset: offsets[$0], length: lengths?[$0] ?? 0) }
  }
}

/// Where a strip or tile is, as a directory states.
private struct TIFFPart {
  let index, offset: Int
  var length: Int

  /// Whether it ends after `end`; one of no length does not.
  func isBeyond(_ end: Int) -> Bool { length > 0 && (offset > end || length > end - offset) }

  /// The same, no longer than its uncompressed samples.
  func shortened(to sizes: TIFFUncompressed?) -> Self {
    var part = self
    if let sizes { part.length = min(length, sizes.byteCount(of: index)) }
    return part
  }
}
