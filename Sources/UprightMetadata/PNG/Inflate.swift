// Decompresses deflated data (RFC 1951) from any input: bounded, and nil for invalid data. The zlib format around
// deflated data in PNG text (RFC 1950).

/// Decodes one deflate stream bit by bit.
struct Inflate {
  /// The decompressed bytes so far.
  private(set) var output: [UInt8] = []
  /// Index of the next byte to read.
  private(set) var position: Int
  private let input: [UInt8]
  private let limit: Int
  private var blockCount = 0
  private var bits: UInt32 = 0
  private var bitCount: UInt32 = 0

  /// The work of reading a block, as an equivalent number of output bytes.
  private static let bytesPerBlock = 256
  /// Blocks allowed independently of the output limit.
  private static let freeBlocks = 64

  /// The work so far, in bytes.
  var cost: Int { output.count + blockCount * Self.bytesPerBlock }

  /// A stream that starts at `start` of `input` and may produce at most `limit` bytes, in a number of blocks
  /// proportional to `limit`.
  init(_ input: [UInt8], from start: Int, limit: Int) {
    self.input = input
    self.limit = limit
    position = start
  }

  /// Reads all blocks (RFC 1951, 3.2.3); false if the stream is damaged, truncated or exceeds the limit.
  mutating func run() -> Bool {
    while true {
      guard let isLast = take(1), let kind = take(2), blockCount < Self.freeBlocks + limit / Self.bytesPerBlock else {
        return false
      }
      blockCount += 1
      let succeeded =
        switch kind {
        case 0: copyStored()
        case 1: expand(PrefixCode.fixedLiterals, PrefixCode.fixedDistances)
        case 2: expandDynamic()
        default: false
        }
      guard succeeded else { return false }
      if isLast == 1 { return true }
    }
  }

  /// Takes bits, least significant first (RFC 1951, 3.1.1); nil at the end of the input.
  private mutating func take(_ count: UInt32) -> Int? {
    while bitCount < count {
      guard position < input.count else { return nil }
      bits |= UInt32(input[position]) << bitCount
      bitCount += 8
      position += 1
    }
    let value = bits & (1 << count - 1)
    bits >>= count
    bitCount -= count
    return Int(value)
  }

  /// RFC 1951, 3.2.4: at the next byte boundary, the length, its complement, and that many bytes.
  private mutating func copyStored() -> Bool {
    (bits, bitCount) = (0, 0)
    guard position <= input.count - 4 else { return false }
    let field = input[position..<position + 4].map(Int.init)
    let length = field[0] | field[1] << 8
    position += 4
    guard field[2] | field[3] << 8 == length ^ 0xFFFF, length <= input.count - position, fits(length) else {
      return false
    }
    output += input[position..<position + length]
    position += length
    return true
  }

  private func fits(_ more: Int) -> Bool { more <= limit - output.count }

  /// One symbol (RFC 1951, 3.2.2): codes of one length are consecutive numbers, and longer codes continue after them.
  private mutating func symbol(of code: PrefixCode) -> Int? {
    var (value, first, index) = (0, 0, 0)
    for length in 1...PrefixCode.longest {
      guard let bit = take(1) else { return nil }
      value |= bit
      let count = code.counts[length]
      if value - first < count { return code.symbols[index + value - first] }
      index += count
      first = (first + count) << 1
      value <<= 1
    }
    return nil
  }

  /// RFC 1951, 3.2.5: literals, and copies of earlier output.
  private mutating func expand(_ literals: PrefixCode, _ distances: PrefixCode) -> Bool {
    while true {
      guard let symbol = symbol(of: literals) else { return false }
      if symbol < 256 {
        guard fits(1) else { return false }
        output.append(UInt8(symbol))
      } else if symbol == 256 {
        return true
      } else {
        guard copy(lengthSymbol: symbol - 257, distances) else { return false }
      }
    }
  }

  private mutating func copy(lengthSymbol: Int, _ distances: PrefixCode) -> Bool {
    guard lengthSymbol < Self.lengths.count, let more = take(Self.lengthBits[lengthSymbol]),
      let symbol = symbol(of: distances), symbol < Self.distances.count, let further = take(Self.distanceBits[symbol])
    else { return false }
    let (length, distance) = (Self.lengths[lengthSymbol] + more, Self.distances[symbol] + further)
    guard distance <= output.count, fits(length) else { return false }
    for _ in 0..<length { output.append(output[output.count - distance]) }
    return true
  }

  /// RFC 1951, 3.2.7: the lengths of both codes, which are themselves coded.
  private mutating func expandDynamic() -> Bool {
    guard let more = take(5), let moreDistances = take(5), let moreLengths = take(4) else { return false }
    let literalCount = 257 + more
    let total = literalCount + 1 + moreDistances
    guard literalCount <= 286, moreDistances < 30, let code = lengthCode(count: 4 + moreLengths),
      let lengths = codeLengths(total, code), lengths[256] > 0,
      let literals = PrefixCode(lengths: lengths[..<literalCount]),
      let distances = PrefixCode(lengths: lengths[literalCount...])
    else { return false }
    return expand(literals, distances)
  }

