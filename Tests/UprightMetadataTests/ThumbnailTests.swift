// The thumbnail of an Exif block: found at its position, and not at a wrong one.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct ThumbnailTests {
  private let image = TinyJPEG(.letterF.enlarged(by: 3)).bytes

  private func block(_ order: TinyTIFF.ByteOrder) -> TinyTIFF {
    var block = TinyTIFF(order, orientation: 6)
    block.thumbnail = image
    return block
  }

  private func thumbnail(in bytes: [UInt8]) throws -> Thumbnail? {
    Thumbnail(in: try #require(TIFFBlock(bytes)))
  }

  /// The block with the value of an IFD1 entry replaced.
  private func bytes(_ order: TinyTIFF.ByteOrder, setting tag: TIFFTag, to value: Int) throws -> [UInt8] {
    var found = try #require(TIFFBlock(block(order).bytes))
    let entry = try #require(found.ifd1?.first(tag))
    found.setInteger(value, of: entry)
    return found.bytes
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func itIsFoundWhole(order: TinyTIFF.ByteOrder) throws {
    let found = try #require(try thumbnail(in: block(order).bytes))
    #expect(found.bytes == image)
    #expect(found.storedSize == PixelSize(width: 15, height: 21))
  }

  /// It is complete if EOI closes its scan, whatever follows.
  @Test func onlyOneThatEndsAsAJPEGDoesIsWhole() throws {
    #expect(try thumbnail(in: block(.little).bytes)?.isWhole == true)
    for lost in 1...60 {
      var cut = block(.big)
      cut.thumbnail = Array(image.dropLast(lost))
      #expect(try thumbnail(in: cut.bytes)?.isWhole == false, "\(lost)")
    }
    var longer = block(.big)
    longer.thumbnail = image + [0, 0xFF, 0xD8]
    #expect(try thumbnail(in: longer.bytes)?.isWhole == true)
  }

  @Test func whatItsDirectoryStatesIsKnown() throws {
    func stated(_ values: [Int]) throws -> ExifOrientation? {
      var two = block(.little)
      two.ifd1 = values.map(TinyEntry.orientation)
      return try Probe(TinyJPEG(.letterF, exif: two).bytes).thumbnailStatement
    }
    #expect(try stated([]) == nil && stated([0]) == nil && stated([9]) == nil)
    for tag in ExifOrientation.allCases { #expect(try stated([Int(tag.rawValue)]) == tag) }
  }

  @Test(arguments: [0, 1, 7, 0xFFFF_FFFF, 5_000])
  func placesOutsideAreNone(offset: Int) throws {
    let bytes = try bytes(.big, setting: .thumbnailOffset, to: offset)
    #expect(try thumbnail(in: bytes) == nil)
  }

  @Test(arguments: [0, 1, 20, 0xFFFF_FFFF, 5_000])
  func lengthsThatLieAreNone(length: Int) throws {
    let bytes = try bytes(.little, setting: .thumbnailLength, to: length)
    #expect(try thumbnail(in: bytes) == nil)
  }

  /// A length that counts a few bytes too many ends with the block, if that ends with EOI.
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func aLengthThatIsSlightlyTooLongEndsWithTheBlock(order: TinyTIFF.ByteOrder) throws {
    for excess in [1, 2, 16] {
      let bytes = try bytes(order, setting: .thumbnailLength, to: image.count + excess)
      #expect(try thumbnail(in: bytes)?.bytes == image)
      #expect(try thumbnail(in: bytes.dropLast()) == nil)
    }
    #expect(try thumbnail(in: bytes(order, setting: .thumbnailLength, to: image.count + 17)) == nil)
  }

  @Test func everyPrefixOfABlockIsRead() {
    let whole = block(.big).bytes
    for count in 0..<whole.count {
      if let short = TIFFBlock(Array(whole.prefix(count))) { #expect(Thumbnail(in: short) == nil) }
    }
  }

  @Test func aThumbnailInAThumbnailIsNotLookedFor() throws {
    var nested = block(.little)
    nested.thumbnail = TinyJPEG(.sixGrays, exif: block(.big)).bytes
    let found = try #require(try thumbnail(in: nested.bytes))
    #expect(found.storedSize == PixelSize(width: 3, height: 2))
  }
}
