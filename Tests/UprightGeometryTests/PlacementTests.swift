// Images in views: checked numbers, the thirteen modes compared with a simulated view, and everything that selects
// nothing.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct PlacementTests {
  typealias Drag = Rect2D<Viewport>
  let square = Drag(x: 0, y: 0, width: 390, height: 390)
  let photo = PixelSize<Displayed>(width: 3024, height: 4032)

  // MARK: Checked numbers

  /// A drag in a view that fits an image, and its meaning.
  struct FitRow: Sendable {
    let size: (Int, Int), density: Double, view: (Double, Double), drag: [Double]
    let inPixels, normalized: [Double]?
    let outward: [Int]?
  }

  static let fitRows = [
    FitRow(
      size: (4032, 3024), density: 1, view: (390, 844), drag: [100, 400, 50, 60],
      inPixels: [1033.8461538, 1284.5538462, 516.9230769, 620.3076923],
      normalized: [0.2564102564, 0.4247863248, 0.1282051282, 0.2051282051], outward: [1033, 1284, 518, 621]),
    FitRow(
      size: (3000, 4000), density: 2, view: (1024, 768), drag: [300, 100, 200, 300],
      inPixels: [197.9166667, 260.4166667, 520.8333333, 781.25].map { $0 * 2 },
      normalized: [0.1319444444, 0.1302083333, 0.3472222222, 0.390625], outward: [395, 520, 1043, 1564]),
    FitRow(
      size: (1000, 1000), density: 1, view: (300, 200), drag: [0, 0, 40, 40], inPixels: nil, normalized: nil,
      outward: nil),
    FitRow(
      size: (1000, 1000), density: 1, view: (300, 200), drag: [40, 0, 20, 40], inPixels: [0, 0, 50, 200],
      normalized: [0, 0, 0.05, 0.2], outward: [0, 0, 50, 200]),
  ]

  @Test(arguments: fitRows) func dragsInAViewThatFits(row: FitRow) {
    let size = PixelSize<Displayed>(width: row.size.0, height: row.size.1)
    let view = Drag(x: 0, y: 0, width: row.view.0, height: row.view.1)
    let drag = Drag(x: row.drag[0], y: row.drag[1], width: row.drag[2], height: row.drag[3])
    let selection = Placement(of: size, in: view, pixelsPerPoint: row.density).selection(drag)
    #expect((selection == nil) == (row.inPixels == nil))
    #expect(selection.map { near(numbers($0.rect(in: size)), row.inPixels) } ?? true)
    #expect(selection.map { near(numbers($0.area), row.normalized) } ?? true)
    #expect(selection?.pixels(in: size).map { [$0.x, $0.y, $0.width, $0.height] } == row.outward)
  }

  @Test func aPhotoOnItsSide() {
    let tag = Orientation(exif: .rightTop)
    let stored = PixelSize<Stored>(width: 4032, height: 3024)
    let selection = Placement(of: tag.applied(to: stored), in: square)
      .selection(Drag(x: 100, y: 50, width: 80, height: 80))
    #expect(selection?.pixels(in: stored, tag) == PixelRect(x: 516, y: 1667, width: 828, height: 828))
  }

  // A tap on a preview of 320 × 480 filled with an image of 1536 × 2048, and the result of scaling each direction
  // separately.
  @Test func aTapOnAPreviewIsNotStretched() throws {
    let size = PixelSize<Displayed>(width: 1536, height: 2048)
    let view = Drag(x: 0, y: 0, width: 320, height: 480)
    let rows: [(tap: [Double], fill: [Double], fit: [Double], naive: [Double])] = [
      ([80, 120], [426.6666667, 512], [384, 448], [384, 512]), ([0, 0], [85.3333333, 0], [0, -128], [0, 0]),
    ]
    for (tap, fill, fit, naive) in rows {
      for (mode, expected) in [(ViewContentMode.scaleAspectFill, fill), (.scaleAspectFit, fit), (.scaleToFill, naive)] {
        let place = Placement(of: size, in: view, mode: mode).displayedPoint(under: Point2D(x: tap[0], y: tap[1]))
        #expect(try near([#require(place).x, #require(place).y], expected), "\(mode)")
      }
      #expect([tap[0] * (1536 / 320), tap[1] * (2048 / 480)] == naive)
    }
    // The stretched result is right only on the upright line through the center.
    let filled = Placement(of: size, in: view, mode: .scaleAspectFill)
    for x in 0...320 {
      let place = try #require(filled.displayedPoint(under: Point2D(x: Double(x), y: 120)))
      let miss = (place.x - Double(x) * 1536 / 320).magnitude
      #expect(near([miss], [(Double(x) - 160).magnitude * 85.3333333 / 160]))
      #expect((miss < 1e-6) == (x == 160))
    }
  }

  // The square under the finger, moved into the image, in the stored pixels of a photo with tag 6.
  @Test func theSquareUnderATap() throws {
    let tag = Orientation(exif: .rightTop)
    let size = PixelSize<Displayed>(width: 1536, height: 2048)
    let filled = Placement(of: size, in: Drag(x: 0, y: 0, width: 320, height: 480), mode: .scaleAspectFill)
    let tap = try #require(filled.displayedPoint(under: Point2D(x: 80, y: 120)))
    let around = try #require(PixelRect.around(tap, size: PixelSize(width: 200, height: 200), in: size))
    #expect(around == PixelRect(x: 327, y: 412, width: 200, height: 200))
    #expect(around.applying(tag.inverse, in: size) == PixelRect<Stored>(x: 412, y: 1009, width: 200, height: 200))
    let corner = try #require(filled.displayedPoint(under: Point2D(x: 2, y: 479)))
    let moved = try #require(PixelRect.around(corner, size: PixelSize(width: 200, height: 200), in: size))
    #expect(moved == PixelRect(x: 0, y: 1848, width: 200, height: 200))
  }

  // MARK: Directions

  @Test func dragsInAllFourDirectionsAreOne() {
    let placement = Placement(of: photo, in: square)
    let expected = placement.selection(Drag(x: 100, y: 50, width: 80, height: 60))
    #expect(expected != nil)
    for drag in [
      Drag(x: 180, y: 50, width: -80, height: 60), Drag(x: 100, y: 110, width: 80, height: -60),
      Drag(x: 180, y: 110, width: -80, height: -60),
    ] {
      #expect(placement.selection(drag) == expected)
    }
    for backwards in [
      Drag(x: 390, y: 0, width: -390, height: 390), Drag(x: 0, y: 390, width: 390, height: -390),
      Drag(x: 390, y: 390, width: -390, height: -390),
    ] {
      #expect(Placement(of: photo, in: backwards) == placement)
    }
  }

  @Test func manySelectionsAreEachOnTheirOwn() {
    let placement = Placement(of: photo, in: square)
    let drags = [
      Drag(x: 100, y: 50, width: 80, height: 60), Drag(x: 0, y: 0, width: 20, height: 20),
      Drag(x: 180, y: 110, width: -80, height: -60), Drag(x: .nan, y: 0, width: 20, height: 20),
    ]
    let found = placement.selections(drags)
    #expect(found == drags.map(placement.selection))
    #expect(found.map { $0 == nil } == [false, true, false, true])
    let blind = Placement(of: photo, in: Drag(x: 0, y: 0, width: 0, height: 390))
    #expect(blind.selections(drags) == [nil, nil, nil, nil])
    #expect(placement.selections([]).isEmpty)
  }

  // MARK: Nothing

  // Views and images for which arithmetic misses the edge slightly: a drag that ends there still selects nothing.
  @Test func touchingAnEdgeOrACornerSelectsNothing() {
    for mode in ViewContentMode.allCases {
      for (width, height) in [(4032, 3024), (3024, 4032), (1000, 999), (7, 3), (1, 1), (11, 4001)] {
        for view in [Drag(x: 0, y: 0, width: 390, height: 844), Drag(x: 0.1, y: -7.3, width: 333.3, height: 77.7)] {
          let placement = Placement(
            of: PixelSize(width: width, height: height), in: view, mode: mode, pixelsPerPoint: 3)
          let seen = placement.size.bounds.rect.applying(placement.toView)
          for across in -1...1 {
            for down in -1...1 where (across, down) != (0, 0) {
              let beside = Drag(
                x: seen.x + Double(across) * seen.width, y: seen.y + Double(down) * seen.height, width: seen.width,
                height: seen.height)
              #expect(placement.selection(beside) == nil, "\(mode) \(width) × \(height), \(across) \(down)")
            }
          }
          #expect(placement.selection(seen)?.pixels(in: placement.size) == placement.size.bounds)
        }
      }
    }
  }

  @Test func besideTheImageIsNothing() {
    let placement = Placement(of: photo, in: square)  // visible from x = 48.75 to 341.25
    for drag in [
      Drag(x: 0, y: 0, width: 48, height: 390), Drag(x: 342, y: 0, width: 48, height: 390),
      Drag(x: 0, y: -20, width: 390, height: 20), Drag(x: 0, y: 390, width: 390, height: 20),
      Drag(x: 100, y: 100, width: 0, height: 50), Drag(x: 100, y: 100, width: 50, height: 0),
      Drag(x: 100, y: 100, width: 0, height: 0),
    ] {
      #expect(placement.selection(drag) == nil, "\(drag)")
    }
  }

  @Test func emptyViewsAndImagesAreNothing() {
    let drag = Drag(x: -99, y: -99, width: 999, height: 999)
    for mode in ViewContentMode.allCases {
      for (width, height) in [(0.0, 10.0), (10, 0), (0, 0), (.nan, 10), (10, .nan), (.infinity, .infinity)] {
        let placement = Placement(of: photo, in: Drag(x: 1, y: 2, width: width, height: height), mode: mode)
        #expect(placement.selection(drag) == nil, "\(mode) \(width) × \(height)")
        #expect(placement.toImage == nil && placement.displayedPoint(under: Point2D(x: 1, y: 2)) == nil)
      }
      for (width, height) in [(0, 10), (10, 0), (0, 0), (-10, 10), (10, -10), (.min, .max)] {
        let placement = Placement(of: PixelSize(width: width, height: height), in: square, mode: mode)
        #expect(placement.selection(drag) == nil, "\(mode) \(width) × \(height)")
        #expect(placement.toImage == nil && placement.displayedPoint(under: Point2D(x: 1, y: 2)) == nil)
      }
      for (x, y) in [(Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity)] {
        let placement = Placement(of: photo, in: Drag(x: x, y: y, width: 9, height: 9), mode: mode)
        #expect(placement.selection(drag) == nil, "\(mode) at \(x), \(y)")
      }
    }
  }

  @Test func whatIsNoNumberIsNothing() {
    for clips in [false, true] {
      for mode in ViewContentMode.allCases {
        let placement = Placement(of: photo, in: square, mode: mode, clipsToBounds: clips)
        for hole in 0..<4 {
          for bad in [Double.nan, .signalingNaN] {
            var drag = [-5.0, -5, 400, 400]
            drag[hole] = bad
            #expect(placement.selection(Drag(x: drag[0], y: drag[1], width: drag[2], height: drag[3])) == nil)
          }
        }
      }
    }
  }

  @Test func endlessAndHugeDragsEndAtTheImage() {
    for mode in ViewContentMode.allCases {
      let placement = Placement(of: photo, in: square, mode: mode)
      let all = photo.bounds
      for far in [1e6, 1e15, 1e300] {
        let drag = Drag(x: -far, y: -far, width: 2 * far, height: 2 * far)
        #expect(placement.selection(drag)?.pixels(in: photo) == all, "\(mode) \(far)")
      }
      let middle = placement.toView.apply(Point2D(x: 1512, y: 2016))
      let onwards = Drag(x: middle.x, y: middle.y, width: .infinity, height: .infinity)
      let quarter = PixelRect<Displayed>(x: 1512, y: 2016, width: 1512, height: 2016)
      #expect(placement.selection(onwards)?.pixels(in: photo) == quarter, "\(mode)")
      for drag in [
        Drag(x: .infinity, y: 0, width: 9, height: 9), Drag(x: -.infinity, y: 0, width: .infinity, height: 9),
        Drag(x: 0, y: .infinity, width: 9, height: -.infinity),
      ] {
        #expect(placement.selection(drag) == nil, "\(mode) \(drag)")
      }
    }
  }

  @Test func numbersWithoutAWayBackDoNotTrap() {
    let drag = Drag(x: 0, y: 0, width: 9, height: 9)
    for mode in ViewContentMode.allCases {
      for (extent, density) in [
        (1e-308, 1.0), (Double.leastNonzeroMagnitude, 1), (1e308, 1), (10, 1e-308), (10, 1e308), (1e308, 1e308),
      ] {
        for side in [1, .max] {
          let placement = Placement(
            of: PixelSize(width: side, height: side), in: Drag(x: 0, y: 0, width: extent, height: extent), mode: mode,
            pixelsPerPoint: density)
          let area = placement.selection(drag)?.area
          #expect(area.map { (0...1).contains($0.x) && $0.maxX <= 1 && $0.width > 0 } ?? true)
        }
      }
    }
  }

  // MARK: Scale and clipping

  @Test func aScaleThatIsNoneIsOne() {
    for density in [0, -2, .nan, .infinity, -.infinity] as [Double] {
      #expect(Placement(of: photo, in: square, mode: .center, pixelsPerPoint: density).pixelsPerPoint == 1)
    }
  }

  // 40 × 40 pixels, two per point, in the center of 10 × 10 points: the view shows the middle quarter.
  @Test func hiddenPartsAreSelectedOnlyWhereTheViewDoesNotClip() {
    let size = PixelSize<Displayed>(width: 40, height: 40)
    let view = Drag(x: 0, y: 0, width: 10, height: 10)
    let open = Placement(of: size, in: view, mode: .center, pixelsPerPoint: 2)
    let closed = Placement(of: size, in: view, mode: .center, pixelsPerPoint: 2, clipsToBounds: true)
    let drag = Drag(x: 15, y: 5, width: -20, height: 3)
    #expect(open.selection(drag)?.pixels(in: size) == PixelRect(x: 0, y: 20, width: 40, height: 6))
    #expect(closed.selection(drag)?.pixels(in: size) == PixelRect(x: 10, y: 20, width: 20, height: 6))
    for hidden in [Drag(x: 10, y: 0, width: 5, height: 10), Drag(x: 11, y: 0, width: 4, height: 10)] {
      #expect(open.selection(hidden) != nil && closed.selection(hidden) == nil)
    }
  }

  private func numbers<S: Space>(_ rect: Rect2D<S>) -> [Double] { [rect.x, rect.y, rect.width, rect.height] }

  private func near(_ ours: [Double], _ expected: [Double]?) -> Bool {
    guard let expected, ours.count == expected.count else { return false }
    return zip(ours, expected).allSatisfy { ($0 - $1).magnitude < 1e-6 }
  }
}

