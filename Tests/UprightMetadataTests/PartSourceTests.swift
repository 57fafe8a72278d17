// A part of a source: only its own bytes.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct PartSourceTests {
  private let whole: [UInt8] = Array(0..<20)

  @Test func itCountsFromItsOwnStart() throws {
    let part = PartSource(whole, 5..<12)
    #expect(part.byteCount == 7)
    #expect(try part.read(0..<7) == Array(5..<12))
    #expect(try part.read(2..<4) == [7, 8])
  }

  @Test func nothingOutsideIsRead() throws {
    let source = CountingSource(whole)
    let part = PartSource(source, 5..<12)
    #expect(try part.read(5..<100) == [10, 11])
    #expect(try part.read(50..<100) == [])
    #expect(source.furthest <= 12)
    #expect(PartSource(whole, 15..<40).byteCount == 5)
    #expect(PartSource(whole, 30..<40).byteCount == 0)
  }

  @Test func scatteredBytesAreJoined() throws {
    #expect(try BytePlaces([3..<5, 10..<11, 0..<2]).bytes(in: whole) == [3, 4, 10, 0, 1])
    #expect(try BytePlaces([3..<5, 19..<21]).bytes(in: whole) == nil, "the source has fewer")
    #expect(try BytePlaces([3..<5, 10..<11]).bytes(in: whole, limit: 2) == nil)
    let long = (0..<8_000_000).map { UInt8(truncatingIfNeeded: $0) }
    let ranges = stride(from: 0, to: long.count, by: 80).map { $0..<$0 + 80 }
    #expect(try BytePlaces(ranges).bytes(in: long) == long, "in time that does not grow with the ranges' number")
  }

  @Test func partsOfPartsAddUp() throws {
    #expect(try PartSource(PartSource(whole, 5..<15), 3..<6).read(1..<2) == [9])
  }
}
