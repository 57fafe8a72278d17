// An Exif block for each orientation, without any container around it. The effect of an image's new orientation on what
// is displayed with it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ExifChangeTests {
  private func carrier(_ bytes: [UInt8]) throws -> LocatedExifBlock {
    LocatedExifBlock(block: try #require(TIFFBlock(bytes)), offset: 100)
  }

  /// The image as this block alone displays it.
  private func change(_ carrier: LocatedExifBlock, to tag: ExifOrientation) -> OrientationChange {
    OrientationChange(from: Orientation(exif: carrier.statement?.value ?? .topLeft), to: tag)
  }

  private func changed(_ bytes: [UInt8], to tag: ExifOrientation) throws -> [UInt8]? {
    let carrier = try carrier(bytes)
    guard case .edits(let edits) = try carrier.change(change(carrier, to: tag)) else { return nil }
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
      let bytes = TestFile.richBlock(order, orientation: nil).bytes + odd
      let result = try #require(try changed(bytes, to: tag))
      #expect(try carrier(result).statement?.value == tag)
      #expect(result.count % 2 == 0)
      #expect(try changed(result, to: .topLeft) == bytes)
    }
  }

  @Test func ourBlockGoesAsAWholeUnlessItMust() throws {
    for mark in [InsertedExifBlock.mark, InsertedExifBlock.markWithHeader] {
      let bytes = InsertedExifBlock.block(.rightTop, mark: mark)
      let carrier = try carrier(bytes)
      #expect(try carrier.change(change(carrier, to: .topLeft)) == .removal)
      #expect(try carrier.change(change(carrier, to: .topLeft), mayGo: false) != .removal)
      #expect(try changed(bytes, to: .leftTop) == InsertedExifBlock.block(.leftTop, mark: mark))
      #expect(InsertedExifBlock.isWhole(bytes))
      #expect(InsertedExifBlock.isWhole(bytes, mark: InsertedExifBlock.mark) == (mark == InsertedExifBlock.mark))
    }
    let upright = try carrier(InsertedExifBlock.block(.topLeft))
    #expect(try upright.change(change(upright, to: .topLeft)) != .removal, "nothing changes")
    #expect(!InsertedExifBlock.isWhole(TinyTIFF(orientation: 6).bytes))
  }

  @Test func aDamagedDirectoryIsRefused() throws {
    var block = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker")])
    block.statedCount = 200
    let damaged = try carrier(block.bytes)
    #expect(throws: MetadataError(.fieldNotWritable, at: 100)) {
      try damaged.change(change(damaged, to: .rightTop))
    }
    #expect(try damaged.change(change(damaged, to: .topLeft)) == .edits([]))
  }

  /// A stored image displayed by the thumbnail's tag and rotated like the image: expressed in corners, without our own
  /// algebra.
  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func theThumbnailTurnsAlong(own: ExifOrientation, thumbnail: ExifOrientation) throws {
    for tag in ExifOrientation.allCases {
      var block = TinyTIFF(.big, orientation: Int(own.rawValue))
      block.ifd1 = [.orientation(Int(thumbnail.rawValue))]
      let result = try #require(try changed(block.bytes, to: tag))
      let found = try #require(try carrier(result).thumbnailTags.value)
      let turn = try #require(
        ExifOrientation.allCases.first { displayed(displayed(.letterF, own), $0) == displayed(.letterF, tag) })
      #expect(displayed(.letterF, found) == displayed(displayed(.letterF, thumbnail), turn))
      #expect(own != thumbnail || found == tag)
      #expect(try changed(result, to: own) == block.bytes)
    }
  }

  /// An image as a reader that uses a tag displays it.
  private func displayed(_ image: TinyImage, _ tag: ExifOrientation) -> TinyImage {
    image.stored(as: tag == .rightTop ? .leftBottom : tag == .leftBottom ? .rightTop : tag)
  }

  @Test func theThumbnailOfATaglessBlockTurnsAlongToo() throws {
    var block = TinyTIFF(ifd0: [TinyEntry(271, text: "Maker")])
    block.ifd1 = [.orientation(3)]
    let result = try #require(try changed(block.bytes, to: .rightTop))
    #expect(try carrier(result).thumbnailTags.value == .leftBottom)
    #expect(try changed(result, to: .topLeft) == block.bytes)
  }

  @Test(arguments: [0, 9])
  func aThumbnailThatSaysNothingStays(value: Int) throws {
    var block = TinyTIFF(orientation: 6)
    block.ifd1 = [.orientation(value)]
    var expected = block
    expected.ifd0 = [.orientation(8)]
    #expect(try changed(block.bytes, to: .leftBottom) == expected.bytes)
  }

  /// A directory that claims to overlap IFD0 is not a separate one.
  @Test func aThumbnailOverTheMainDirectoryStays() throws {
    var bytes = TinyTIFF(ifd0: [TinyEntry(271, text: "abc"), .orientation(6)]).bytes
    for place in 9...30 {
      bytes[34] = UInt8(place)
      let result = try #require(try changed(bytes, to: .leftBottom))
      #expect(zip(bytes, result).filter { $0 != $1 }.count == 1)
      #expect(try carrier(result).statement?.value == .leftBottom)
    }
  }

  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func whatLaySoLiesSo(from: ExifOrientation, to: ExifOrientation) {
    let change = OrientationChange(from: Orientation(exif: from), to: to)
    let back = OrientationChange(from: Orientation(exif: to), to: from)
    #expect(change.applied(to: from) == to)
    #expect(change.isNone == (from == to))
    #expect(Set(ExifOrientation.allCases.map(change.applied)).count == 8, "what differed differs")
    for other in ExifOrientation.allCases { #expect(back.applied(to: change.applied(to: other)) == other) }
  }

  /// Tags by hand: quarter turns clockwise give 1, 6, 3, 8 and 2, 7, 4, 5 (conventions of TIFF 6.0).
  @Test func aQuarterTurnIsOneClockwiseAsDisplayed() {
    let change = OrientationChange(from: Orientation(exif: .topLeft), to: .rightTop)
    let circles: [UInt8] = [1, 6, 3, 8, 2, 7, 4, 5]
    let turned = circles.compactMap(ExifOrientation.init(rawValue:)).map { change.applied(to: $0).rawValue }
    #expect(turned == [6, 3, 8, 1, 7, 4, 5, 2])
  }
}