  private mutating func lengthCode(count: Int) -> PrefixCode? {
    var lengths = [UInt8](repeating: 0, count: 19)
    for place in Self.lengthCodeOrder.prefix(count) {
      guard let length = take(3) else { return nil }
      lengths[place] = UInt8(length)
    }
    return PrefixCode(lengths: lengths[...])
  }

  private mutating func codeLengths(_ total: Int, _ code: PrefixCode) -> [UInt8]? {
    var lengths: [UInt8] = []
    while lengths.count < total {
      guard let symbol = symbol(of: code) else { return nil }
      guard symbol >= 16 else {
        lengths.append(UInt8(symbol))
        continue
      }
      let (bits, least): (UInt32, Int) = symbol == 16 ? (2, 3) : symbol == 17 ? (3, 3) : (7, 11)
      guard let more = take(bits), let repeated = symbol == 16 ? lengths.last : 0, least + more <= total - lengths.count
      else { return nil }
      lengths += repeatElement(repeated, count: least + more)
    }
    return lengths
  }

  private static let lengthCodeOrder = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
  private static let lengths = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258,
  ]
  private static let lengthBits: [UInt32] = [
    0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
  ]
  private static let distances = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1_025, 1_537, 2_049, 3_073, 4_097,
    6_145, 8_193, 12_289, 16_385, 24_577,
  ]
  private static let distanceBits: [UInt32] = [
    0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
  ]
}

/// A prefix code defined by its code lengths (RFC 1951, 3.2.2).
struct PrefixCode {
  /// Maximum code length in bits.
  static let longest = 15
  /// Number of codes of each length; index 0 is unused.
  let counts: [Int]
  /// The symbols, by ascending length, then by value.
  let symbols: [Int]

  /// nil if the code is oversubscribed; incomplete codes are allowed, because encoders write codes with one symbol or
  /// none.
  init?(lengths: ArraySlice<UInt8>) {
    var counts = [Int](repeating: 0, count: Self.longest + 1)
    for length in lengths where length > 0 { counts[Int(length)] += 1 }
    var room = 1
    for length in 1...Self.longest {
      room = room << 1 - counts[length]
      guard room >= 0 else { return nil }
    }
    self.counts = counts
    var places = counts.indices.map { counts[..<$0].reduce(0, +) }
    var symbols = [Int](repeating: 0, count: counts.reduce(0, +))
    for (symbol, length) in lengths.enumerated() where length > 0 {
      symbols[places[Int(length)]] = symbol
      places[Int(length)] += 1
    }
    self.symbols = symbols
  }

  private init(counts: [Int: Int], symbols: [Int]) {
    self.counts = (0...Self.longest).map { counts[$0] ?? 0 }
    self.symbols = symbols
  }

  /// The fixed code (RFC 1951, 3.2.6).
  static let fixedLiterals = PrefixCode(
    counts: [7: 24, 8: 152, 9: 112], symbols: Array(256..<280) + Array(0..<144) + Array(280..<288) + Array(144..<256))
  /// The fixed code (RFC 1951, 3.2.6).
  static let fixedDistances = PrefixCode(counts: [5: 30], symbols: Array(0..<30))
}

/// Deflated data with a two-byte header and a four-byte checksum.
enum ZlibStream {
  /// The decompressed data and their cost, as `Inflate.cost`; nil if they are invalid, the checksum is wrong, or they
  /// exceed `limit` bytes.
  static func unpacked(_ stream: [UInt8], limit: Int) -> (bytes: [UInt8], cost: Int)? {
    guard stream.count >= 6, stream[0] & 15 == 8, stream[0] >> 4 <= 7, stream[1] & 0x20 == 0,
      (Int(stream[0]) << 8 | Int(stream[1])) % 31 == 0
    else { return nil }
    var inflate = Inflate(stream, from: 2, limit: limit)
    guard inflate.run(), inflate.position <= stream.count - 4,
      stream[inflate.position..<inflate.position + 4].elementsEqual(checksum(of: inflate.output))
    else { return nil }
    return (inflate.output, inflate.cost)
  }

  /// `bytes` as stored blocks (RFC 1951, 3.2.4), which need no compressor.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var stream: [UInt8] = [0x78, 0x01]
    var start = 0
    repeat {
      let end = min(bytes.count, start + 0xFFFF)
      let length = [UInt8(truncatingIfNeeded: end - start), UInt8(truncatingIfNeeded: (end - start) >> 8)]
      stream += [end == bytes.count ? 1 : 0] + length + length.map { ~$0 } + bytes[start..<end]
      start = end
    } while start < bytes.count
    return stream + checksum(of: bytes)
  }

  /// Adler-32 (RFC 1950, 8.2), big-endian.
  static func checksum(of bytes: [UInt8]) -> [UInt8] {
    var (sum, sums): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      sum = (sum + UInt32(byte)) % 65_521
      sums = (sums + sum) % 65_521
    }
    return [sums >> 8, sums, sum >> 8, sum].map { UInt8(truncatingIfNeeded: $0) }
  }
}