// Views in views: numbers computed by hand, four levels of random ones followed step by step, and views without an
// inverse.

@Suite struct ViewFrameTests {
  enum Scroller: Space {}
  enum Content: Space {}
  enum Photo: Space {}
  enum Overlay: Space {}

  @Test func aViewThatIsNeitherScrolledNorZoomedIsMovedOnly() {
    let view = ViewFrame<Photo, Viewport>(frame: Rect2D(x: 30, y: 40, width: 100, height: 50))
    #expect(view.bounds == Rect2D(x: 0, y: 0, width: 100, height: 50))
    #expect(view.toParent == Transform2D(scaleX: 1, scaleY: 1, tx: 30, ty: 40))
    #expect(view.fromParent == Transform2D(scaleX: 1, scaleY: 1, tx: -30, ty: -40))
  }

  @Test func whatIsScrolledAwayLiesBeforeTheFrame() {
    let view = ViewFrame<Scroller, Viewport>(
      frame: Rect2D(x: 10, y: 20, width: 100, height: 50), bounds: Rect2D(x: 300, y: -5, width: 100, height: 50))
    #expect(view.toParent.apply(Point2D(x: 300, y: -5)) == Point2D(x: 10, y: 20))
    #expect(view.toParent.apply(Point2D(x: 0, y: 0)) == Point2D(x: -290, y: 25))
    #expect(view.fromParent?.apply(Point2D(x: 11, y: 21)) == Point2D(x: 301, y: -4))
  }

