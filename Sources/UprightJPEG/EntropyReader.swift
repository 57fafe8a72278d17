// Bits of entropy-coded data: stuffed zeros are left out, and the data ends before any marker (ITU T.81, B.1.1.5,
// F.2.2.5).

internal import UprightMetadata

/// A place in coded data, as the first bit that was not used.
struct BitPosition: Hashable, Comparable, Sendable {
  /// The byte's offset in the file, times 8, and the bit in it, the highest first.
  var value: UInt64

  init(byte: Int, bit: Int) { value = UInt64(byte) << 3 | UInt64(bit) }

  init(value: UInt64) { self.value = value }

  var byte: Int { Int(truncatingIfNeeded: value >> 3) }
  var bit: Int { Int(truncatingIfNeeded: value & 7) }

  static func < (left: Self, right: Self) -> Bool { left.value < right.value }
}

/// Reads bits of a scan; beyond its end, zeros with a negative `count`.
struct EntropyReader: Sendable {
  /// The next bits, the first one highest.
  private(set) var buffer: UInt64 = 0
  /// The number of data bits in `buffer`; negative if more were used than exist.
  private(set) var count = 0
  /// The next byte to be loaded.
  private(set) var position: Int
  /// Whether a marker or the end of the bytes is at `position`.
  private(set) var isAtEnd = false
  /// Whether the data ends with 0xFF twice before a stuffed zero, for which libjpeg's two decoders give different
  /// coefficients.
  private(set) var isAtFillBytes = false

  /// Starts with the byte at `position`.
  init(at position: Int) { self.position = position }

  /// Starts with a bit.
  init(at place: BitPosition, in bytes: Span<UInt8>, from base: Int = 0) {
    position = place.byte - base
    guard place.bit > 0 else { return }
    refill(bytes)
    skip(UInt64(place.bit))
  }

  /// Goes on where another reader of the same data is.
  mutating func move(to position: Int, buffer: UInt64, count: Int) {
    (self.position, self.buffer, self.count) = (position, buffer, count)
  }

  /// The next 12 bits.
  @inline(__always) var next12: Int { Int(truncatingIfNeeded: buffer &>> 52) }
  /// The next 11 bits.
  @inline(__always) var next11: Int { Int(truncatingIfNeeded: buffer &>> 53) }
  /// The next 16 bits.
  @inline(__always) var next16: UInt32 { UInt32(truncatingIfNeeded: buffer &>> 48) }

  /// Uses up to 63 bits.
  @inline(__always) mutating func skip(_ bits: UInt64) {
    buffer = buffer &<< bits
    count = count &- Int(truncatingIfNeeded: bits)
  }

  /// A difference of `size` bits, 0…15 (ITU T.81, F.2.2.1).
  @inline(__always) mutating func difference(_ size: UInt64) -> Int16 {
    let value = Int64(truncatingIfNeeded: (buffer &>> 1) &>> (63 &- size))
    // All ones if the first bit is 0: such values are negative.
    let negative = ~Int64(truncatingIfNeeded: buffer) &>> 63
    skip(size)
    return Int16(truncatingIfNeeded: value &+ (negative & (1 &- (1 &<< Int64(truncatingIfNeeded: size)))))
  }

  /// Fills the buffer to at least 32 bits, if there is enough data.
  @inline(__always) mutating func refill(_ bytes: Span<UInt8>) {
    guard count < 32 else { return }
    if position &+ 8 <= bytes.count {
      let word = bytes.word(at: position)
      if !word.hasFF {
        buffer |= word &>> UInt64(truncatingIfNeeded: count)
        let loaded = (63 &- count) &>> 3
        position &+= loaded
        count &+= loaded &<< 3
        return
      }
    }
    self = Self.refilledByteByByte(self, bytes)
  }

  /// From value to value, so that the caller's reader stays in registers.
  @inline(never) private static func refilledByteByByte(_ reader: Self, _ bytes: Span<UInt8>) -> Self {
    var reader = reader
    while reader.count <= 56, !reader.isAtEnd {
      guard reader.position < bytes.count else {
        reader.isAtEnd = true
        break
      }
      let byte = bytes[reader.position]
      var next = reader.position + 1
      if byte == 0xFF {
        while next < bytes.count, bytes[next] == 0xFF { next += 1 }
        guard next == reader.position + 1, next < bytes.count, bytes[next] == 0 else {
          reader.isAtEnd = true
          reader.isAtFillBytes = next > reader.position + 1 && next < bytes.count && bytes[next] == 0
          break
        }
        next += 1
      }
      reader.position = next
      reader.buffer |= UInt64(byte) << UInt64(56 - reader.count)
      reader.count += 8
    }
    return reader
  }

  /// The first bit that was not used; `base` is the file's offset of the first of `bytes`.
  func place(in bytes: Span<UInt8>, from base: Int = 0) -> BitPosition {
    Self.place(position, unused: max(0, count), in: bytes, from: base)
  }

  /// The place that comes `unused` bits of data before the byte at `position`.
  static func place(_ position: Int, unused: Int, in bytes: Span<UInt8>, from base: Int = 0) -> BitPosition {
    var (at, rest) = (position, unused)
    while rest > 0 {
      at = previous(at, in: bytes)
      rest -= 8
    }
    return BitPosition(byte: base + at, bit: -rest)
  }

  /// Where the byte of data before `position` begins; the bytes 0xFF that fill up before a stuffed one belong to it.
  private static func previous(_ position: Int, in bytes: Span<UInt8>) -> Int {
    var at = max(0, position - 1)
    guard at > 0, bytes[at] == 0, bytes[at - 1] == 0xFF else { return at }
    while at > 0, bytes[at - 1] == 0xFF { at -= 1 }
    return at
  }
}
