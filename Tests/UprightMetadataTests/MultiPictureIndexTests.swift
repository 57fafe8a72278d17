// The index of further images: its entries, invalid entries, and every prefix and byte of it.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct MultiPictureIndexTests {
  private func block(_ images: [(offset: Int, byteCount: Int)]) -> [UInt8] {
    Array(TinySegment.multiPicture(images).payload.dropFirst(4))
  }

  @Test func furtherImagesLieWhereTheIndexSays() throws {
    let index = try #require(
      MultiPictureIndex(block([(0, 500), (400, 100), (600, 50)]), base: 100, byteCount: 1_000))
    #expect(index.further.map(\.range) == [500..<600, 700..<750])
    #expect(index.further.map(\.isPreview) == [false, false])
    #expect(!index.isDamaged)
  }

  @Test(arguments: [(900, 1), (0xFFFF_FFFF, 1), (1, 0xFFFF_FFFF), (400, 501)])
  func whatLeadsOutsideIsLeftOut(offset: Int, byteCount: Int) throws {
    let index = try #require(MultiPictureIndex(block([(0, 500), (offset, byteCount)]), base: 100, byteCount: 1_000))
    #expect(index.further.isEmpty && index.isDamaged)
  }

  @Test func emptyEntriesAreNone() throws {
    let index = try #require(MultiPictureIndex(block([(0, 500), (0, 0), (5, 0)]), base: 0, byteCount: 1_000))
    #expect(index.further.isEmpty && !index.isDamaged)
  }

  @Test func theImageItselfSmallerIsAPreview() throws {
    var bytes = block([(0, 500), (400, 100)])
    let place = try #require(bytes.indices.last { bytes[$0...].starts(with: [0x00, 0x02, 0x00, 0x02]) })
    bytes.replaceSubrange(place..<place + 4, with: [0, 1, 0, 2])
    #expect(try #require(MultiPictureIndex(bytes, base: 0, byteCount: 1_000)).further.map(\.isPreview) == [true])
  }

  @Test func whatIsNoIndexIsNone() {
    #expect(MultiPictureIndex([], base: 0, byteCount: 10) == nil)
    #expect(MultiPictureIndex(TinyTIFF(orientation: 6).bytes, base: 0, byteCount: 10) == nil)
  }

  @Test func everyPrefixAndEveryByteIsRead() {
    let whole = block([(0, 500), (400, 100), (600, 50)])
    for count in 0...whole.count { check(Array(whole.prefix(count))) }
    for place in whole.indices {
      for value in [UInt8](0...255) {
        var bytes = whole
        bytes[place] = value
        check(bytes)
      }
    }
  }

  private func check(_ bytes: [UInt8]) {
    let index = MultiPictureIndex(bytes, base: 100, byteCount: 1_000)
    if index?.further.allSatisfy({ $0.range.lowerBound > 100 && $0.range.upperBound <= 1_000 }) == false {
      Issue.record("a picture lies outside")
    }
  }
}
