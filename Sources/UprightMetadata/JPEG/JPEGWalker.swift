// Walks the marker segments of a JPEG from SOI to the first scan, reading only ranges (ITU T.81, B.1.1 and B.2.1).

/// Reads a JPEG's header segment by segment.
struct JPEGWalker<Source: ByteSource> {
  /// Maximum number of markers. Real photos have fewer; the quadratic cost of marker floods starts far above.
  static var markerLimit: Int { 4_096 }
  /// Maximum number of bytes outside segments; with more, the file is not treated as a JPEG.
  static var junkLimit: Int { 65_536 }

  private let source: Source
  private var budget: Int
  private var window: [UInt8] = []
  private var windowOffset = 0
  private var position = 0
  private var markers = 0
  /// Whether a fill byte preceded a marker.
  private(set) var hasFillBytes = false
  /// Offset of bytes that belong to no segment.
  private(set) var junkOffset: Int?

  /// Starts at SOI; reads at most `budget` bytes.
  init(_ source: Source, budget: Int = 16 << 20) throws(MetadataError) {
    self.source = source
    self.budget = budget
    guard try byte(at: 0) == 0xFF, try byte(at: 1) == 0xD8 else {
      throw MetadataError(.unrecognizedFormat, at: 0)
    }
    position = 2
  }

  /// The next segment with a payload; nil after SOS or at EOI.
  ///
  /// - Throws: `.truncated`, `.markerExpected`, `.segmentTooShort`, `.tooManyMarkers`, `.tooMuchMetadata`,
  ///   `.unreadable`.
  mutating func next() throws(MetadataError) -> JPEGSegment? {
    while true {
      let offset = try findMarker()
      guard let marker = try byte(at: position) else { throw MetadataError(.truncated, at: position) }
      position += 1
      markers += 1
      guard markers <= Self.markerLimit else { throw MetadataError(.tooManyMarkers, at: offset) }
      switch marker {
      case 0x01, 0xD0...0xD8: continue
      case 0xD9: return nil
      default: return try segment(marker: marker, offset: offset)
      }
    }
  }

  /// Up to `limit` bytes of the payload, starting at `from`.
  mutating func payload(of segment: JPEGSegment, limit: Int = .max) throws(MetadataError) -> [UInt8] {
    let count = min(segment.payload.count, limit)
    return try bytes(segment.payload.lowerBound..<segment.payload.lowerBound + count)
  }

  private mutating func segment(marker: UInt8, offset: Int) throws(MetadataError) -> JPEGSegment {
    guard let high = try byte(at: position), let low = try byte(at: position + 1) else {
      throw MetadataError(.truncated, at: position)
    }
    let length = Int(high) << 8 | Int(low)
    guard length >= 2 else { throw MetadataError(.segmentTooShort, at: position) }
    let payload = position + 2..<position + length
    guard payload.upperBound <= source.byteCount else { throw MetadataError(.truncated, at: source.byteCount) }
    position = payload.upperBound
    return JPEGSegment(marker: marker, offset: offset, payload: payload)
  }

  /// Skips fill bytes (ITU T.81, B.1.1.2) and stray bytes; returns the offset of the last 0xFF before the marker.
  private mutating func findMarker() throws(MetadataError) -> Int {
    let start = position
    var previousWasFill = false
    while let value = try byte(at: position) {
      if previousWasFill, value != 0xFF, value != 0 { return position - 1 }
      if value != 0xFF, junkOffset == nil { junkOffset = position }
      if value == 0xFF, previousWasFill { hasFillBytes = true }
      previousWasFill = value == 0xFF
      position += 1
      guard position - start <= Self.junkLimit else { throw MetadataError(.markerExpected, at: start) }
    }
    throw MetadataError(.truncated, at: source.byteCount)
  }

  private mutating func byte(at offset: Int) throws(MetadataError) -> UInt8? {
    if !(windowOffset..<windowOffset + window.count).contains(offset) {
      guard offset < source.byteCount else { return nil }
      window = try read(offset..<min(source.byteCount, offset + 4096))
      windowOffset = offset
    }
    let index = offset - windowOffset
    return window.indices.contains(index) ? window[index] : nil
  }

  private mutating func bytes(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    let held = windowOffset..<windowOffset + window.count
    if range.lowerBound >= held.lowerBound, range.upperBound <= held.upperBound {
      return Array(window[range.lowerBound - windowOffset..<range.upperBound - windowOffset])
    }
    let found = try read(range)
    guard found.count == range.count else { throw MetadataError(.truncated, at: range.lowerBound + found.count) }
    return found
  }

  private mutating func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    guard range.count <= budget else { throw MetadataError(.tooMuchMetadata, at: range.lowerBound) }
    budget -= range.count
    return try source.read(range)
  }
}
