// What an AV1 sequence header states about samples (AV1 bitstream specification, 5.3.2, 5.5.1 to 5.5.4).

/// The color configuration of a sequence header.
struct AV1SequenceHeader: Hashable, Sendable {
  /// Whether there is no chroma.
  let isGray: Bool
  /// Whether samples use all values, not the limited range.
  let isFullRange: Bool
  /// The matrix coefficients (ITU-T H.273, 8.3); 2 means unspecified.
  let matrix: Int

  /// Maximum number of bytes from an image's start in which the header is searched.
  static let searchedBytes = 256

  /// Finds the sequence header among the first bytes of coded data; nil if there is none, or if it is truncated.
  init?(in bytes: [UInt8]) {
    var offset = 0
    while let unit = Unit(bytes, at: offset) {
      if unit.kind == Unit.sequenceHeader {
        self.init(bytes[unit.payload])
        return
      }
      offset = unit.payload.upperBound
    }
    return nil
  }

  /// One open bitstream unit.
  private struct Unit {
    static let sequenceHeader = 1
    let kind: Int
    let payload: Range<Int>

    init?(_ bytes: [UInt8], at start: Int) {
      guard start < bytes.count else { return nil }
      kind = Int(bytes[start] >> 3 & 15)
      var offset = start + (bytes[start] & 4 == 0 ? 1 : 2)
      var size = bytes.count - offset
      if bytes[start] & 2 != 0 {
        (size, offset) = Self.number(bytes, at: offset) ?? (-1, 0)
      }
      guard size >= 0, offset <= bytes.count else { return nil }
      payload = offset..<min(bytes.count, offset + size)
    }

    /// A number in groups of seven bits, the lowest first; at most 32 bits.
    private static func number(_ bytes: [UInt8], at start: Int) -> (Int, Int)? {
      var value = 0
      for index in 0..<8 {
        guard start + index < bytes.count else { return nil }
        let byte = bytes[start + index]
        value |= Int(byte & 0x7F) << (7 * index)
        if byte & 0x80 == 0 { return value <= UInt32.max ? (value, start + index + 1) : nil }
      }
      return nil
    }
  }

  private init?(_ payload: ArraySlice<UInt8>) {
    var bits = Bits(payload)
    let profile = bits.number(3)
    bits.skip(1)
    let isReduced = bits.flag()
    if isReduced { bits.skip(5) } else { Self.skipOperatingPoints(&bits) }
    let (width, height) = (bits.number(4) + 1, bits.number(4) + 1)
    bits.skip(width + height)
    if !isReduced, bits.flag() { bits.skip(7) }
    bits.skip(3)
    if !isReduced { Self.skipTools(&bits) }
    bits.skip(3)
    let isDeep = bits.flag()
    if profile == 2, isDeep { bits.skip(1) }
    isGray = profile == 1 ? false : bits.flag()
    var colors = [2, 2, 2]
    if bits.flag() { colors = (0..<3).map { _ in bits.number(8) } }
    matrix = colors[2]
    isFullRange = !isGray && colors == [1, 13, 0] ? true : bits.flag()
    guard !bits.isOver else { return nil }
  }

  private static func skipOperatingPoints(_ bits: inout Bits) {
    var delayBits: Int?
    if bits.flag() {
      bits.skip(64)
      if bits.flag() { bits.skipVariableLengthNumber() }
      if bits.flag() {
        delayBits = bits.number(5) + 1
        bits.skip(42)
      }
    }
    let hasDelays = bits.flag()
    for _ in 0...bits.number(5) {
      bits.skip(12)
      if bits.number(5) > 7 { bits.skip(1) }
      if let delayBits, bits.flag() { bits.skip(2 * delayBits + 1) }
      if hasDelays, bits.flag() { bits.skip(4) }
    }
  }

  private static func skipTools(_ bits: inout Bits) {
    bits.skip(4)
    let hasOrder = bits.flag()
    if hasOrder { bits.skip(2) }
    let screenTools = bits.flag() ? 2 : bits.number(1)
    if screenTools > 0, !bits.flag() { bits.skip(1) }
    if hasOrder { bits.skip(3) }
  }

  /// Reads bits, the highest first; after the end, zeros.
  private struct Bits {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: ArraySlice<UInt8>) { self.bytes = Array(bytes) }

    /// Whether more bits were read than there are.
    var isOver: Bool { position > bytes.count * 8 }

    mutating func flag() -> Bool { number(1) == 1 }

    mutating func skip(_ count: Int) { position += count }

    mutating func number(_ count: Int) -> Int {
      var value = 0
      for _ in 0..<count {
        let byte = position >> 3 < bytes.count ? bytes[position >> 3] : 0
        value = value << 1 | Int(byte >> UInt8(7 - position & 7) & 1)
        position += 1
      }
      return value
    }

    /// Skips a number that begins with as many zeros as it has bits (`uvlc`).
    mutating func skipVariableLengthNumber() {
      var zeros = 0
      while zeros < 32, !isOver, !flag() { zeros += 1 }
      skip(zeros < 32 ? zeros : 0)
    }
  }
}
