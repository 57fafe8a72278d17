// Where the bytes of a joined block are in the file, such as of an XMP packet that several segments hold.

/// Ranges of a file that are read one after the other.
struct BytePlaces {
  /// The ranges, in the order in which they are read; none if the file does not have the bytes as they are read.
  let ranges: [Range<Int>]
  /// Where each begins in the joined bytes.
  private let starts: [Int]

  /// The bytes are not in the file as they are read: they are compressed, or digits.
  static let none = BytePlaces([])

  /// These ranges.
  init(_ ranges: [Range<Int>]) {
    var (starts, sum): ([Int], Int) = ([], 0)
    for range in ranges {
      starts.append(sum)
      sum += range.count
    }
    self.ranges = ranges
    self.starts = starts
  }

  /// The file's ranges of a range of the joined bytes.
  func places(of part: Range<Int>) -> [Range<Int>] {
    if ranges.count == 1 {
      let base = ranges[0].lowerBound
      let part = part.clamped(to: 0..<ranges[0].count)
      return part.isEmpty ? [] : [base + part.lowerBound..<base + part.upperBound]
    }
    return zip(starts, ranges).compactMap { start, range in
      let own = part.clamped(to: start..<start + range.count)
      guard !own.isEmpty else { return nil }
      let shift = range.lowerBound - start
      return own.lowerBound + shift..<own.upperBound + shift
    }
  }

  /// The joined bytes; nil if there are more than `limit`, or the source has fewer.
  ///
  /// - Throws: `.unreadable`.
  func bytes(in source: some ByteSource, limit: Int = 16 << 20) throws(MetadataError) -> [UInt8]? {
    guard ranges.reduce(0, { $0 + $1.count }) <= limit else { return nil }
    var bytes: [UInt8] = []
    for range in ranges {
      let more = try source.read(range)
      guard more.count == range.count else { return nil }
      if bytes.isEmpty { bytes = more } else { bytes += more }
    }
    return bytes
  }
}
