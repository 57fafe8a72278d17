// Ranges and numbers are read whole or not at all, and only as many as the budget allows.

import Testing
import UprightTestTools

@testable import UprightMetadata

@Suite struct RangeReaderTests {
  private let bytes = (0..<20_000).map { UInt8(truncatingIfNeeded: $0 ^ $0 >> 8) }

  @Test func everyRangeComesOutWhole() throws {
    var random = SplitMix64(seed: 1)
    for _ in 0..<200 {
      var reader = RangeReader(bytes)
      for _ in 0..<20 {
        let start = Int.random(in: 0...bytes.count, using: &random)
        let count = Int.random(in: 0...min(9_000, bytes.count - start), using: &random)
        #expect(try reader.bytes(at: start, count: count) == Array(bytes[start..<start + count]))
      }
    }
  }

  @Test(arguments: [(-1, 1), (0, -1), (20_000, 1), (19_999, 2), (20_001, 0), (.max, 1), (1, .max), (.min, 1)])
  func whatIsNotThereIsTruncated(offset: Int, count: Int) {
    var reader = RangeReader(bytes)
    #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.bytes(at: offset, count: count) }
  }

  @Test func theBudgetIsKept() throws {
    var reader = RangeReader(bytes, budget: 10_000)
    _ = try reader.bytes(at: 0, count: 4)
    _ = try reader.bytes(at: 100, count: 3_000)
    #expect(reader.budget == 10_000 - 4_096)
    _ = try reader.bytes(at: 5_000, count: 5_000)
    #expect(throws: MetadataError(.tooMuchMetadata, at: 12_000)) { try reader.bytes(at: 12_000, count: 4) }
    #expect(try reader.bytes(at: 4_000, count: 90).count == 90)
  }

  @Test func headsThatStandFarApartCostNoMoreThanTheyAre() throws {
    var reader = RangeReader(bytes, budget: 10_000)
    for place in [0, 100, 4_000] { #expect(try reader.head(at: place, count: 8) == Array(bytes[place..<place + 8])) }
    #expect(reader.budget == 10_000 - 4_096)
    for place in [9_000, 14_000] { #expect(try reader.head(at: place, count: 8) == Array(bytes[place..<place + 8])) }
    #expect(reader.budget == 10_000 - 4_096 - 16)
    #expect(try reader.head(at: 14_100, count: 8) == Array(bytes[14_100..<14_108]))
    #expect(reader.budget == 10_000 - 2 * 4_096 - 16, "what stands close is read along")
    #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.head(at: 19_993, count: 8) }
    #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.head(at: .max, count: 8) }
    for offset in [-1, Int.min] {
      #expect(throws: MetadataError(.truncated, at: 20_000)) { try reader.head(at: offset, count: 8) }
    }
  }

  @Test func structuresAreCounted() throws {
    var reader = RangeReader(bytes, structures: 2)
    try reader.count(at: 0)
    try reader.count(at: 8)
    #expect(throws: MetadataError(.tooManyStructures, at: 16)) { try reader.count(at: 16) }
  }

  @Test func numbersHaveTheirHighByteFirst() throws {
    var reader = RangeReader([0x12, 0x34, 0x56, 0x78, 0x80, 0, 0, 0, 0, 0, 0, 1] as [UInt8])
    #expect(try reader.number(at: 0, size: 1) == 0x12)
    #expect(try reader.number(at: 0, size: 3) == 0x123456)
    #expect(try reader.number(at: 0, size: 8) == 0x1234_5678_8000_0000)
    #expect(throws: MetadataError(.numberTooLarge, at: 4)) { try reader.number(at: 4, size: 8) }
    #expect(throws: MetadataError(.truncated, at: 12)) { try reader.number(at: 9, size: 4) }
  }
}
