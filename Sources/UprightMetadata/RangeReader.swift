// Ranges and numbers of a source, read through a window and under a budget, so that no file makes a reader grow.

/// Reads a source piece by piece.
struct RangeReader<Source: ByteSource> {
  /// Where the bytes come from.
  let source: Source
  /// Bytes that may still be read.
  private(set) var budget: Int
  /// Structures (boxes, chunks, directories) that may still be met.
  private var structures: Int
  /// How many bytes are read at least, where there are so many.
  private let windowSize: Int
  private var window: [UInt8] = []
  private var windowOffset = 0

  /// Bytes between two heads, at most, for more than the second to be read.
  private static var closeDistance: Int { 256 }

  /// A reader that gives no more than `budget` bytes, and counts no more than `structures`; it reads `window` bytes at least.
  init(_ source: Source, budget: Int = 16 << 20, structures: Int = 100_000, window: Int = 4_096) {
    self.source = source
    self.budget = budget
    self.structures = structures
    windowSize = window
  }

  /// How many bytes the source has.
  var byteCount: Int { source.byteCount }

  /// `count` bytes from `offset` on.
  ///
  /// - Throws: `.truncated` where the source has fewer, `.tooMuchMetadata` where the budget is spent, `.unreadable`.
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

  /// As `bytes(at:count:)`, for heads of structures that may stand far apart: where one is not close to what was read last, nothing but it is read.
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

  /// As `bytes(at:count:)`, and nothing but them is read: for what is repeated throughout a file.
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

  /// A number of `size` bytes, at most 8, the high byte first.
  ///
  /// - Throws: as `bytes(at:count:)`; `.numberTooLarge` where it does not fit 63 bits.
  mutating func number(at offset: Int, size: Int) throws(MetadataError) -> Int {
    let bytes = try bytes(at: offset, count: size)
    guard size < 8 || bytes[0] < 0x80 else { throw MetadataError(.numberTooLarge, at: offset) }
    return bytes.reduce(0) { $0 << 8 | Int($1) }
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
