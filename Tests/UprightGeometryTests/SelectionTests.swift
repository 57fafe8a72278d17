// Selections: their contents, what is not one, whole pixels as displayed and as stored, Vision's form, and views that
// change.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct SelectionTests {
  typealias Share = Rect2D<Normalized<Displayed>>
  let size = PixelSize<Displayed>(width: 40, height: 30)

  // MARK: Contents

  @Test func whatLiesOutsideIsLeftOut() {
    #expect(
      Selection(Share(x: 0.25, y: 0.5, width: 0.5, height: 0.25))?.area
        == Share(x: 0.25, y: 0.5, width: 0.5, height: 0.25))
    #expect(
      Selection(Share(x: -1, y: -1, width: 1.5, height: 1.25))?.area == Share(x: 0, y: 0, width: 0.5, height: 0.25))
    #expect(
      Selection(Share(x: 0.75, y: 0.5, width: 9, height: 9))?.area == Share(x: 0.75, y: 0.5, width: 0.25, height: 0.5))
    #expect(
      Selection(Share(x: 0.75, y: 0.75, width: -0.5, height: -0.25))?.area
        == Share(x: 0.25, y: 0.5, width: 0.5, height: 0.25))
    #expect(
      Selection(Share(x: 0.5, y: 0.5, width: .infinity, height: 1))?.area
        == Share(x: 0.5, y: 0.5, width: 0.5, height: 0.5))
    let part = Selection(Rect2D(x: 30, y: -9, width: 99, height: 24), in: size)
    #expect(part?.area == Share(x: 0.75, y: 0, width: 0.25, height: 0.5))
  }

  @Test(arguments: [
    (1.0, 0.0, 0.5, 0.5), (0, 1, 0.5, 0.5), (-0.5, 0, 0.5, 0.5), (0, -0.5, 0.5, 0.5), (1, 1, 1, 1), (-1, -1, 1, 1),
    (2, 0, 1, 1), (0, -3, 1, 1), (0.5, 0.5, 0, 0.5), (0.5, 0.5, 0.5, 0), (.nan, 0, 1, 1), (0, .nan, 1, 1),
    (0, 0, .nan, 1), (0, 0, 1, .nan), (-.infinity, 0, .infinity, 1), (.infinity, 0, 1, 1), (0, 0, -.infinity, 1),
  ])
  func nothingIsNoSelection(x: Double, y: Double, width: Double, height: Double) {
    let share = Share(x: x, y: y, width: width, height: height)
    #expect(Selection(share) == nil)
    #expect(Selection(share.denormalized(in: size), in: size) == nil)
    #expect(Selection(vision: Rect2D(x: x, y: y, width: width, height: height)) == nil)
  }

  // A drag that exceeds an edge by arithmetic error only touches it.
  @Test func edgesAreTouchedToAMillionthOfAPixel() {
    for miss in [0, 1e-13, 1e-9, 9e-7] {
      for (x, y) in [(miss - 5, 10), (40 - miss, 10), (10, miss - 5), (10, 30 - miss), (miss - 5, miss - 5)] {
        #expect(Selection(Rect2D(x: x, y: y, width: 5, height: 5), in: size) == nil, "\(miss) at \(x), \(y)")
      }
    }
    for (x, y) in [(-4.999, 10.0), (39.999, 10), (10, -4.999), (10, 29.999)] {
      #expect(Selection(Rect2D(x: x, y: y, width: 5, height: 5), in: size)?.pixels(in: size) != nil, "\(x), \(y)")
    }
  }

  @Test func imagesWithoutPixelsHoldNone() throws {
    let all = try #require(Selection(Share(x: 0, y: 0, width: 1, height: 1)))
    for (width, height) in [(0, 9), (9, 0), (0, 0), (-9, 9), (9, -9), (.min, .min)] {
      let empty = PixelSize<Displayed>(width: width, height: height)
      #expect(Selection(Rect2D(x: 0, y: 0, width: 5, height: 5), in: empty) == nil)
      for rounding in PixelRounding.allCases {
        #expect(all.pixels(in: empty, rounding: rounding) == nil)
        for tag in allTags {
          let stored = PixelSize<Stored>(width: width, height: height)
          #expect(all.pixels(in: stored, element(tag), rounding: rounding) == nil)
        }
      }
    }
  }

  @Test func aSelectionTakenAgainIsTheSame() throws {
    var random = SplitMix64(seed: 61)
    for _ in 0..<5_000 {
      let share = Share(
        x: .random(in: -0.5...0.99, using: &random), y: .random(in: -0.5...0.99, using: &random),
        width: .random(in: 0.6...2, using: &random), height: .random(in: 0.6...2, using: &random))
      let own = try #require(Selection(share))
      #expect(own.area.x >= 0 && own.area.y >= 0 && own.area.maxX <= 1 && own.area.maxY <= 1)
      #expect(Selection(own.area) == own)
    }
  }

  // MARK: Whole pixels

  @Test func roundedAsAsked() throws {
    let own = try #require(Selection(Rect2D(x: 10.4, y: 5.6, width: 10.2, height: 10.2), in: size))
    #expect(own.pixels(in: size) == PixelRect(x: 10, y: 5, width: 11, height: 11))
    #expect(own.pixels(in: size, rounding: .nearest) == PixelRect(x: 10, y: 6, width: 11, height: 10))
    #expect(own.pixels(in: size, rounding: .inward) == PixelRect(x: 11, y: 6, width: 9, height: 9))
    let sliver = try #require(Selection(Rect2D(x: 10.2, y: 5, width: 0.2, height: 10), in: size))
    #expect(sliver.pixels(in: size) == PixelRect(x: 10, y: 5, width: 1, height: 10))
    #expect(sliver.pixels(in: size, rounding: .nearest) == nil && sliver.pixels(in: size, rounding: .inward) == nil)
  }

  // The first pixel as displayed, where it is stored: outward by at most a pixel, for each tag.
  @Test func roundedAsDisplayedThenStored() throws {
    let stored = PixelSize<Stored>(width: 40, height: 30)
    for tag in allTags {
      let orientation: Orientation<Stored, Displayed> = element(tag)
      let displayed = orientation.applied(to: stored)
      let own = try #require(Selection(Rect2D(x: 2.3, y: 4.4, width: 3.4, height: 1.2), in: displayed))
      for rounding in PixelRounding.allCases {
        let seen = own.pixels(in: displayed, rounding: rounding)
        let there = own.pixels(in: stored, orientation, rounding: rounding)
        #expect(there?.applying(orientation, in: stored) == seen, "tag \(tag) \(rounding)")
      }
      #expect(own.pixels(in: displayed) == PixelRect(x: 2, y: 4, width: 4, height: 2))
      #expect(own.pixels(in: displayed, rounding: .inward) == nil)
    }
  }

  @Test(arguments: cropRows) func cropsAsDisplayedLieThereAsStored(row: CropRow) throws {
    let orientation: Orientation<Stored, Displayed> = element(row.tag)
    let stored = PixelSize<Stored>(width: row.stored[0], height: row.stored[1])
    let (own, there) = (row.displayedRect, row.storedRect)
    let crop = PixelRect<Displayed>(x: own[0], y: own[1], width: own[2], height: own[3])
    let selection = try #require(Selection(crop.rect, in: orientation.applied(to: stored)))
    for rounding in PixelRounding.allCases {
      #expect(selection.pixels(in: orientation.applied(to: stored), rounding: rounding) == crop)
      #expect(
        selection.pixels(in: stored, orientation, rounding: rounding)
          == PixelRect(x: there[0], y: there[1], width: there[2], height: there[3]))
    }
  }

  // A box as in a label file, 0.1…0.9 across and 0.1…0.5 down the displayed image.
  @Test func aLabelledBoxOnAPhotoOnItsSide() {
    let selection = Selection(Share(x: 0.1, y: 0.1, width: 0.8, height: 0.4))
    let tag = Orientation(exif: .rightTop)
    #expect(selection?.pixels(in: PixelSize(width: 40, height: 100)) == PixelRect(x: 4, y: 10, width: 32, height: 40))
    let stored = selection?.pixels(in: PixelSize<Stored>(width: 100, height: 40), tag)
    #expect(stored == PixelRect(x: 10, y: 4, width: 40, height: 32))
  }

  // 20,000 selections of whole pixels, through a view and the normalized form, are unchanged: all modes, roundings and
  // tags.
  @Test func alignedSelectionsStayAsTheyAre() throws {
    var random = SplitMix64(seed: 62)
    var changed = 0
    for _ in 0..<20_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...12_000, using: &random), height: .random(in: 1...12_000, using: &random))
      let view = Rect2D<Viewport>(
        x: .random(in: -100...100, using: &random), y: .random(in: -100...100, using: &random),
        width: .random(in: 1...2_000, using: &random), height: .random(in: 1...2_000, using: &random))
      let mode = ViewContentMode.allCases.randomElement(using: &random) ?? .center
      let placement = Placement(of: size, in: view, mode: mode, pixelsPerPoint: .random(in: 1...3, using: &random))
      let own = somePixels(in: size, &random)
      let found = try #require(placement.selection(own.rect.applying(placement.toView)))
      for tag in allTags {
        let orientation: Orientation<Stored, Displayed> = element(tag)
        let stored = orientation.inverse.applied(to: size)
        let there = own.applying(orientation.inverse, in: size)
        for rounding in PixelRounding.allCases
        where found.pixels(in: stored, orientation, rounding: rounding) != there { changed += 1 }
      }
    }
    #expect(changed == 0)
  }

  // MARK: Other forms

  @Test func asStored() throws {
    var random = SplitMix64(seed: 63)
    for _ in 0..<1_000 {
      let own = somePixels(in: size, &random)
      let selection = try #require(Selection(own.rect, in: size))
      for tag in allTags {
        let orientation: Orientation<Stored, Displayed> = element(tag)
        let stored = orientation.inverse.applied(to: size)
        let there = selection.stored(orientation).denormalized(in: stored)
        #expect(there.pixels(.nearest) == own.applying(orientation.inverse, in: size), "tag \(tag)")
        #expect(there.pixels(.inward) == there.pixels(.outward))
      }
    }
  }

  // A face in the upper left quarter: Vision measures from below.
  @Test func asVisionGivesAndWantsIt() throws {
    let vision = Rect2D<YUp<Normalized<Displayed>>>(x: 0.125, y: 0.5, width: 0.25, height: 0.375)
    let own = try #require(Selection(vision: vision))
    #expect(own.area == Share(x: 0.125, y: 0.125, width: 0.25, height: 0.375))
    #expect(own.vision == vision)
    #expect(own.pixels(in: PixelSize(width: 80, height: 160)) == PixelRect(x: 10, y: 20, width: 20, height: 60))
  }

  @Test func throughVisionAndBack() throws {
    var random = SplitMix64(seed: 64)
    for _ in 0..<5_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...12_000, using: &random), height: .random(in: 1...12_000, using: &random))
      let own = somePixels(in: size, &random)
      let there = try #require(Selection(own.rect, in: size)).vision
      // Measured from below in pixels.
      let fromBelow = Double(size.height - own.maxY) / Double(size.height)
      #expect((there.y - fromBelow).magnitude < 1e-12 && there.x == Double(own.x) / Double(size.width))
      #expect(there.x >= 0 && there.y >= 0 && there.maxX <= 1 && there.maxY <= 1)
      for orientation in ExifOrientation.allCases.map({ Orientation<Stored, Displayed>(exif: $0) }) {
        let stored = try #require(Selection(own.rect, in: size)).stored(orientation)
        #expect(stored.x >= 0 && stored.y >= 0 && stored.maxX <= 1 && stored.maxY <= 1)
      }
      let back = try #require(Selection(vision: there))
      #expect(PixelRounding.allCases.allSatisfy { back.pixels(in: size, rounding: $0) == own })
    }
  }

  // MARK: Views that change

  // Selected in one view, shown in another (resized, rotated, with another layout), selected there again: the same
  // pixels.
  @Test func outlivesTheView() throws {
    var random = SplitMix64(seed: 65)
    for _ in 0..<3_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...5_000, using: &random), height: .random(in: 1...5_000, using: &random))
      let (one, other) = (somePlacement(of: size, &random), somePlacement(of: size, &random))
      let part = Rect2D<Displayed>(
        x: .random(in: 0..<Double(size.width), using: &random), y: .random(in: 0..<Double(size.height), using: &random),
        width: .random(in: 0.1...500, using: &random), height: .random(in: 0.1...500, using: &random))
      let first = try #require(one.selection(part.applying(one.toView)))
      let again = try #require(other.selection(other.area(of: first)))
      for rounding in PixelRounding.allCases {
        #expect(again.pixels(in: size, rounding: rounding) == first.pixels(in: size, rounding: rounding))
      }
    }
  }

  @Test func seenInATurnedView() throws {
    let photo = PixelSize<Displayed>(width: 4000, height: 3000)
    let upright = Placement(of: photo, in: Rect2D<Viewport>(x: 0, y: 0, width: 400, height: 800))
    let onItsSide = Placement(
      of: photo, in: Rect2D<Viewport>(x: 0, y: 0, width: 800, height: 400), mode: .scaleAspectFill)
    let drag = Rect2D<Viewport>(x: 100, y: 280, width: 200, height: 60)  // the image is visible from y = 250 to 550
    let selection = try #require(upright.selection(drag))
    #expect(selection.pixels(in: photo) == PixelRect(x: 1000, y: 300, width: 2000, height: 600))
    #expect(near(upright.area(of: selection), drag))
    // There it is 800 × 600, from y = -100 to 500.
    #expect(near(onItsSide.area(of: selection), Rect2D(x: 200, y: -40, width: 400, height: 120)))
  }

  @Test func findsTheSamePartOfAScaledCopy() throws {
    let selection = try #require(
      Selection(Rect2D(x: 1000, y: 300, width: 2000, height: 600), in: PixelSize(width: 4000, height: 3000)))
    #expect(
      selection.pixels(in: PixelSize(width: 400, height: 300)) == PixelRect(x: 100, y: 30, width: 200, height: 60))
    #expect(selection.pixels(in: PixelSize(width: 7, height: 5)) == PixelRect(x: 1, y: 0, width: 5, height: 2))
    #expect(selection.pixels(in: PixelSize(width: 1, height: 1), rounding: .inward) == nil)
  }

  private func somePlacement(of size: PixelSize<Displayed>, _ random: inout SplitMix64) -> Placement<Viewport> {
    let view = Rect2D<Viewport>(
      x: .random(in: -100...100, using: &random), y: .random(in: -100...100, using: &random),
      width: .random(in: 50...2_000, using: &random), height: .random(in: 50...2_000, using: &random))
    return Placement(
      of: size, in: view, mode: ViewContentMode.allCases.randomElement(using: &random) ?? .center,
      pixelsPerPoint: .random(in: 1...3, using: &random))
  }

  private func somePixels(in size: PixelSize<Displayed>, _ random: inout SplitMix64) -> PixelRect<Displayed> {
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    return PixelRect(
      x: x, y: y, width: .random(in: 1...size.width - x, using: &random),
      height: .random(in: 1...size.height - y, using: &random))
  }

  private func near<S: Space>(_ one: Rect2D<S>, _ other: Rect2D<S>) -> Bool {
    zip([one.x, one.y, one.width, one.height], [other.x, other.y, other.width, other.height])
      .allSatisfy { ($0 - $1).magnitude < 1e-9 }
  }
}

// Mistakes of an article on selecting regions of an image (Moore, "Affine Transforms in iOS for Fun and Profit", 2022):
// its steps as printed, the wrong result, and ours.

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
