// Mistakes of an article on selecting regions of an image (Moore, "Affine Transforms in iOS for Fun and Profit", 2022):
// its steps as printed, the wrong result, and ours.

import Testing
import UprightGeometry
import UprightTestTools

/// The article's steps, in its order: points of the image, then pixels, then `integral`.
private struct Article {
  let imageWidth, imageHeight: Double, imageScale: Double
  let bounds: (width: Double, height: Double)

  /// Scale and offset of "aspect fit"; the image's size is in points.
  var aspectFit: (scale: Double, x: Double, y: Double) {
    let (imageAspect, viewAspect) = (imageWidth / imageHeight, bounds.width / bounds.height)
    let scale = imageAspect > viewAspect ? bounds.width / imageWidth : bounds.height / imageHeight
    return (scale, (bounds.width - imageWidth * scale) * 0.5, (bounds.height - imageHeight * scale) * 0.5)
  }

  /// The selection in the image's points, clipped as `CGRect.intersection` does: null only if nothing even touches.
  func clipped(_ drag: Rect2D<Viewport>) -> Rect2D<Displayed>? {
    let fit = aspectFit
    let left = max(0, (drag.x - fit.x) / fit.scale), right = min(imageWidth, (drag.maxX - fit.x) / fit.scale)
    let top = max(0, (drag.y - fit.y) / fit.scale), bottom = min(imageHeight, (drag.maxY - fit.y) / fit.scale)
    guard right >= left, bottom >= top else { return nil }
    return Rect2D(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// The selection in pixels, rounded as `CGRect.integral` does.
  func integral(_ drag: Rect2D<Viewport>) -> PixelRect<Displayed>? {
    clipped(drag).map {
      let left = ($0.x * imageScale).rounded(.down), right = ($0.maxX * imageScale).rounded(.up)
      let top = ($0.y * imageScale).rounded(.down), bottom = ($0.maxY * imageScale).rounded(.up)
      return PixelRect(x: Int(left), y: Int(top), width: Int(right - left), height: Int(bottom - top))
    }
  }
}

extension SelectionTests {
  typealias Drag = Rect2D<Viewport>

  // 1. `image.size` is the displayed size, but `CGImage.cropping(to:)` cuts the stored pixels: wrong for each tag but
  // 1.
  @Test(arguments: allTags) func croppingIgnoresTheOrientation(tag: Int) throws {
    let orientation: Orientation<Stored, Displayed> = element(tag)
    let grid = CornerRule.numbered(width: 8, height: 6)
    let storedSize = PixelSize<Stored>(width: 8, height: 6)
    let size = orientation.applied(to: storedSize)
    let seen = CornerRule.displayed(grid, tag: tag)
    let view = Drag(x: 0, y: 0, width: 10 * Double(size.width), height: 10 * Double(size.height))
    let drag = Drag(x: 10, y: 10, width: 30, height: 20)
    let wanted = labels(seen, x: 1, y: 1, width: 3, height: 2)

    let article = Article(
      imageWidth: Double(size.width), imageHeight: Double(size.height), imageScale: 1,
      bounds: (view.width, view.height))
    let theirs = try #require(article.integral(drag))
    #expect(theirs == PixelRect(x: 1, y: 1, width: 3, height: 2))
    let theirPixels = labels(grid, x: theirs.x, y: theirs.y, width: theirs.width, height: theirs.height)
    #expect((CornerRule.displayed(theirPixels, tag: tag) == wanted) == (tag == 1))

    let ours = try #require(Placement(of: size, in: view).selection(drag)?.pixels(in: storedSize, orientation))
    let ourPixels = labels(grid, x: ours.x, y: ours.y, width: ours.width, height: ours.height)
    #expect(CornerRule.displayed(ourPixels, tag: tag) == wanted)

    // 4. Wrapped without its orientation, even the right crop is displayed as stored.
    #expect((ourPixels == wanted) == (tag == 1))
  }

  // 2. "Snap to the nearest pixels with `integral`": it rounds outward, and enlarges what was already whole.
  @Test func integralIsNotNearest() throws {
    let article = Article(imageWidth: 100, imageHeight: 100, imageScale: 1, bounds: (1000, 1000))
    let placement = Placement(
      of: PixelSize(width: 100, height: 100), in: Drag(x: 0, y: 0, width: 1000, height: 1000))
    let drag = Drag(x: 104, y: 104, width: 192, height: 192)  // 10.4 to 29.6: the nearest are 10 and 30
    #expect(article.integral(drag) == PixelRect(x: 10, y: 10, width: 20, height: 20))
    let off = Drag(x: 106, y: 106, width: 188, height: 188)  // 10.6 to 29.4: the nearest are 11 and 29
    #expect(article.integral(off) == PixelRect(x: 10, y: 10, width: 20, height: 20))
    let ours = try #require(placement.selection(off))
    #expect(ours.pixels(in: placement.size, rounding: .nearest) == PixelRect(x: 11, y: 11, width: 18, height: 18))
    #expect(ours.pixels(in: placement.size, rounding: .outward) == PixelRect(x: 10, y: 10, width: 20, height: 20))
  }

  @Test func integralEnlargesWhatWasWhole() throws {
    var random = SplitMix64(seed: 71)
    var (theirs, ours) = (0, 0)
    for _ in 0..<2_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...6_000, using: &random), height: .random(in: 1...6_000, using: &random))
      let view = Drag(
        x: 0, y: 0, width: Double(Int.random(in: 1...1_000, using: &random)),
        height: Double(Int.random(in: 1...1_000, using: &random)))
      let placement = Placement(of: size, in: view)
      let own = PixelRect<Displayed>(
        x: size.width / 3, y: size.height / 4, width: 1 + size.width / 5, height: 1 + size.height / 6)
      let drag = own.rect.applying(placement.toView)
      let article = Article(
        imageWidth: Double(size.width), imageHeight: Double(size.height), imageScale: 1,
        bounds: (view.width, view.height))
      if article.integral(drag) != own { theirs += 1 }
      if placement.selection(drag)?.pixels(in: size) != own { ours += 1 }
    }
    #expect(theirs > 1_000 && ours == 0)
  }

  // 3. Only a rectangle outside the image is null there. One that touches it has no area, so no image can be cropped to
  // it, and a view without area divides by zero.
  @Test func touchingIsNotNullThere() throws {
    let article = Article(imageWidth: 100, imageHeight: 100, imageScale: 1, bounds: (300, 200))
    let placement = Placement(of: PixelSize(width: 100, height: 100), in: Drag(x: 0, y: 0, width: 300, height: 200))
    #expect(article.clipped(Drag(x: 0, y: 0, width: 40, height: 40)) == nil)
    let touching = Drag(x: 10, y: 0, width: 40, height: 40)
    #expect(try #require(article.clipped(touching)).width == 0)
    #expect(article.integral(touching)?.isEmpty == true)
    #expect(placement.selection(touching) == nil)

    let flat = Article(imageWidth: 100, imageHeight: 100, imageScale: 1, bounds: (0, 0))
    #expect(flat.aspectFit.scale.isNaN || flat.aspectFit.scale == 0)
    let noView = Placement(of: PixelSize(width: 100, height: 100), in: Drag(x: 0, y: 0, width: 0, height: 0))
    #expect(noView.selection(touching) == nil)
  }

  // 4. Wrapped without its scale, an image of three pixels per point is shown at three times its size.
  @Test func withoutItsScaleACropGrows() throws {
    let size = PixelSize<Displayed>(width: 90, height: 60)
    let view = Drag(x: 0, y: 0, width: 300, height: 200)
    let drag = Drag(x: 140, y: 95, width: 12, height: 6)
    let crop = try #require(
      Placement(of: size, in: view, mode: .center, pixelsPerPoint: 3).selection(drag)?.pixels(in: size))
    #expect(crop.size == PixelSize(width: 36, height: 18))
    for (density, shown) in [(3.0, (12.0, 6.0)), (1, (36, 18))] {
      let wrapped = Placement<Viewport>(
        of: PixelSize(width: crop.width, height: crop.height), in: view, mode: .center, pixelsPerPoint: density)
      let seen = wrapped.size.bounds.rect.applying(wrapped.toView)
      #expect((seen.width - shown.0).magnitude < 1e-9 && (seen.height - shown.1).magnitude < 1e-9)
    }
  }

  // 5. Only "aspect fit" is supported: in any other mode the selection contains other pixels.
  @Test func onlyAspectFitIsThere() throws {
    let size = PixelSize<Displayed>(width: 600, height: 400)
    let view = Drag(x: 0, y: 0, width: 200, height: 300)
    let drag = Drag(x: 90.5, y: 120.5, width: 30, height: 40)
    let article = Article(imageWidth: 300, imageHeight: 200, imageScale: 2, bounds: (200, 300))
    let theirs = try #require(article.integral(drag))
    let right = ViewContentMode.allCases.filter {
      Placement(of: size, in: view, mode: $0, pixelsPerPoint: 2).selection(drag)?.pixels(in: size) == theirs
    }
    #expect(right == [.scaleAspectFit])
  }
}
