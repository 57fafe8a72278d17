// Upright pixels: from images, from files, and drawn into contexts with y up and y down.

import CoreGraphics
import Foundation
import ImageIO
import Testing
import UprightApple
import UprightGeometry

@Suite struct UprightTests {
  @Test(arguments: ExifOrientation.allCases)
  func everyTagIsDrawnUpright(_ tag: ExifOrientation) throws {
    let image = try Picture.image(storedAs: tag)
    let upright = try image.upright(Orientation(exif: tag))
    #expect(try Picture.letters(upright) == Picture.upright)
    // Any other tag shows something else.
    for other in ExifOrientation.allCases where other != tag {
      #expect(try Picture.letters(image.upright(Orientation(exif: other))) != Picture.upright)
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aSmallerCopyHasTheSameCorners(_ tag: ExifOrientation) throws {
    let image = try Picture.image(storedAs: tag, times: 4)
    let small = try image.upright(Orientation(exif: tag), maxEdge: 3)
    #expect(small.width == 3 && small.height == 2)
    #expect(try Picture.letters(small) == Picture.upright)
    let same = try image.upright(Orientation(exif: tag), maxEdge: 5_000)
    #expect(same.width == 12 && same.height == 8)
    #expect(try Picture.letters(same, every: 4) == Picture.upright)
  }

  @Test func theColorSpaceStays() throws {
    let image = try Picture.image("rg/bw", space: CGColorSpace.displayP3)
    #expect(try image.upright(.right).colorSpace?.name == CGColorSpace.displayP3)
    #if !canImport(Darwin)
      for name in [CGColorSpace.extendedSRGB, CGColorSpace.genericGrayGamma2_2] {
        let other = CGImage(
          standIn: image.standInSamples, width: 2, height: 2, colorSpace: CGColorSpace(name: name))
        let upright = try other.upright(.right)
        #expect(upright.colorSpace?.name == CGColorSpace.sRGB)
        #expect(try Picture.letters(upright) == "br/wg")
      }
    #endif
  }

  @Test(arguments: ExifOrientation.allCases)
  func contextsWithYUpAndYDownShowTheSame(_ tag: ExifOrientation) throws {
    let image = try Picture.image(storedAs: tag)
    let drawing = Drawing(image.storedSize, Orientation(exif: tag), on: PixelSize(width: 6, height: 4))
    let up = try Picture.context(6, 4)
    up.draw(image, by: drawing)
    let letters = try Picture.letters(up, every: 2)
    #expect(letters == Picture.upright)
    let down = try Picture.context(6, 4)
    down.translateBy(x: 0, y: 4)
    down.scaleBy(x: 1, y: -1)
    down.drawInUIKit(image, by: drawing)
    #expect(try Picture.letters(down, every: 2) == Picture.upright)
    // The wrong one for its context shows a mirrored picture.
    down.draw(image, by: drawing)
    #expect(try Picture.letters(down, every: 2) == "ywk/rgb")
  }

  @Test(arguments: ExifOrientation.allCases)
  func framesMayExtendBeyondTheImage(_ tag: ExifOrientation) throws {
    let image = try Picture.image(storedAs: tag)
    func framed(_ x: Int, _ y: Int, _ width: Int, _ height: Int) throws -> String {
      let window = PixelRect<Displayed>(x: x, y: y, width: width, height: height)
      return try Picture.letters(
        image.framed(by: window, Orientation(exif: tag), on: PixelSize(width: width * 2, height: height * 2)), every: 2)
    }
    #expect(try framed(0, 0, 3, 2) == Picture.upright)
    #expect(try framed(1, 0, 2, 2) == "gb/wk")
    #expect(try framed(0, -1, 3, 3) == ".../rgb/ywk")
    #expect(try framed(2, 1, 2, 2) == "k./..")
    #expect(throws: AppleImageError.outside) { try framed(3, 0, 1, 1) }
  }

  @Test(arguments: ExifOrientation.allCases)
  func tilesAreTheWhole(_ tag: ExifOrientation) throws {
    let image = try Picture.image(storedAs: tag, times: 4)
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let tiles = orientation.applied(to: image.storedSize).tiles(longestEdge: 5)
    #expect(tiles.count == 6)
    let whole = try Picture.context(12, 8)
    for tile in tiles {
      let part = try image.uprightTile(tile, orientation)
      #expect(part.width <= 5 && part.height <= 5)
      whole.draw(part, in: CGRect(x: tile.x, y: 8 - tile.maxY, width: tile.width, height: tile.height))
    }
    #expect(try Picture.letters(whole, every: 4) == Picture.upright)
  }

  @Test func nothingIsAnError() throws {
    let image = try Picture.image("rg/bw")
    #expect(throws: AppleImageError.outside) {
      try image.cropped(to: PixelRect(x: 2, y: 0, width: 1, height: 1), .right)
    }
    #expect(throws: AppleImageError.unusableSize) {
      try image.framed(
        by: PixelRect(x: 0, y: 0, width: 1, height: 1), .up, on: PixelSize(width: 1 << 40, height: 1 << 40))
    }
    #expect(throws: AppleImageError.unusableSize) {
      try image.framed(by: PixelRect(x: 0, y: 0, width: 1, height: 1), .up, on: PixelSize(width: 0, height: 1))
    }
  }
}