  // Zoomed to twice its width and half its height.
  @Test func zoomedViewsScale() {
    let view = ViewFrame<Scroller, Viewport>(
      frame: Rect2D(x: 10, y: 20, width: 100, height: 50), bounds: Rect2D(x: 7, y: 8, width: 50, height: 100))
    #expect(view.toParent.apply(Point2D(x: 8, y: 10)) == Point2D(x: 12, y: 21))
    #expect(view.fromParent?.apply(Point2D(x: 12, y: 21)) == Point2D(x: 8, y: 10))
    #expect(view.bounds.applying(view.toParent) == view.frame)
  }

  // An overlay next to the photo's view: a drag on one is a drag on the other.
  @Test func betweenViewsInOneParent() throws {
    let photo = ViewFrame<Photo, Viewport>(frame: Rect2D(x: 0, y: 100, width: 390, height: 390))
    let overlay = ViewFrame<Overlay, Viewport>(frame: Rect2D(x: 20, y: 50, width: 300, height: 600))
    let drag = Rect2D<Overlay>(x: 80, y: 100, width: 80, height: 80)
    let there = try #require(overlay.map(to: photo))
    #expect(drag.applying(there) == Rect2D(x: 100, y: 50, width: 80, height: 80))
    let back = try #require(photo.map(to: overlay))
    #expect(drag.applying(there).applying(back) == drag)
  }

