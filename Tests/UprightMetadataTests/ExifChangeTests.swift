// What becomes of an Exif block for each orientation, without any container around it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ExifChangeTests {
  private func carrier(_ bytes: [UInt8]) throws -> ExifCarrier {
    ExifCarrier(block: try #require(TIFFBlock(bytes)), offset: 100)
  }

  private func changed(_ bytes: [UInt8], to tag: ExifOrientation) throws -> [UInt8]? {
    guard case .edits(let edits) = try carrier(bytes).change(to: tag) else { return nil }
    return try BytePatch(edits).applied(to: bytes)
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases, ExifOrientation.allCases)
  func aTagChangesInItsPlace(order: TinyTIFF.ByteOrder, tag: ExifOrientation) throws {
    let result = try changed(TinyTIFF(order, orientation: 6).bytes, to: tag)
    #expect(result == TinyTIFF(order, orientation: Int(tag.rawValue)).bytes)
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases, ExifOrientation.allCases.dropFirst())
  func aMissingTagIsAddedAndTakenOut(order: TinyTIFF.ByteOrder, tag: ExifOrientation) throws {
    for odd in [[], [UInt8(0)]] {
      let bytes = Exhibit.richBlock(order, orientation: nil).bytes + odd
      let result = try #require(try changed(bytes, to: tag))
      #expect(try carrier(result).statement?.value == tag)
      #expect(result.count % 2 == 0)
      #expect(try changed(result, to: .topLeft) == bytes)
    }
  }

  @Test func ourBlockGoesAsAWholeUnlessItMust() throws {
    for mark in [InsertedCarrier.mark, InsertedCarrier.markWithHeader] {
      let bytes = InsertedCarrier.block(.rightTop, mark: mark)
      #expect(try carrier(bytes).change(to: .topLeft) == .removal)
      #expect(try carrier(bytes).change(to: .topLeft, mayGo: false) != .removal)
      #expect(try changed(bytes, to: .leftTop) == InsertedCarrier.block(.leftTop, mark: mark))
      #expect(InsertedCarrier.isWhole(bytes))
      #expect(InsertedCarrier.isWhole(bytes, mark: InsertedCarrier.mark) == (mark == InsertedCarrier.mark))
    }
    #expect(try carrier(InsertedCarrier.block(.topLeft)).change(to: .topLeft) != .removal, "nothing changes")
    #expect(!InsertedCarrier.isWhole(TinyTIFF(orientation: 6).bytes))
  }

  @Test func aDamagedDirectoryIsRefused() throws {
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker")])
    block.claimedCount = 200
    let damaged = try carrier(block.bytes)
    #expect(throws: MetadataError(.carrierNotWritable, at: 100)) { try damaged.change(to: .rightTop) }
    #expect(try damaged.change(to: .topLeft) == .edits([]))
  }
}
