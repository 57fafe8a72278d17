// Where the pixels of a TIFF lie, whether its lengths can be believed or not (TIFF 6.0, section 3, StripByteCounts; libtiff counts anew what is wrong).

internal import UprightGeometry

/// The places of strips and tiles.
struct TIFFPixelRanges {
  /// Where they lie: as far as the file says, and at least as far as uncompressed samples reach.
  private(set) var ranges: [Range<Int>] = []
  /// What of that no length in the file says.
  private(set) var unsized: [Range<Int>] = []
  /// Where a strip starts whose end nobody can tell; nil where there is none.
  private(set) var endless: Int?
  /// How many bytes a picture has that is not compressed, by where it ends.
  private(set) var byteCounts: [Int: Int] = [:]

  /// Adds a strip at an offset: its length as said, 0 for none; the one that it needs, nil where only its coding tells; and how many bytes follow.
  ///
  /// Where neither an offset nor a length is said, there is no strip.
  mutating func add(_ offset: Int, stated: Int, needed: Int?, room: Int) {
    guard offset > 0 || stated > 0 else { return }
    let believed = stated <= room ? stated : needed == nil ? room : 0
    let length = min(room, max(believed, needed ?? 0))
    if needed == nil, stated == 0 || stated > room { endless = endless ?? offset }
    if length > 0 { ranges.append(offset..<offset + length) }
    if length > believed { unsized.append(offset + believed..<offset + length) }
  }

  /// Notes where a picture ends whose strips were added and are not compressed.
  mutating func noteEnd() {
    guard let end = ranges.map(\.upperBound).max() else { return }
    byteCounts[end] = ranges.reduce(0) { $0 + $1.count }
  }

  /// Adds those of another picture, but for where they lie.
  mutating func add(_ other: TIFFPixelRanges) {
    unsized += other.unsized
    endless = endless ?? other.endless
    byteCounts.merge(other.byteCounts) { min($0, $1) }
  }
}
