// Reads ranges and numbers of a source through a window and under a budget, so that no file can exhaust memory.

/// Reads a source range by range.
struct RangeReader<Source: ByteSource> {
  /// The source.
  let source: Source
  /// Bytes that may still be read.
  private(set) var budget: Int
  /// Structures (boxes, chunks, directories) that may still be encountered.
  private var structures: Int
  /// Minimum number of bytes to read at once, if available.
  private let windowSize: Int
  private var window: [UInt8] = []
  private var windowOffset = 0

  /// Maximum gap in bytes between two heads for which a full window is read.
  private static var closeDistance: Int { 256 }

  /// A reader limited to `budget` bytes and `structures` structures; each read fetches at least `window` bytes.
  init(_ source: Source, budget: Int = 16 << 20, structures: Int = 100_000, window: Int = 4_096) {
    self.source = source
    self.budget = budget
    self.structures = structures
    windowSize = window
  }

  /// Number of bytes in the source.
  var byteCount: Int { source.byteCount }

  /// `count` bytes starting at `offset`.
  ///
  /// - Throws: `.truncated` if the source has fewer, `.tooMuchMetadata` if the budget is exhausted, `.unreadable`.
  mutating func bytes(at offset: Int, count: Int) throws(MetadataError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      throw MetadataError(.truncated, at: byteCount)
    }
    let first = offset - windowOffset
    if first >= 0, first <= window.count, count <= window.count - first { return Array(window[first..<first + count]) }
    guard count < windowSize else { return try read(offset, count: count) }
    window = try read(offset, count: min(windowSize, byteCount - offset))
    windowOffset = offset
    return Array(window[..<count])
  }

  /// Like `bytes(at:count:)`, for structure heads that may be far apart: unless it is close to the previous read,
  /// only the head is read.
  ///
  /// - Throws: as `bytes(at:count:)`.
  mutating func head(at offset: Int, count: Int) throws(MetadataError) -> [UInt8] {
    guard offset >= 0, offset <= byteCount, count >= 0, count <= byteCount - offset,
      offset - (windowOffset + window.count) > Self.closeDistance
    else { return try bytes(at: offset, count: count) }
    window = try read(offset, count: count)
    windowOffset = offset
    return window
  }

  /// Like `bytes(at:count:)`, but reads nothing else; for data repeated throughout a file.
  ///
  /// - Throws: as `bytes(at:count:)`.
  mutating func exactly(at offset: Int, count: Int) throws(MetadataError) -> [UInt8] {
    guard offset >= 0, count >= 0, offset <= byteCount, count <= byteCount - offset else {
      throw MetadataError(.truncated, at: byteCount)
    }
    let first = offset - windowOffset
    if first >= 0, first <= window.count, count <= window.count - first { return Array(window[first..<first + count]) }
    return try read(offset, count: count)
  }

  /// The bytes of a range.
  ///
  /// - Throws: as `bytes(at:count:)`.
  mutating func bytes(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    try bytes(at: range.lowerBound, count: range.count)
  }

  /// A big-endian number of `size` bytes, at most 8.
  ///
  /// - Throws: as `bytes(at:count:)`; `.numberTooLarge` if it does not fit 63 bits.
  mutating func number(at offset: Int, size: Int) throws(MetadataError) -> Int {
    let bytes = try bytes(at: offset, count: size)
    guard size < 8 || bytes[0] < 0x80 else { throw MetadataError(.numberTooLarge, at: offset) }
    return BigEndian.number(bytes)
  }

  /// Counts one structure.
  ///
  /// - Throws: `.tooManyStructures`.
  mutating func count(at offset: Int) throws(MetadataError) {
    guard structures > 0 else { throw MetadataError(.tooManyStructures, at: offset) }
    structures -= 1
  }

  private mutating func read(_ offset: Int, count: Int) throws(MetadataError) -> [UInt8] {
    guard count <= budget else { throw MetadataError(.tooMuchMetadata, at: offset) }
    budget -= count
    let bytes = try source.read(offset..<offset + count)
    guard bytes.count == count else { throw MetadataError(.truncated, at: offset + bytes.count) }
    return bytes
  }
}