@Suite struct ImageFileTests {
  /// A file with this tag; nil for none.
  static func write(_ image: CGImage, tag: ExifOrientation?) throws -> URL {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).tiff")
    let destination = try #require(CGImageDestinationCreateWithURL(url as CFURL, "public.tiff" as CFString, 1, nil))
    let properties = tag.map { [kCGImagePropertyOrientation: Int($0.rawValue)] as [CFString: Any] as CFDictionary }
    CGImageDestinationAddImage(destination, image, properties)
    #expect(CGImageDestinationFinalize(destination))
    return url
  }

  @Test(arguments: ExifOrientation.allCases)
  func aFileIsReadUpright(_ tag: ExifOrientation) throws {
    let stored = try Picture.image(storedAs: tag, times: 4)
    let url = try Self.write(stored, tag: tag)
    defer { try? FileManager.default.removeItem(at: url) }
    let file = try ImageFile(contentsOf: url)
    #expect(file.orientation == Orientation(exif: tag) && file.storedSize == stored.storedSize)
    #expect(file.displayedSize == PixelSize(width: 12, height: 8))
    #expect(try Picture.letters(file.uprightImage(maxEdge: 3)) == Picture.upright)
    let whole = try file.uprightImage(maxEdge: 100)
    #expect(whole.width == 12 && whole.height == 8)
    #expect(try Picture.letters(whole, every: 4) == Picture.upright)
    #expect(try Picture.letters(file.storedImage(), every: 4) == Picture.stored[tag])
    let data = try ImageFile(data: Data(contentsOf: url))
    #expect(data.orientation == file.orientation)
  }

  @Test func withoutATagItIsAsStored() throws {
    let url = try Self.write(Picture.image("rg/bw"), tag: nil)
    defer { try? FileManager.default.removeItem(at: url) }
    #expect(try ImageFile(contentsOf: url).orientation == .up)
    #expect(throws: AppleImageError.unusableSize) { try ImageFile(contentsOf: url).uprightImage(maxEdge: 0) }
  }

  #if !canImport(Darwin)
    /// Of several images, the one that a HEIF names: its size, its tag, its pixels.
    @Test(arguments: ExifOrientation.allCases)
    func thePrimaryImageIsUsed(_ tag: ExifOrientation) throws {
      let other = StandInFile.coded(try Picture.image("wb/gr"), tag: 3)
      let primary = StandInFile.coded(try Picture.image(storedAs: tag, times: 4), tag: Int(tag.rawValue))
      let file = try ImageFile(data: Data(other + primary + Array("PRIM".utf8) + [0, 0, 0, 1]))
      #expect(file.orientation == Orientation(exif: tag) && file.displayedSize == PixelSize(width: 12, height: 8))
      #expect(try Picture.letters(file.uprightImage(maxEdge: 3)) == Picture.upright)
      #expect(try Picture.letters(file.storedImage(), every: 4) == Picture.stored[tag])
      #expect(try ImageFile(data: Data(other + primary)).displayedSize == PixelSize(width: 2, height: 2))
    }

    /// A header's size is what selections are computed with: pixels of another size are no answer.
    @Test func pixelsOfAnotherSizeThanTheHeadersAreAnError() throws {
      let coded = StandInFile.coded(try Picture.image("rg/bw"), tag: 6)
      func file(_ width: UInt8, _ height: UInt8) throws -> ImageFile {
        try ImageFile(data: Data(coded + Array("SIZE".utf8) + [0, 0, 0, width, 0, 0, 0, height]))
      }
      #expect(try file(2, 2).storedImage().width == 2)
      #expect(throws: AppleImageError.unreadable) { try file(2, 3).storedImage() }
      for (width, height) in [(UInt8(0), UInt8(2)), (2, 0)] {
        #expect(throws: AppleImageError.unreadable) { try file(width, height) }
      }
    }
  #endif

  @Test func whatIsNoImageIsUnreadable() {
    #expect(throws: AppleImageError.unreadable) { try ImageFile(data: Data([1, 2, 3])) }
    #expect(throws: AppleImageError.unreadable) { try ImageFile(contentsOf: URL(fileURLWithPath: "/nowhere.jpg")) }
  }
}