  // The photo is in scrolled, zoomed content; the overlay is directly in the window.
  @Test func viewsOfDifferentDepthsMeetInACommonOne() throws {
    let scroller = ViewFrame<Scroller, Viewport>(
      frame: Rect2D(x: 0, y: 60, width: 400, height: 700), bounds: Rect2D(x: 250, y: 40, width: 400, height: 700))
    let content = ViewFrame<Content, Scroller>(
      frame: Rect2D(x: 0, y: 0, width: 1200, height: 2400), bounds: Rect2D(x: 0, y: 0, width: 400, height: 800))
    let photo = ViewFrame<Photo, Content>(frame: Rect2D(x: 50, y: 30, width: 300, height: 300))
    let overlay = ViewFrame<Overlay, Viewport>(frame: Rect2D(x: 5, y: 5, width: 380, height: 750))
    let map = try #require(overlay.map(to: photo.within(content).within(scroller)))
    // Overlay (100, 100) is window (105, 105), scroller (355, 85), content (355 / 3, 85 / 3), photo that minus (50,
    // 30).
    let place = map.apply(Point2D(x: 100, y: 100))
    #expect(near(place.x, 355.0 / 3 - 50) && near(place.y, 85.0 / 3 - 30))
  }

  @Test func fourLevelsStepByStepAndBack() throws {
    var random = SplitMix64(seed: 31)
    for _ in 0..<2_000 {
      let scroller: ViewFrame<Scroller, Viewport> = someView(&random)
      let content: ViewFrame<Content, Scroller> = someView(&random)
      let photo: ViewFrame<Photo, Content> = someView(&random)
      let overlay: ViewFrame<Overlay, Viewport> = someView(&random)
      let start = Point2D<Photo>(x: .random(in: -99...99, using: &random), y: .random(in: -99...99, using: &random))
      // One level after the other, by fractions of the extent instead of by maps.
      let inContent = step(start, out: photo)
      let inWindow: Point2D<Viewport> = step(step(inContent, out: content), out: scroller)
      let deep = photo.within(content).within(scroller)
      #expect(near(start.applying(deep.toParent), inWindow))
      #expect(near(start.applying(photo.toParent.then(content.toParent).then(scroller.toParent)), inWindow))
      let there = try #require(deep.map(to: overlay))
      #expect(near(start.applying(there).applying(overlay.toParent), inWindow))
      let back = try #require(overlay.map(to: deep))
      #expect(near(start.applying(there).applying(back), start))
    }
  }

