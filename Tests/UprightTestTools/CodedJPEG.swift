// Sequential JPEGs of random coefficients, with any components, tables and restarts (ITU T.81, B.2, F.1.2).

package import UprightSamples

/// A JPEG whose coefficients are random, written code by code.
package struct CodedJPEG: Sendable {
  /// Huffman tables of differences, and of runs.
  package enum Tables: String, CaseIterable, Sendable {
    /// Tables K.3 to K.6.
    case standard
    /// Codes of five bits for every difference, of eight and nine for every run and category.
    case wide
    /// Codes of 1…16 bits, for small differences only.
    case skewed
    /// The same without room for any further difference.
    case full

    var dc: JPEGTables.Huffman {
      switch self {
      case .standard: .lumaDC
      case .wide:
        JPEGTables.Huffman(counts: [0, 0, 0, 0, 16] + [UInt8](repeating: 0, count: 11), values: Array(0...15))
      case .skewed:
        JPEGTables.Huffman(
          counts: [UInt8](repeating: 1, count: 5) + [UInt8](repeating: 0, count: 11), values: Array(0...4))
      case .full:
        JPEGTables.Huffman(
          counts: [UInt8](repeating: 1, count: 16), values: Array(0...4) + [UInt8](repeating: 0, count: 11))
      }
    }

    var ac: JPEGTables.Huffman {
      switch self {
      case .standard: .lumaAC
      case .wide:
        JPEGTables.Huffman(
          counts: [0, 0, 0, 0, 0, 0, 0, 128, 128] + [UInt8](repeating: 0, count: 7), values: Array(0...255))
      case .skewed, .full:
        JPEGTables.Huffman(
          counts: [UInt8](repeating: 1, count: 8) + [0, 0, 0, 0, 0, 0, 0, 248],
          values: [1, 0, 2, 0x11, 3, 0xF0, 0x21, 4]
            + (0...255).filter { ![1, 0, 2, 0x11, 3, 0xF0, 0x21, 4].contains($0) })
      }
    }

    /// The largest category of a difference, and of another coefficient.
    var categories: (dc: Int, ac: Int) {
      switch self {
      case .standard: (7, 10)
      case .wide: (9, 10)
      case .skewed, .full: (4, 10)
      }
    }
  }

  package var width: Int
  package var height: Int
  /// Sampling factors of each component.
  package var factors: [(across: Int, down: Int)]
  package var tables: Tables
  package var restartInterval: Int
  package var seed: UInt64
  /// How many coefficients of a block there are on average, besides the first.
  package var density: Int
  /// Segments after the start marker.
  package var segments: [TinySegment]

  package init(
    width: Int = 61, height: Int = 83, factors: [(across: Int, down: Int)] = [(2, 2), (1, 1), (1, 1)],
    tables: Tables = .standard, restartInterval: Int = 0, seed: UInt64 = 1, density: Int = 6,
    segments: [TinySegment] = []
  ) {
    (self.width, self.height, self.factors, self.tables) = (width, height, factors, tables)
    (self.restartInterval, self.seed, self.density) = (restartInterval, seed, density)
    self.segments = segments
  }

  /// What it is, for a failure's message.
  package var testDescription: String {
    "\(width)x\(height) \(factors.map { "\($0.across)x\($0.down)" }) \(tables) restart \(restartInterval)"
  }

  /// Random factors, tables, sizes and restarts.
  package static func any(_ seed: UInt64) -> CodedJPEG {
    var random = SplitMix64(seed: seed)
    var file = CodedJPEG(
      width: .random(in: 1...120, using: &random), height: .random(in: 1...90, using: &random), seed: seed)
    repeat {
      file.factors = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (.random(in: 1...4, using: &random), .random(in: 1...4, using: &random))
      }
    } while file.factors.count > 1 && file.factors.reduce(0) { $0 + $1.across * $1.down } > 10
    file.tables = Tables.allCases.randomElement(using: &random) ?? .standard
    file.restartInterval = [0, 0, 1, 2, 3, 9].randomElement(using: &random) ?? 0
    file.density = [1, 6, 40].randomElement(using: &random) ?? 6
    return file
  }

  private var unit: (width: Int, height: Int) {
    guard factors.count > 1 else { return (8, 8) }
    return (8 * (factors.map(\.across).max() ?? 1), 8 * (factors.map(\.down).max() ?? 1))
  }

  /// Its units (MCUs).
  package var unitCount: Int { ((width + unit.width - 1) / unit.width) * ((height + unit.height - 1) / unit.height) }

  /// The file.
  package var bytes: [UInt8] {
    let order = TinyTIFF.ByteOrder.big
    var result: [UInt8] = [0xFF, 0xD8] + segments.flatMap(\.bytes)
    let divisors = (0..<64).map { UInt8(3 + $0 / 4) }
    result += TinySegment(0xDB, [0] + divisors).bytes
    let listed = factors.enumerated().flatMap { index, factor -> [UInt8] in
      [UInt8(index + 1), UInt8(factor.across << 4 | factor.down), 0]
    }
    let shape = order.bytes(height, width: 2) + order.bytes(width, width: 2)
    result += TinySegment(0xC1, [8] + shape + [UInt8(factors.count)] + listed).bytes
    result += TinySegment(0xC4, [0x00] + tables.dc.counts + tables.dc.values).bytes
    result += TinySegment(0xC4, [0x10] + tables.ac.counts + tables.ac.values).bytes
    if restartInterval > 0 { result += TinySegment(0xDD, order.bytes(restartInterval, width: 2)).bytes }
    let scanned = factors.indices.flatMap { index -> [UInt8] in [UInt8(index + 1), 0] }
    result += TinySegment(0xDA, [UInt8(factors.count)] + scanned + [0, 63, 0]).bytes
    return result + data + [0xFF, 0xD9]
  }

  private var data: [UInt8] {
    var random = SplitMix64(seed: seed)
    let codes = (dc: tables.dc.codes, ac: tables.ac.codes)
    var output = EntropyBits()
    var last = [Int](repeating: 0, count: factors.count)
    for unit in 0..<unitCount {
      if restartInterval > 0, unit > 0, unit % restartInterval == 0 {
        output.restart(number: unit / restartInterval - 1)
        last = last.map { _ in 0 }
      }
      for (component, factor) in factors.enumerated() {
        for _ in 0..<(factors.count == 1 ? 1 : factor.across * factor.down) {
          // Values stay near 0, where the differences of each table lead back from.
          let most = (1 << Int.random(in: 0...tables.categories.dc, using: &random)) - 1
          var difference = Int.random(in: -most...most, using: &random)
          if abs(last[component] + difference) > 900 { difference = 0 }
          last[component] += difference
          let code = codes.dc[EntropyBits.category(difference)]
          output.put(code.bits, count: code.count)
          output.put(magnitude: difference)
          putRuns(codes.ac, &random, to: &output)
        }
      }
    }
    output.flush()
    return output.bytes
  }

  private func putRuns(_ codes: JPEGTables.Codes, _ random: inout SplitMix64, to output: inout EntropyBits) {
    var place = 1
    var zeros = 0
    while place < 64 {
      place += 1
      guard Int.random(in: 0..<64, using: &random) < density else {
        zeros += 1
        continue
      }
      while zeros > 15 {
        output.put(codes[0xF0].bits, count: codes[0xF0].count)
        zeros -= 16
      }
      let most = 1 << Int.random(in: 0...(density > 20 ? 3 : tables.categories.ac - 1), using: &random)
      let value = Bool.random(using: &random) ? most : -most
      let code = codes[zeros << 4 | EntropyBits.category(value)]
      output.put(code.bits, count: code.count)
      output.put(magnitude: value)
      zeros = 0
    }
    if zeros > 0 { output.put(codes[0].bits, count: codes[0].count) }
  }
}
