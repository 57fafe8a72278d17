// Views in views: numbers computed by hand, four levels of random ones followed step by step, and views without an
// inverse.

import Testing
import UprightGeometry
import UprightTestTools

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
