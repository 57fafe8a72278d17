// Concatenated ranges of a source, as a source: a file without some of its parts.

/// What remains of a source when some ranges are omitted.
struct JoinedRanges: ByteSource {
  private let source: any ByteSource
  private let kept: [Range<Int>]
  /// Where each kept range begins in the concatenation.
  private let starts: [Int]
  /// Number of remaining bytes.
  let byteCount: Int

  /// `source` without these ranges, which are in order and do not overlap.
  init(_ source: some ByteSource, without omitted: [Range<Int>]) {
    let edges = [0] + omitted.flatMap { [$0.lowerBound, $0.upperBound] } + [source.byteCount]
    let kept = stride(from: 0, to: edges.count, by: 2).map { edges[$0]..<max(edges[$0], edges[$0 + 1]) }
    self.init(source, keeping: kept)
  }

  /// These ranges of `source`, concatenated.
  init(_ source: some ByteSource, keeping kept: [Range<Int>]) {
    var starts: [Int] = []
    byteCount = kept.reduce(0) { sum, range in
      starts.append(sum)
      return sum + range.count
    }
    self.starts = starts
    self.kept = kept
    self.source = source
  }

  /// The bytes of `range`, clipped to the remaining bytes.
  ///
  /// - Throws: `MetadataError` `.unreadable` on an I/O error.
  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let range = range.clamped(to: 0..<byteCount)
    var bytes: [UInt8] = []
    for (start, whole) in zip(starts, kept) {
      let part = range.clamped(to: start..<start + whole.count)
      guard !part.isEmpty else { continue }
      let shift = whole.lowerBound - start
      let more = try source.read(part.lowerBound + shift..<part.upperBound + shift)
      bytes = bytes.isEmpty ? more : bytes + more
      guard more.count == part.count else { break }
    }
    return bytes
  }
}
