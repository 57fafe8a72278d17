// UIImage: mirrored, upright, cropped; looked at as UIKit displays it.

#if canImport(UIKit)
  import CoreImage
  import Foundation
  import Testing
  import UIKit
  import UprightApple
  import UprightGeometry

  /// The letters of an image as UIKit displays it, at its own scale.
  func displayed(_ image: UIImage, every step: Int = 1) throws -> String {
    let drawn = UIGraphicsImageRenderer(size: image.size, format: image.imageRendererFormat).image { _ in
      image.draw(at: .zero)
    }
    return try Picture.letters(#require(drawn.cgImage), every: step)
  }

  func photo(_ tag: ExifOrientation, times: Int = 1, scale: CGFloat = 1, space: CFString = CGColorSpace.sRGB) throws
    -> UIImage
  {
    UIImage(
      cgImage: try Picture.image(storedAs: tag, times: times, space: space), scale: scale,
      orientation: UIImage.Orientation(tag))
  }

  @Suite struct MirroredTests {
    @Test(arguments: ExifOrientation.allCases)
    func everyTagIsMirroredAsDisplayed(_ tag: ExifOrientation) throws {
      let image = try photo(tag, scale: 2)
      #expect(try displayed(image) == Picture.upright)
      let mirrored = image.mirrored(.horizontally)
      #expect(try displayed(mirrored) == "bgr/kwy")
      #expect(try displayed(image.mirrored(.vertically)) == "ywk/rgb")
      #expect(mirrored.scale == 2 && mirrored.size == image.size && mirrored.cgImage === image.cgImage)
      #expect(mirrored.mirrored(.horizontally).imageOrientation == image.imageOrientation)
    }

    /// What this replaces: the photos that cameras take sideways turn upside down.
    @Test func uiKitsOwnIsAnotherOne() throws {
      #expect(try displayed(photo(.topLeft).withHorizontallyFlippedOrientation()) == "bgr/kwy")
      #expect(try displayed(photo(.rightTop).withHorizontallyFlippedOrientation()) == "ywk/rgb")
      #expect(try photo(.rightTop).mirrored(.horizontally).imageOrientation == .leftMirrored)
      #expect(try photo(.leftBottom).mirrored(.horizontally).imageOrientation == .rightMirrored)
    }

    @Test(arguments: ExifOrientation.allCases)
    func coreImagesKeepTheirPixelsAndColors(_ tag: ExifOrientation) throws {
      let core = CIImage(cgImage: try Picture.image(storedAs: tag, space: CGColorSpace.displayP3))
      let image = UIImage(ciImage: core, scale: 3, orientation: UIImage.Orientation(tag))
      let mirrored = image.mirrored(.horizontally)
      #expect(mirrored.ciImage === core && mirrored.scale == 3 && mirrored.cgImage == nil)
      #expect(mirrored.ciImage?.colorSpace?.name == CGColorSpace.displayP3)
      #expect(mirrored.imageOrientation == UIImage.Orientation(Orientation(exif: tag).mirroredHorizontallyAsDisplayed))
      #expect(try mirrored.storedImage().colorSpace?.name == CGColorSpace.displayP3)
      #expect(try displayed(mirrored) == "bgr/kwy")
    }

    @Test func whatElseAnImageHasStays() throws {
      let template = try photo(.rightTop).withRenderingMode(.alwaysTemplate)
      #expect(template.mirrored(.vertically).renderingMode == .alwaysTemplate)
      let arrow = template.imageFlippedForRightToLeftLayoutDirection()
      let corner = Point2D<Displayed>(x: 1, y: 1)
      let made = [arrow.mirrored(.horizontally), try arrow.upright(), try arrow.cropped(around: corner, side: 1)]
      for image in made {
        #expect(image.flipsForRightToLeftLayoutDirection && image.renderingMode == .alwaysTemplate)
      }
      #expect(!template.mirrored(.horizontally).flipsForRightToLeftLayoutDirection)
      let core = UIImage(ciImage: CIImage(cgImage: try Picture.image(storedAs: .topLeft)))
        .withRenderingMode(.alwaysTemplate).imageFlippedForRightToLeftLayoutDirection()
      #expect(core.mirrored(.vertically).flipsForRightToLeftLayoutDirection)
      #expect(core.mirrored(.vertically).renderingMode == .alwaysTemplate)
      let frames = try [photo(.rightTop), photo(.leftTop)]
      let original = try #require(UIImage.animatedImage(with: frames, duration: 2))
        .withRenderingMode(.alwaysTemplate).imageFlippedForRightToLeftLayoutDirection()
      let animated = original.mirrored(.horizontally)
      #expect(animated.flipsForRightToLeftLayoutDirection && animated.renderingMode == .alwaysTemplate)
      #expect(animated.images?.count == 2 && animated.duration == 2)
      for frame in animated.images ?? [] { #expect(try displayed(frame) == "bgr/kwy") }
    }

    #if !canImport(Darwin)
      /// An image that only UIKit can draw.
      private final class Drawn: UIImage, @unchecked Sendable {
        override var cgImage: CGImage? { nil }
        override var size: CGSize { CGSize(width: 3, height: 2) }
        override var renderingMode: RenderingMode { .alwaysTemplate }
        override var flipsForRightToLeftLayoutDirection: Bool { true }
        override func draw(at point: CGPoint) {
          try? UIImage(cgImage: Picture.image(Picture.upright)).draw(at: point)
        }
      }

      @Test func imagesThatOnlyUIKitCanDrawAreDrawn() throws {
        #expect(try displayed(Drawn().mirrored(.horizontally)) == "bgr/kwy")
        #expect(try displayed(Drawn().mirrored(.vertically)) == "ywk/rgb")
        #expect(Drawn().mirrored(.vertically).renderingMode == .alwaysTemplate)
        #expect(Drawn().mirrored(.vertically).flipsForRightToLeftLayoutDirection)
        #expect(throws: AppleImageError.noPixels) { try Drawn().storedImage() }
      }
    #endif

    @Test func anEmptyImageHasNothing() {
      #expect(UIImage().mirrored(.horizontally).size == .zero)
      #expect(throws: AppleImageError.noPixels) { try UIImage().upright() }
      #expect(UIImage().displayedSize.isEmpty)
    }
  }

  @Suite struct UprightUIImageTests {
    @Test(arguments: ExifOrientation.allCases)
    func theStoredPixelsAreUpright(_ tag: ExifOrientation) throws {
      let image = try photo(tag, times: 2, scale: 2)
      let upright = try image.upright(maxEdge: 3)
      #expect(upright.imageOrientation == .up && upright.scale == 2)
      #expect(try Picture.letters(#require(upright.cgImage)) == Picture.upright)
      let core = UIImage(
        ciImage: CIImage(cgImage: try Picture.image(storedAs: tag)), scale: 1, orientation: image.imageOrientation)
      #expect(try Picture.letters(#require(core.upright().cgImage)) == Picture.upright)
    }

    @Test(arguments: ExifOrientation.allCases)
    func aFileIsReadUpright(_ tag: ExifOrientation) throws {
      let url = try ImageFileTests.write(Picture.image(storedAs: tag, times: 2), tag: tag)
      defer { try? FileManager.default.removeItem(at: url) }
      let image = try UIImage.upright(contentsOf: url, maxEdge: 3)
      #expect(try displayed(image) == Picture.upright)
      #expect(try displayed(UIImage.upright(contentsOf: url), every: 2) == Picture.upright)
    }

    /// What a picker's item has: bytes, with the tag.
    @Test(arguments: ExifOrientation.allCases)
    func bytesAreReadUpright(_ tag: ExifOrientation) throws {
      let url = try ImageFileTests.write(Picture.image(storedAs: tag, times: 2), tag: tag)
      defer { try? FileManager.default.removeItem(at: url) }
      let data = try Data(contentsOf: url)
      let image = try UIImage.upright(data: data)
      #expect(image.imageOrientation == .up && image.scale == 1)
      #expect(try displayed(image, every: 2) == Picture.upright)
      #expect(try displayed(UIImage.upright(data: data, maxEdge: 3, scale: 2)) == Picture.upright)
      #expect(throws: AppleImageError.unreadable) { try UIImage.upright(data: Data([0, 1])) }
    }

    @Test(arguments: ExifOrientation.allCases)
    func uiKitsContextsShowTheSame(_ tag: ExifOrientation) throws {
      let image = try Picture.image(storedAs: tag)
      let format = UIGraphicsImageRendererFormat()
      format.scale = 1
      let drawn = UIGraphicsImageRenderer(size: CGSize(width: 6, height: 4), format: format).image { context in
        context.cgContext.drawInUIKit(
          image, by: Drawing(image.storedSize, Orientation(exif: tag), on: PixelSize(width: 6, height: 4)))
      }
      #expect(try displayed(drawn, every: 2) == Picture.upright)
    }
  }
#endif
