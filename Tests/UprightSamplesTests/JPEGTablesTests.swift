// The example tables by their own laws: the zigzag is a walk along diagonals, codes are prefix-free, counts add up.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightSamples

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
