// The index of further images: its entries, invalid entries, and every prefix and byte of it. The index of a new file:
// offsets, lengths, numbers and dependents of the remaining images, in as many bytes as before.

import Testing
import UprightFixtures
import UprightTestTools

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

  /// Four images: the first, and three after it; the second depends on the first and the fourth.
  private func index(_ order: TinyTIFF.ByteOrder) -> [UInt8] {
    let rows = [[0x2003_0000, 500, 0], [0x0001_0001, 40, 460], [0, 50, 500], [0, 60, 550]]
    let dependents = [[2, 4], [1, 4], [0, 0], [3, 0]]
    let entries = zip(rows, dependents).flatMap { row, others in
      row.flatMap { order.bytes($0, width: 4) } + others.flatMap { order.bytes($0, width: 2) }
    }
    let names = (0..<4).flatMap { Array(repeating: $0 + 65, count: 33) }
    return TinyTIFF(
      order,
      ifd0: [
        TinyEntry(0xB000, .undefined, Array("0100".utf8).map(Int.init)), TinyEntry(0xB001, .long, [4]),
        TinyEntry(0xB002, .undefined, entries.map(Int.init)), TinyEntry(0xB003, .undefined, names),
      ]
    ).bytes
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func entriesOfWhatStaysAreThereInTheirOrder(order: TinyTIFF.ByteOrder) throws {
    let old = index(order)
    let new = try #require(
      MultiPictureIndex.rewritten(
        old, from: 40, to: 30, primaryCount: 400, places: [500: 400..<411, 590: 411..<433]))
    #expect(new.count == old.count)
    let found = try #require(MultiPictureIndex(new, base: 30, byteCount: 433))
    #expect(found.further.map(\.range) == [400..<411, 411..<433] && !found.isDamaged)
    #expect(found.further.map(\.isPreview) == [true, false])
    let block = try #require(TIFFBlock(new))
    let directory = try #require(block.ifd0)
    #expect(directory.first(.multiPictureCount).flatMap { block.integer(of: $0) } == 3)
    let entries = try #require(directory.first(.multiPictureEntries))
    #expect(entries.count == 48 && block.u32(at: entries.valueOffset + 4) == 400)
    let dependents = (0..<3).flatMap { row in
      [12, 14].compactMap { block.u16(at: entries.valueOffset + 16 * row + $0) }
    }
    #expect(dependents == [2, 3, 1, 3, 0, 0], "the third is the fourth's no more")
    let names = try #require(directory.first(.multiPictureNames))
    #expect(names.count == 99)
    #expect(
      new[names.valueOffset..<names.valueOffset + 99].elementsEqual(
        [65, 66, 68].flatMap { Array(repeating: $0, count: 33) }))
  }

  @Test func whatIsNoIndexIsLeft() {
    let block = TinyTIFF(.big, orientation: 6).bytes
    #expect(MultiPictureIndex.rewritten(block, from: 0, to: 0, primaryCount: 1, places: [:]) == nil)
    #expect(MultiPictureIndex.rewritten([1, 2, 3], from: 0, to: 0, primaryCount: 1, places: [:]) == nil)
  }

  /// Any byte wrong: an index of as many bytes, or none.
  @Test func brokenOnesStayAsLong() {
    var dice = SplitMix64(seed: 9)
    for _ in 0..<3_000 {
      var bytes = index(.big)
      for _ in 0..<3 { bytes[Int.random(in: 4..<90, using: &dice)] = UInt8.random(in: 0...255, using: &dice) }
      let found = MultiPictureIndex.rewritten(
        bytes, from: 40, to: 30, primaryCount: 400, places: [500: 400..<411, 590: 411..<433])
      #expect(found == nil || found?.count == bytes.count)
    }
  }
}
