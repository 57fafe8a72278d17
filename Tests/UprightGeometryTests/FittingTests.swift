// An image fitted into a box: numbers computed by hand, and the laws of fit, fill and stretch.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct FittingTests {
  typealias Laid = Transform2D<Displayed, Viewport>

  // 4032 × 3024 in a tall view of 390 × 844 points.
  @Test func aWideImageInATallView() throws {
    let size = PixelSize<Displayed>(width: 4032, height: 3024)
    let laid = Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 390, height: 844))
    #expect(near(laid.a, 0.09672619047619048) && near(laid.d, 0.09672619047619048))
    #expect(near(laid.tx, 0) && near(laid.ty, 275.75))
    let selection = Rect2D<Viewport>(x: 100, y: 400, width: 50, height: 60).applying(try #require(laid.inverse))
    #expect(near(selection, [1033.8461538, 1284.5538462, 516.9230769, 620.3076923]))
    #expect(selection.pixels(.outward) == PixelRect(x: 1033, y: 1284, width: 518, height: 621))
    #expect(near(selection.normalized(in: size), [0.2564102564, 0.4247863248, 0.1282051282, 0.2051282051]))
  }

  // 3000 × 4000 pixels in a wide view of 1024 × 768 points, with two pixels per point.
  @Test func aTallImageInAWideView() throws {
    let size = PixelSize<Displayed>(width: 3000, height: 4000)
    let laid = Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 1024, height: 768))
    #expect(near(laid.a * 2, 0.384) && near(laid.tx, 224) && near(laid.ty, 0))
    let selection = Rect2D<Viewport>(x: 300, y: 100, width: 200, height: 300).applying(try #require(laid.inverse))
    #expect(near(selection, [2 * 197.9166667, 2 * 260.4166667, 2 * 520.8333333, 2 * 781.25]))
    #expect(selection.pixels(.outward) == PixelRect(x: 395, y: 520, width: 1043, height: 1564))
    #expect(near(selection.normalized(in: size), [0.1319444444, 0.1302083333, 0.3472222222, 0.390625]))
  }

  @Test func aSelectionInTheMarginSelectsNothing() throws {
    let size = PixelSize<Displayed>(width: 1000, height: 1000)
    let back = try #require(Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 300, height: 200)).inverse)
    let beside = Rect2D<Viewport>(x: 0, y: 0, width: 40, height: 40).applying(back)
    #expect(near(beside, [-250, 0, 200, 200]))
    #expect(beside.clipped(to: size) == nil)
    let across = Rect2D<Viewport>(x: 40, y: 0, width: 20, height: 40).applying(back)
    #expect(near(across, [-50, 0, 100, 200]))
    #expect(try near(#require(across.clipped(to: size)), [0, 0, 50, 200]))
  }

  // A tap on a preview of 320 × 480 points of an image of 1536 × 2048.
  @Test(arguments: [
    (FittingMode.fill, 80.0, 120.0, 426.6666667, 512.0), (.fit, 80, 120, 384, 448), (.stretch, 80, 120, 384, 512),
    (.fill, 0, 0, 85.3333333, 0), (.fit, 0, 0, 0, -128), (.stretch, 0, 0, 0, 0),
  ])
  func aTapOnAPreview(mode: FittingMode, tapX: Double, tapY: Double, x: Double, y: Double) throws {
    let size = PixelSize<Displayed>(width: 1536, height: 2048)
    let laid = Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 320, height: 480), mode: mode)
    let place = Point2D<Viewport>(x: tapX, y: tapY).applying(try #require(laid.inverse))
    #expect(near(place.x, x) && near(place.y, y))
  }

  // Which stored pixels did the user select? 4032 × 3024 stored, tag 6, in a square view of 390 points.
  @Test func fromAViewToStoredPixels() throws {
    let orientation = Orientation(exif: .rightTop)
    let displayed = orientation.applied(to: PixelSize(width: 4032, height: 3024))
    let back = try #require(Laid.fitting(displayed, in: Rect2D(x: 0, y: 0, width: 390, height: 390)).inverse)
    let drag = Rect2D<Viewport>(x: 100, y: 50, width: 80, height: 80)
    let crop = try #require(drag.applying(back).clipped(to: displayed))
    let stored = crop.pixels(.outward).applying(orientation.inverse, in: displayed)
    #expect(stored == PixelRect(x: 516, y: 1667, width: 828, height: 828))
  }

  @Test func lawsOfTheThreeModes() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...5_000, using: &random), height: .random(in: 1...5_000, using: &random))
      let box = Rect2D<Viewport>(
        x: .random(in: -99...99, using: &random), y: .random(in: -99...99, using: &random),
        width: .random(in: 0.5...3_000, using: &random), height: .random(in: 0.5...3_000, using: &random))
      for mode in FittingMode.allCases {
        let laid = Laid.fitting(size, in: box, mode: mode)
        let image = size.bounds.rect.applying(laid)
        #expect(near(image.x + image.width / 2, box.x + box.width / 2), "centred")
        #expect(near(image.y + image.height / 2, box.y + box.height / 2), "centred")
        let spare = [box.width - image.width, box.height - image.height]
        switch mode {
        case .fit: #expect(laid.a == laid.d && near(spare.min() ?? 1, 0))
        case .fill: #expect(laid.a == laid.d && near(spare.max() ?? 1, 0))
        case .stretch: #expect(near(spare[0], 0) && near(spare[1], 0))
        }
      }
    }
  }

  @Test func anEmptyImageOrBoxHasNoWayBack() {
    let size = PixelSize<Displayed>(width: 4, height: 3)
    let box = Rect2D<Viewport>(x: 1, y: 2, width: 40, height: 30)
    for mode in FittingMode.allCases {
      #expect(Laid.fitting(PixelSize(width: 0, height: 3), in: box, mode: mode).inverse == nil)
      for (width, height) in [(0.0, 30.0), (40, 0), (-40, 30), (.nan, 30), (40, .nan), (.infinity, .infinity)] {
        let bad = Rect2D<Viewport>(x: 1, y: 2, width: width, height: height)
        #expect(Laid.fitting(size, in: bad, mode: mode).inverse == nil, "\(mode) \(bad)")
      }
    }
  }

  // The longest edge limited, never enlarged.
  @Test(arguments: [
    ((2048, 1536), 1024, (1024, 768)), ((1536, 2048), 1024, (768, 1024)), ((1024, 1024), 1024, (1024, 1024)),
    ((1025, 10), 1024, (1024, 10)), ((800, 600), 1024, (800, 600)), ((10_000, 1), 100, (100, 1)),
  ])
  func sizesWithinASquare(size: (Int, Int), edge: Int, expected: (Int, Int)) {
    let own = PixelSize<Displayed>(width: size.0, height: size.1)
    let fitted: PixelSize<Output> = own.fitted(in: PixelSize<Output>(width: edge, height: edge))
    #expect(fitted == PixelSize(width: expected.0, height: expected.1))
    #expect(own.scaled(toLongestEdge: edge) == fitted)
  }

  @Test func theLongestEdgeIsReachedOnlyWhereAskedFor() {
    let own = PixelSize<Displayed>(width: 800, height: 600)
    let (kept, enlarged): (PixelSize<Output>, PixelSize<Output>) = (
      own.scaled(toLongestEdge: 1024), own.scaled(toLongestEdge: 1024, enlarging: true)
    )
    #expect(kept == PixelSize(width: 800, height: 600) && enlarged == PixelSize(width: 1024, height: 768))
    let line = PixelSize<Displayed>(width: 1, height: 5_000)
    #expect(line.scaled(toLongestEdge: 100) == PixelSize<Output>(width: 1, height: 100), "at least one column")
  }

  @Test func fittedSizesKeepTheShapeInsideTheBox() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<5_000 {
      let own = PixelSize<Displayed>(
        width: .random(in: 1...9_000, using: &random), height: .random(in: 1...9_000, using: &random))
      let box = PixelSize<Output>(
        width: .random(in: 1...4_000, using: &random), height: .random(in: 1...4_000, using: &random))
      for enlarging in [false, true] {
        let fitted = own.fitted(in: box, enlarging: enlarging)
        #expect((1...box.width).contains(fitted.width) && (1...box.height).contains(fitted.height))
        #expect(enlarging || (fitted.width <= own.width && fitted.height <= own.height))
        let scale = min(
          Double(box.width) / Double(own.width), Double(box.height) / Double(own.height), enlarging ? .infinity : 1)
        #expect((Double(fitted.width) - Double(own.width) * scale).magnitude <= (fitted.width == 1 ? 1 : 0.5001))
        #expect((Double(fitted.height) - Double(own.height) * scale).magnitude <= (fitted.height == 1 ? 1 : 0.5001))
      }
    }
  }

  @Test func sizesOfNothingAndOfEverythingDoNotTrap() {
    let own = PixelSize<Displayed>(width: 4, height: 3)
    #expect(PixelSize<Displayed>(width: 0, height: 3).fitted(in: PixelSize<Output>(width: 9, height: 9)).isEmpty)
    #expect(own.fitted(in: PixelSize<Output>(width: 0, height: -5)) == PixelSize(width: 1, height: 1))
    let most = PixelSize<Output>(width: .max, height: .max)
    #expect(own.fitted(in: most) == PixelSize(width: 4, height: 3))
    #expect(own.fitted(in: most, enlarging: true).width > 1 << 61)
    let vast = PixelSize<Displayed>(width: .max, height: .max)
    #expect(vast.fitted(in: most, enlarging: true).width > 1 << 61)
    #expect(vast.fitted(in: PixelSize<Output>(width: 8, height: 6)) == PixelSize(width: 6, height: 6))
  }

  private func near(_ one: Double, _ other: Double) -> Bool { (one - other).magnitude < 1e-6 }

  private func near<S: Space>(_ rect: Rect2D<S>, _ numbers: [Double]) -> Bool {
    zip([rect.x, rect.y, rect.width, rect.height], numbers).allSatisfy { near($0, $1) }
  }
}
