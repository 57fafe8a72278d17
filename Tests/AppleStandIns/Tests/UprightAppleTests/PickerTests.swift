// A picker's dictionary and the square that the person saw.

#if canImport(UIKit)
  import Testing
  import UIKit
  import UprightApple
  import UprightGeometry

  @Suite struct PickerTests {
    private func info(_ image: UIImage, _ x: Double, _ y: Double, _ width: Double, _ height: Double)
      -> [UIImagePickerController.InfoKey: Any]
    { [.originalImage: image, .cropRect: CGRect(x: x, y: y, width: width, height: height)] }

    @Test(arguments: ExifOrientation.allCases)
    func theSquareIsWhatThePersonSaw(_ tag: ExifOrientation) throws {
      let image = try photo(tag, times: 10)
      let square = try PickedImage(info(image, 10, 0, 20, 20)).square()
      #expect(square.imageOrientation == .up && square.size == CGSize(width: 20, height: 20))
      #expect(try displayed(square, every: 10) == "gb/wk")
      let large = try PickedImage(info(image, 0, 0, 20, 20)).square(side: 80)
      #expect(try displayed(large, every: 40) == "rg/yw" && large.size.width == 80)
    }

    /// Dragged down in the window, the image leaves a gap at the top, in whatever way its pixels are stored.
    @Test(arguments: ExifOrientation.allCases)
    func theGapIsWhereItWas(_ tag: ExifOrientation) throws {
      let image = try photo(tag, times: 10)
      #expect(try displayed(PickedImage(info(image, 0, 0, 20, 10)).square(), every: 10) == "../rg")
      #expect(try displayed(PickedImage(info(image, 0, 10, 20, 10)).square(), every: 10) == "yw/..")
      #expect(try displayed(PickedImage(info(image, 0, 0, 30, 10)).square(gap: .far), every: 10) == "rgb/ywk/...")
      let letterboxed = try PickedImage(info(image, 0, 0, 30, 20)).letterboxed(in: PixelSize(width: 60, height: 80))
      #expect(try displayed(letterboxed, every: 20) == ".../rgb/ywk/...")
    }

    /// Margins show nothing of what was cut away, and are where the window's gap was; else on both sides.
    @Test(arguments: ExifOrientation.allCases)
    func aLetterboxShowsTheCropAlone(_ tag: ExifOrientation) throws {
      let image = try photo(tag, times: 100)
      func letterboxed(
        _ rect: CGRect, _ width: Int, _ height: Int, gap: PickerCrop.Gap = .asDragged()
      ) throws -> String {
        let picked = try PickedImage([.originalImage: image, .cropRect: rect])
        let canvas = PixelSize<Output>(width: width, height: height)
        return try displayed(picked.letterboxed(in: canvas, gap: gap), every: 50)
      }
      let middle = CGRect(x: 100, y: 50, width: 100, height: 100)
      #expect(try letterboxed(middle, 200, 100) == ".gg./.ww.")
      #expect(try letterboxed(middle, 200, 100, gap: .near) == "..gg/..ww")
      #expect(try letterboxed(middle, 200, 100, gap: .far) == "gg../ww..")
      // A square that touches the right edge filled the window.
      #expect(try letterboxed(CGRect(x: 100, y: 0, width: 200, height: 200), 200, 100) == ".gb./.wk.")
      // Dragged down: the gap is at the top, whatever the shape of the canvas; margins beside are on both sides.
      let dragged = CGRect(x: 0, y: 0, width: 200, height: 100)
      #expect(try letterboxed(dragged, 100, 100) == "../rg")
      #expect(try letterboxed(dragged, 200, 50) == ".rg.")
      #expect(try letterboxed(dragged, 100, 150) == "../../rg")
      // Dragged to the left: the gap is at the right.
      let left = CGRect(x: 200, y: 0, width: 100, height: 200)
      #expect(try letterboxed(left, 150, 100) == "b../k..")
      #expect(try letterboxed(left, 50, 200) == "./b/k/.")
      // A square canvas shows the window, as long as it contains nothing else of the image.
      let picked = try PickedImage([.originalImage: image, .cropRect: dragged])
      let square = try displayed(picked.square(side: 100), every: 50)
      #expect(square == "../rg")
    }

    /// The picker of iPhone OS 3 displayed mirrored images as stored: its rectangle is of that image.
    @Test(arguments: ExifOrientation.allCases)
    func asPhotosReadIt(_ tag: ExifOrientation) throws {
      let image = try photo(tag, times: 10)
      let crop = try PickedImage(info(image, 0, 0, 20, 20), asPhotosRead: true)
      let stored = try #require(Picture.stored[tag])
      let mirrored = [.topRight, .bottomLeft, .leftTop, .rightBottom].contains(tag)
      let rows = (mirrored ? stored : Picture.upright).split(separator: "/")
      #expect(try displayed(crop.square(), every: 10) == rows.prefix(2).map { $0.prefix(2) }.joined(separator: "/"))
    }

    @Test func almostSquareIsSquare() throws {
      let crop = try PickedImage(photo(.rightTop, times: 100), cropRect: CGRect(x: 0, y: 0, width: 100, height: 98))
      #expect(crop.crop.rect.width == 98)
    }

    @Test func pointsAreScaled() throws {
      let crop = try PickedImage(
        photo(.rightTop, times: 10, scale: 2), cropRect: CGRect(x: 5, y: 0, width: 10, height: 10))
      #expect(try displayed(crop.square(), every: 10) == "gb/wk")
      #expect(crop.crop.rect == Rect2D(x: 10, y: 0, width: 20, height: 20))
    }

    @Test func nothingPickedIsAnError() throws {
      let image = try photo(.rightTop)
      #expect(throws: AppleImageError.notPicked) { try PickedImage([:]) }
      #expect(throws: AppleImageError.notPicked) { try PickedImage([.originalImage: image]) }
      #expect(throws: AppleImageError.outside) { try PickedImage(info(image, 5, 5, 2, 2)) }
      #expect(throws: AppleImageError.noPixels) { try PickedImage(info(UIImage(), 0, 0, 2, 2)) }
    }
  }
#endif
