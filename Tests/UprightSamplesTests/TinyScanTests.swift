// The parts of a baseline scan: its tables, its bits and its transform (ITU T.81).

import Foundation
import Testing
import UprightFixtures
import UprightGeometry
@testable import UprightSamples
import UprightTestTools

// The example tables by their own laws: the zigzag is a walk along diagonals, codes are prefix-free, counts add up.

@Suite struct JPEGTablesTests {
  static let huffman: [JPEGTables.Huffman] = [.lumaDC, .chromaDC, .lumaAC, .chromaAC]

  @Test func theZigzagGoesThroughAllPlacesOnceByDiagonals() {
    let places = JPEGQuantization.zigzag
    #expect(places.sorted() == Array(0..<64))
    #expect(places.prefix(10) == [0, 1, 8, 16, 9, 2, 3, 10, 17, 24])
    #expect(places.suffix(4) == [47, 55, 62, 63])
    let diagonals = places.map { $0 / 8 + $0 % 8 }
    #expect(diagonals == diagonals.sorted())
    // Rotated by 180° it is the same walk backward.
    #expect(zip(places, places.reversed()).allSatisfy { $0 + $1 == 63 })
    for (one, next) in zip(places, places.dropFirst()) {
      #expect(abs(one / 8 - next / 8) <= 1 && abs(one % 8 - next % 8) <= 1)
    }
  }

