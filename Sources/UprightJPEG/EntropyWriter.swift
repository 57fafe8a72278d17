// Writes bits of entropy-coded data, a zero after each 0xFF, and copies them from other data (ITU T.81, F.1.2.3).

internal import UprightMetadata

/// Bits one after another, the highest first.
struct EntropyWriter: Sendable {
  /// What is complete so far.
  var bytes: [UInt8] = []
  /// The bits that do not fill 32 yet, right-aligned.
  private var buffer: UInt64 = 0
  private var count = 0

  /// These bits, and how many.
  var pending: (buffer: UInt64, count: Int) {
    get { (buffer, count) }
    set { (buffer, count) = newValue }
  }

  @inline(__always) private static func needsStuffing(_ word: UInt32) -> Bool {
    (~word &- 0x0101_0101) & word & 0x8080_8080 != 0
  }

  /// The lowest `size` bits of `bits`, 0…32; the others must be 0.
  @inline(__always) mutating func put(_ bits: UInt64, _ size: Int) {
    buffer = buffer &<< UInt64(truncatingIfNeeded: size) | bits
    count &+= size
    if count >= 32 { write() }
  }

  @inline(__always) private mutating func write() {
    count &-= 32
    let word = UInt32(truncatingIfNeeded: buffer &>> UInt64(truncatingIfNeeded: count))
    if !Self.needsStuffing(word) {
      bytes.append(UInt8(truncatingIfNeeded: word &>> 24))
      bytes.append(UInt8(truncatingIfNeeded: word &>> 16))
      bytes.append(UInt8(truncatingIfNeeded: word &>> 8))
      bytes.append(UInt8(truncatingIfNeeded: word))
    } else {
      for shift: UInt32 in [24, 16, 8, 0] { stuff(UInt8(truncatingIfNeeded: word >> shift)) }
    }
  }

  private mutating func stuff(_ byte: UInt8) {
    bytes.append(byte)
    if byte == 0xFF { bytes.append(0) }
  }

  /// Reserves room for this many more bytes.
  mutating func reserve(_ more: Int) {
    let needed = bytes.count + more
    if needed > bytes.capacity { bytes.reserveCapacity(max(needed, 2 * bytes.capacity)) }
  }

  /// Fills the last byte with ones, and returns all.
  mutating func finish() -> [UInt8] {
    align()
    return bytes
  }

  /// Fills the last byte with ones.
  mutating func align() {
    let rest = -count & 7
    put((1 << UInt64(rest)) - 1, rest)
    while count > 0 {
      count -= 8
      stuff(UInt8(truncatingIfNeeded: buffer >> UInt64(count)))
    }
  }

  /// Ends an interval, and writes the restart marker 0…7.
  mutating func restart(_ number: Int) {
    align()
    bytes.append(0xFF)
    bytes.append(0xD0 | UInt8(truncatingIfNeeded: number & 7))
  }

  /// The bytes that are complete, which are then forgotten.
  mutating func take() -> [UInt8] {
    defer { bytes.removeAll(keepingCapacity: true) }
    return bytes
  }

  /// Writes all bits of another writer.
  mutating func append(_ other: EntropyWriter) {
    if count == 0 {
      bytes += other.bytes
    } else {
      appendBits(other.bytes)
    }
    put(other.buffer & ((1 << UInt64(other.count)) - 1), other.count)
  }

  /// Copies bits of other data; `base` is the file's offset of the first of `data`.
  mutating func copy(_ start: BitPosition, _ end: BitPosition, of data: Span<UInt8>, from base: Int) {
    var (at, last) = (start.byte - base, end.byte - base)
    guard start < end, at >= 0, last <= data.count, last < data.count || end.bit == 0 else { return }
    if start.bit > 0 {
      let byte = UInt64(data[at]) & 0xFF >> UInt64(start.bit)
      guard at < last else { return put(byte >> UInt64(8 - end.bit), end.bit - start.bit) }
      put(byte, 8 - start.bit)
      at = data.nextData(at)
    }
    while at < last {
      if at &+ 8 <= last {
        let word = data.word(at: at)
        if !word.hasFF {
          put(word &>> 32, 32)
          put(word & 0xFFFF_FFFF, 32)
          at &+= 8
          continue
        }
      }
      put(UInt64(data[at]), 8)
      at = data.nextData(at)
    }
    if end.bit > 0 {
      last = min(at, data.count - 1)
      put(UInt64(data[last]) >> UInt64(8 - end.bit), end.bit)
    }
  }
}

extension Span<UInt8> {
  /// Where the byte of data after the one at `position` begins.
  @inline(__always) func nextData(_ position: Int) -> Int {
    guard self[position] == 0xFF else { return position &+ 1 }
    var at = position
    while at < count, self[at] == 0xFF { at &+= 1 }
    return at &+ 1
  }
}
