// Data that zlib compressed, unpacked for the judge alone (RFC 1950; RFC 1951, 3.2).

/// A stream of Deflate's bits.
struct Inflation {
  private let bytes: [UInt8]
  private let longest: Int
  /// The next bit.
  private var position = 16
  private var output: [UInt8] = []

  /// What a zlib stream holds; nil if it is invalid or holds more than `longest` bytes. Its checksum is not verified.
  static func bytes(of stream: [UInt8], atMost longest: Int) -> [UInt8]? {
    guard stream.count > 2, stream[0] & 15 == 8, stream[1] & 32 == 0 else { return nil }
    var reader = Inflation(bytes: stream, longest: longest)
    while let isLast = reader.bits(1), let kind = reader.bits(2) {
      guard reader.readBlock(kind) else { return nil }
      if isLast == 1 { return reader.output }
    }
    return nil
  }

  private init(bytes: [UInt8], longest: Int) { (self.bytes, self.longest) = (bytes, longest) }

  /// The next number of this many bits, the lowest first; nil at the end.
  private mutating func bits(_ count: Int) -> Int? {
    guard position + count <= 8 * bytes.count else { return nil }
    defer { position += count }
    return (0..<count).reduce(0) { $0 | Int(bytes[(position + $1) / 8] >> UInt8((position + $1) % 8) & 1) << $1 }
  }

  private mutating func readBlock(_ kind: Int) -> Bool {
    switch kind {
    case 0: return readStored()
    case 1: return read(Self.fixedLengths, Self.fixedDistances)
    case 2:
      guard let (lengths, distances) = readCodes() else { return false }
      return read(lengths, distances)
    default: return false
    }
  }

  private mutating func readStored() -> Bool {
    position = (position + 7) / 8 * 8
    guard let count = bits(16), let complement = bits(16), count ^ complement == 0xFFFF else { return false }
    let start = position / 8
    guard count <= bytes.count - start, count <= longest - output.count else { return false }
    output += bytes[start..<start + count]
    position += 8 * count
    return true
  }

  private mutating func read(_ lengths: HuffmanCode, _ distances: HuffmanCode) -> Bool {
    while let symbol = symbol(of: lengths) {
      if symbol == 256 { return true }
      guard symbol > 256 else {
        guard output.count < longest else { return false }
        output.append(UInt8(symbol))
        continue
      }
      guard symbol - 257 < Self.lengthBases.count, let length = number(Self.lengthBases[symbol - 257]),
        let code = self.symbol(of: distances), code < Self.distanceBases.count,
        let distance = number(Self.distanceBases[code]), distance <= output.count, length <= longest - output.count
      else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  private mutating func number(_ base: (first: Int, bits: Int)) -> Int? { bits(base.bits).map { base.first + $0 } }

  private mutating func symbol(of code: HuffmanCode) -> Int? {
    var (value, first, start) = (0, 0, 0)
    for count in code.counts {
      guard let bit = bits(1) else { return nil }
      value = value << 1 | bit
      first = first << 1
      if value - first < count { return code.symbols[start + value - first] }
      (first, start) = (first + count, start + count)
    }
    return nil
  }

  private mutating func readCodes() -> (lengths: HuffmanCode, distances: HuffmanCode)? {
    guard let first = bits(5), let second = bits(5), let third = bits(4) else { return nil }
    var own = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(third + 4) {
      guard let length = bits(3) else { return nil }
      own[place] = length
    }
    let (code, wanted) = (HuffmanCode(own), first + 257 + second + 1)
    var lengths: [Int] = []
    while lengths.count < wanted {
      guard let symbol = symbol(of: code) else { return nil }
      guard symbol > 15 else {
        lengths.append(symbol)
        continue
      }
      let (base, extra) = [(3, 2), (3, 3), (11, 7)][symbol - 16]
      guard let more = bits(extra), symbol > 16 || !lengths.isEmpty else { return nil }
      lengths += Array(repeating: symbol == 16 ? lengths[lengths.count - 1] : 0, count: base + more)
    }
    guard lengths.count == wanted else { return nil }
    return (HuffmanCode(Array(lengths[..<(first + 257)])), HuffmanCode(Array(lengths[(first + 257)...])))
  }

  // MARK: Tables

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  private static let fixedLengths = HuffmanCode((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })
  private static let fixedDistances = HuffmanCode(Array(repeating: 5, count: 30))

  /// The lengths of symbols 257 to 285.
  private static let lengthBases =
    bases(from: 3, steps: [0, 0, 0, 0, 0, 0, 0, 0] + (1...5).flatMap { [$0, $0, $0, $0] }) + [(258, 0)]
  private static let distanceBases = bases(from: 1, steps: [0, 0, 0, 0] + (1...13).flatMap { [$0, $0] })

  private static func bases(from start: Int, steps: [Int]) -> [(first: Int, bits: Int)] {
    var next = start
    return steps.map { bits in
      defer { next += 1 << bits }
      return (next, bits)
    }
  }
}

/// A code of Huffman's, by the lengths of its symbols: shorter codes first, then by the symbol (RFC 1951, 3.2.2).
struct HuffmanCode {
  /// How many symbols have 1 to 15 bits.
  let counts: [Int]
  /// The symbols, ordered by their codes.
  let symbols: [Int]

  /// A code with a length for each symbol; 0 for one that is not used.
  init(_ lengths: [Int]) {
    counts = (1...15).map { length in lengths.count { $0 == length } }
    symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
  }
}