  @Test func countsAddUpAndSymbolsAreDifferent() {
    for table in Self.huffman {
      #expect(table.counts.count == 16)
      #expect(table.counts.reduce(0) { $0 + Int($1) } == table.values.count)
      #expect(Set(table.values).count == table.values.count)
    }
    for table in Self.huffman.prefix(2) { #expect(table.values.sorted() == Array(0...11)) }
    let pairs: [UInt8] = [0x00, 0xF0] + (0...15).flatMap { run in (1...10).map { UInt8(run << 4 | $0) } }
    for table in Self.huffman.suffix(2) { #expect(table.values.sorted() == pairs.sorted()) }
  }

  @Test func noCodeOpensAnotherAndNoneIsAllOnes() {
    for table in Self.huffman {
      let codes = table.values.map { table.codes[Int($0)] }
      for (index, code) in codes.enumerated() {
        #expect(code.count > 0 && code.count <= 16 && code.bits < (1 << code.count) - 1)
        for other in codes[(index + 1)...] {
          #expect(other.count >= code.count && other.bits >> (other.count - code.count) != code.bits)
        }
      }
      let share = codes.reduce(0.0) { $0 + 1 / Double(1 << $1.count) }
      #expect(share < 1 && share > 0.99)
    }
  }

  @Test func codesOfTheStandardsTables() {
    let dc = JPEGTables.Huffman.lumaDC.codes
    #expect(dc[0] == (0b00, 2) && dc[1] == (0b010, 3) && dc[5] == (0b110, 3) && dc[11] == (0b1_1111_1110, 9))
    let ac = JPEGTables.Huffman.lumaAC.codes
    #expect(ac[0x00] == (0b1010, 4) && ac[0x01] == (0b00, 2) && ac[0xF0] == (0b111_1111_1001, 11))
    #expect(ac[0xFA] == (0xFFFE, 16) && ac[0x0A] == (0b1111_1111_1000_0011, 16))
    let chroma = JPEGTables.Huffman.chromaAC.codes
    #expect(chroma[0x00] == (0b00, 2) && chroma[0xF0] == (0b11_1111_1010, 10) && chroma[0xFA] == (0xFFFE, 16))
  }

  @Test func qualityScalesTables() {
    for table in [JPEGQuantization.luma, JPEGQuantization.chroma] {
      #expect(JPEGQuantization.scaled(table, quality: 50).map(Int.init) == table)
      #expect(JPEGQuantization.scaled(table, quality: 100) == [UInt8](repeating: 1, count: 64))
      for quality in 1..<100 {
        let (rough, fine) = (
          JPEGQuantization.scaled(table, quality: quality), JPEGQuantization.scaled(table, quality: quality + 1)
        )
        #expect(zip(rough, fine).allSatisfy { $0 >= $1 && $1 >= 1 })
      }
      #expect(JPEGQuantization.scaled(table, quality: -5) == JPEGQuantization.scaled(table, quality: 1))
      #expect(JPEGQuantization.scaled(table, quality: 500) == JPEGQuantization.scaled(table, quality: 100))
    }
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"), arguments: [1, 10, 25, 49, 50, 75, 90, 99, 100])
  func tablesAreCjpegs(quality: Int) throws {
    let image = PortableMap(width: 8, height: 8, channels: 3, samples: (0..<192).map { UInt8($0) })
    let jpeg = try OutsideTool.cjpeg.run(["-baseline", "-quality", "\(quality)", "{in}"], input: image.bytes)
    for (index, table) in [JPEGQuantization.luma, JPEGQuantization.chroma].enumerated() {
      let scaled = JPEGQuantization.scaled(table, quality: quality)
      let wanted = TinySegment(0xDB, [UInt8(index)] + JPEGQuantization.zigzag.map { scaled[$0] }).bytes
      #expect(jpeg.indices.contains { jpeg[$0...].starts(with: wanted) }, "table \(index)")
    }
    for (name, table) in zip([0x00, 0x01, 0x10, 0x11] as [UInt8], Self.huffman) {
      let wanted = TinySegment(0xC4, [name] + table.counts + table.values).bytes
      #expect(jpeg.indices.contains { jpeg[$0...].starts(with: wanted) }, "codes \(name)")
    }
  }
}

// Bits in bytes: their order, the stuffing, the fill, and magnitudes read back by the standard's rule.

@Suite struct EntropyBitsTests {
  /// The bits without stuffing.
  private static func bits(_ bytes: [UInt8]) -> [Int] {
    var result: [Int] = []
    var last: UInt8 = 0
    for byte in bytes {
      defer { last = byte }
      if last == 0xFF, byte == 0 { continue }
      result += (0..<8).map { Int(byte >> (7 - $0) & 1) }
    }
    return result
  }

  @Test func bitsComeBackInTheirOrder() {
    var random = SplitMix64(seed: 77)
    for _ in 0..<50 {
      var output = EntropyBits()
      var expected: [Int] = []
      for _ in 0..<Int.random(in: 1...60, using: &random) {
        let count = Int.random(in: 1...16, using: &random)
        let value = Int.random(in: 0..<1 << count, using: &random)
        output.put(value, count: count)
        expected += (0..<count).map { value >> (count - 1 - $0) & 1 }
      }
      output.flush()
      let found = Self.bits(output.bytes)
      #expect(found.prefix(expected.count) == expected[...])
      #expect(found.dropFirst(expected.count).allSatisfy { $0 == 1 } && found.count - expected.count < 8)
      for (one, next) in zip(output.bytes, output.bytes.dropFirst()) where one == 0xFF { #expect(next == 0) }
    }
  }

  @Test func categoriesAreTheStandards() {
    #expect(EntropyBits.category(0) == 0)
    for size in 1...15 {
      let (low, high) = (1 << (size - 1), (1 << size) - 1)
      for value in [low, high, -low, -high] { #expect(EntropyBits.category(value) == size, "\(value)") }
    }
  }

  @Test func magnitudesAreReadBack() {
    for value in -2_047...2_047 {
      var output = EntropyBits()
      output.put(magnitude: value)
      output.flush()
      let size = EntropyBits.category(value)
      let read = Self.bits(output.bytes).prefix(size).reduce(0) { $0 << 1 | $1 }
      let extended = size > 0 && read < 1 << (size - 1) ? read - (1 << size) + 1 : read
      #expect(extended == value)
    }
  }

  @Test func restartsFillTheByteAndCountToEight() {
    var output = EntropyBits()
    for number in 0..<10 {
      output.put(0, count: 3)
      output.restart(number: number)
    }
    #expect(output.bytes == (0..<10).flatMap { [0b0001_1111, 0xFF, 0xD0 + UInt8($0 % 8)] as [UInt8] })
    var whole = EntropyBits()
    whole.put(0xFF, count: 8)
    whole.flush()
    whole.flush()
    #expect(whole.bytes == [0xFF, 0])
  }
}

// The cosine transform compared with its definition (ITU T.81, A.3.3), on every basis image and on noise.

@Suite struct TinyTransformTests {
  /// The sum as written.
  private static func defined(_ samples: [Double]) -> [Double] {
    let factor = { (k: Int) -> Double in k == 0 ? 0.5.squareRoot() : 1 }
    let cosine = { (place: Int, k: Int) -> Double in cos(Double((2 * place + 1) * k) * .pi / 16) }
    return (0..<64).map { index in
      let (v, u) = (index / 8, index % 8)
      var sum = 0.0
      for y in 0..<8 { for x in 0..<8 { sum += samples[y * 8 + x] * cosine(x, u) * cosine(y, v) } }
      return sum * factor(u) * factor(v) / 4
    }
  }

  private static func transformed(_ samples: [Double]) -> [Double] {
    var values = samples
    TinyTransform.forward(&values)
    return values
  }

  private static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { ($0 - $1).magnitude }.max() ?? .infinity
  }

  @Test func everySinglePixelIsTheDefinitions() {
    for place in 0..<64 {
      var samples = [Double](repeating: 0, count: 64)
      samples[place] = 100
      #expect(Self.distance(Self.transformed(samples), Self.defined(samples)) < 1e-9, "\(place)")
    }
  }

  @Test func noiseIsTheDefinitionsAndKeepsItsEnergy() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<20 {
      let samples = (0..<64).map { _ in Double.random(in: -128...127, using: &random) }
      let values = Self.transformed(samples)
      #expect(Self.distance(values, Self.defined(samples)) < 1e-9)
      let energies = [samples, values].map { $0.reduce(0) { $0 + $1 * $1 } }
      #expect((energies[0] - energies[1]).magnitude < 1e-6 * energies[0])
    }
  }

  @Test func theSymmetriesThatTurnBlocks() {
    var random = SplitMix64(seed: 32)
    let samples = (0..<64).map { _ in Double.random(in: -128...127, using: &random) }
    let values = Self.transformed(samples)
    let mirrored = Self.transformed((0..<64).map { samples[$0 / 8 * 8 + 7 - $0 % 8] })
    #expect(Self.distance(mirrored, (0..<64).map { $0 % 2 == 1 ? -values[$0] : values[$0] }) < 1e-9)
    let upsideDown = Self.transformed((0..<64).map { samples[(7 - $0 / 8) * 8 + $0 % 8] })
    #expect(Self.distance(upsideDown, (0..<64).map { $0 / 8 % 2 == 1 ? -values[$0] : values[$0] }) < 1e-9)
    let transposed = Self.transformed((0..<64).map { samples[$0 % 8 * 8 + $0 / 8] })
    #expect(Self.distance(transposed, (0..<64).map { values[$0 % 8 * 8 + $0 / 8] }) < 1e-9)
  }
}
