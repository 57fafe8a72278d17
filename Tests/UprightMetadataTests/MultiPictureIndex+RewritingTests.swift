// The index of a new file: offsets, lengths, numbers and dependents of the remaining images, in as many bytes as
// before.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct MultiPictureIndexRewritingTests {
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
