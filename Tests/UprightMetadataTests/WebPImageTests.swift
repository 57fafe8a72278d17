// The sizes of canvases, lossy and lossless images, from the least to the greatest.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct WebPImageTests {
  private func little(_ number: Int, _ width: Int) -> [UInt8] { TinyTIFF.ByteOrder.little.bytes(number, width: width) }

  @Test(arguments: [(1, 1), (3, 2), (16_384, 1), (1, 16_384), (1 << 24, 1 << 24)])
  func canvases(width: Int, height: Int) throws {
    let head = [0x10, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
    let image = try #require(WebPImage("VP8X", head))
    #expect(image.size == PixelSize(width: width, height: height))
    #expect(image.hasAlpha)
    #expect(WebPImage("VP8X", Array(head.dropLast())) == nil)
  }

  @Test(arguments: [(1, 1), (3, 2), (16_383, 1), (1, 16_383)], [0, 0x4000, 0xC000])
  func lossyImagesHaveAScaleBesideTheSize(size: (width: Int, height: Int), scale: Int) throws {
    let head = [0x50, 1, 0, 0x9D, 1, 0x2A] + little(size.width | scale, 2) + little(size.height | scale, 2)
    let image = try #require(WebPImage("VP8 ", head))
    #expect(image.size == PixelSize(width: size.width, height: size.height))
    #expect(!image.hasAlpha)
    var between = head
    between[0] |= 1
    #expect(WebPImage("VP8 ", between) == nil, "no picture that stands alone")
    for place in 3..<6 {
      var wrong = head
      wrong[place] ^= 1
      #expect(WebPImage("VP8 ", wrong) == nil)
    }
    #expect(WebPImage("VP8 ", Array(head.dropLast())) == nil)
  }

  @Test(arguments: [(1, 1), (3, 2), (16_384, 1), (1, 16_384)], [false, true])
  func losslessImagesHaveFourteenBitsEach(size: (width: Int, height: Int), hasAlpha: Bool) throws {
    let head = [0x2F] + little(size.width - 1 | (size.height - 1) << 14 | (hasAlpha ? 1 << 28 : 0), 4)
    let image = try #require(WebPImage("VP8L", head))
    #expect(image.size == PixelSize(width: size.width, height: size.height))
    #expect(image.hasAlpha == hasAlpha)
    #expect(WebPImage("VP8L", [0x2E] + head.dropFirst()) == nil)
    #expect(WebPImage("VP8L", head.dropLast() + [head[4] | 0x20]) == nil, "no such version")
    #expect(WebPImage("VP8L", Array(head.dropLast())) == nil)
  }

  @Test func realImages() {
    #expect(WebPImage("VP8 ", TinyWebP.lossy)?.size == PixelSize(width: 16, height: 8))
    #expect(WebPImage("VP8L", TinyWebP.lossless(.sixColors))?.size == PixelSize(width: 3, height: 2))
    #expect(WebPImage("ALPH", TinyWebP.lossy) == nil)
    #expect(WebPImage("VP8 ", [0x50, 1, 0, 0x9D, 1, 0x2A, 0, 0, 1, 0]) == nil, "no columns")
  }
}
