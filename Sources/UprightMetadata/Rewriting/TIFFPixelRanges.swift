// The ranges of a TIFF's pixels, even if its stated lengths are wrong (TIFF 6.0, section 3, StripByteCounts; libtiff
// recomputes wrong ones).

internal import UprightGeometry

/// The ranges of strips and tiles.
struct TIFFPixelRanges {
  /// The ranges: as the file states, and at least as long as uncompressed samples require.
  private(set) var ranges: [Range<Int>] = []
  /// The parts of them beyond the stated lengths.
  private(set) var unsized: [Range<Int>] = []
  /// Offset of a strip whose end cannot be determined; nil if there is none.
  private(set) var endless: Int?
  /// Total size in bytes of an uncompressed image, by the image's end offset.
  private(set) var byteCounts: [Int: Int] = [:]

  /// Adds a strip at an offset. `stated` is its length, or 0. `needed` is its required length, or nil if only its
  /// coding determines it. `room` is the number of bytes available.
  ///
  /// If neither an offset nor a length is stated, there is no strip.
  mutating func add(_ offset: Int, stated: Int, needed: Int?, room: Int) {
    guard offset > 0 || stated > 0 else { return }
    let believed = stated <= room ? stated : needed == nil ? room : 0
    let length = min(room, max(believed, needed ?? 0))
    if needed == nil, stated == 0 || stated > room { endless = endless ?? offset }
    if length > 0 { ranges.append(offset..<offset + length) }
    if length > believed { unsized.append(offset + believed..<offset + length) }
  }

  /// Records the end of an uncompressed image whose strips were added.
  mutating func noteEnd() {
    guard let end = ranges.map(\.upperBound).max() else { return }
    byteCounts[end] = ranges.reduce(0) { $0 + $1.count }
  }

  /// Merges the facts of another image, except its ranges.
  mutating func add(_ other: TIFFPixelRanges) {
    unsized += other.unsized
    endless = endless ?? other.endless
    byteCounts.merge(other.byteCounts) { min($0, $1) }
  }
}