  @Test func framesDrawnBackwardsAreTheSameFrames() {
    let own = ViewFrame<Photo, Viewport>(
      frame: Rect2D(x: 110, y: 70, width: -100, height: -50), bounds: Rect2D(x: 50, y: 0, width: -50, height: 100))
    let expected = ViewFrame<Photo, Viewport>(
      frame: Rect2D(x: 10, y: 20, width: 100, height: 50), bounds: Rect2D(x: 0, y: 0, width: 50, height: 100))
    #expect(own == expected)
    #expect(
      ViewFrame<Photo, Viewport>(frame: Rect2D(x: 110, y: 70, width: -100, height: -50)).bounds
        == Rect2D(x: 0, y: 0, width: 100, height: 50))
  }

  @Test func viewsWithoutAreaLeadNowhere() {
    let whole = Rect2D<Viewport>(x: 1, y: 2, width: 30, height: 40)
    let other = ViewFrame<Overlay, Viewport>(frame: whole)
    for (width, height) in [(0.0, 9.0), (9, 0), (.nan, 9), (9, .nan), (.infinity, 9), (9, .infinity)] {
      let flat = ViewFrame<Photo, Viewport>(frame: Rect2D(x: 1, y: 2, width: width, height: height))
      #expect(flat.fromParent == nil && other.map(to: flat) == nil, "frame \(width) × \(height)")
      let blind = ViewFrame<Photo, Viewport>(frame: whole, bounds: Rect2D(x: 0, y: 0, width: width, height: height))
      #expect(blind.fromParent == nil && other.map(to: blind) == nil, "bounds \(width) × \(height)")
    }
    for (x, y) in [(Double.nan, 0.0), (0, .nan), (.infinity, 0), (0, -.infinity)] {
      let lost = ViewFrame<Photo, Viewport>(frame: Rect2D(x: x, y: y, width: 9, height: 9))
      #expect(lost.fromParent == nil && other.map(to: lost) == nil, "at \(x), \(y)")
    }
  }

  private func step<Local: Space, Parent: Space>(
    _ point: Point2D<Local>, out view: ViewFrame<Local, Parent>
  ) -> Point2D<Parent> {
    let across = (point.x - view.bounds.x) / view.bounds.width
    let down = (point.y - view.bounds.y) / view.bounds.height
    return Point2D(x: view.frame.x + across * view.frame.width, y: view.frame.y + down * view.frame.height)
  }

  private func someView<Local: Space, Parent: Space>(_ random: inout SplitMix64) -> ViewFrame<Local, Parent> {
    ViewFrame(frame: someRect(&random), bounds: someRect(&random))
  }

  private func someRect<S: Space>(_ random: inout SplitMix64) -> Rect2D<S> {
    Rect2D(
      x: .random(in: -99...99, using: &random), y: .random(in: -99...99, using: &random),
      width: .random(in: 10...500, using: &random), height: .random(in: 10...500, using: &random))
  }

  // Four zooms of up to fifty times are in between.
  private func near(_ one: Double, _ other: Double) -> Bool {
    (one - other).magnitude < 1e-8 * max(1, other.magnitude)
  }

  private func near<S: Space>(_ one: Point2D<S>, _ other: Point2D<S>) -> Bool {
    near(one.x, other.x) && near(one.y, other.y)
  }
}
