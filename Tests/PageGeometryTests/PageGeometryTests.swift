// The page's views: what is under a point, tiles, and selections in a rotated view.

import PageGeometry
import Testing
import UprightGeometry

struct PageGeometryTests {
  static let turns = Orientation<Window, Window>.all

  static func page(_ tag: ExifOrientation) -> PageGeometry {
    let page = PageGeometry(stored: PixelSize(width: 1203, height: 797), orientation: Orientation(exif: tag))
    for view in 0...1 { page.views[view].resize(to: PixelSize(width: 640, height: 480), margin: 24) }
    return page
  }

  static let middle = Point2D<Window>(x: 320, y: 240)

  @Test(arguments: ExifOrientation.allCases, turns)
  func aTurnedOrResizedViewKeepsTheImagesPointInItsMiddle(tag: ExifOrientation, turn: Orientation<Window, Window>)
    throws
  {
    let page = Self.page(tag)
    page.views[0].zoom(by: 3, at: Point2D(x: 200, y: 300))
    let before = try #require(page.views[0].displayedPoint(under: Self.middle))
    page.views[0].reorient(turn)
    page.views[0].resize(to: PixelSize(width: 300, height: 500), margin: 24)
    let after = try #require(page.views[0].displayedPoint(under: Point2D(x: 150, y: 250)))
    #expect((after.x - before.x).magnitude < 1e-9 && (after.y - before.y).magnitude < 1e-9)
    #expect(page.views[0].scale == 3 * Self.page(tag).views[0].scale)
  }

  @Test(arguments: ExifOrientation.allCases)
  func aFittedViewStaysFittedAndTheViewAsStoredShowsStoredPixels(tag: ExifOrientation) throws {
    let page = Self.page(tag)
    page.views[1].resize(to: PixelSize(width: 1203 + 20, height: 797 + 20), margin: 10)
    #expect(page.views[1].isFitted && (page.views[1].scale - 1).magnitude < 1e-12)
    let point = try #require(page.views[1].displayedPoint(under: Point2D(x: 110, y: 60)))
    let stored = point.applying(Transform2D(page.orientation.inverse, in: page.displayed))
    #expect((stored.x - 100).magnitude < 1e-9 && (stored.y - 50).magnitude < 1e-9)
  }

  @Test func zoomingStopsAtALimitAndTheImageStaysVisible() throws {
    let page = Self.page(.rightTop)
    let least = page.views[0].scale / 4
    for _ in 0..<20 { page.views[0].zoom(by: 0.5, at: Self.middle) }
    #expect(page.views[0].scale == least)
    for _ in 0..<40 { page.views[0].zoom(by: 2, at: Self.middle) }
    #expect(page.views[0].scale == ImageView.largestScale)
    page.views[0].pan(right: 1e9, down: -1e9)
    page.views[0].pan(right: .nan, down: 0)
    let area = page.views[0].area(of: try #require(Selection(Rect2D(x: 0, y: 0, width: 1, height: 1))))
    #expect(area.x > 0 && area.x < 640 && area.maxY > 0 && area.maxY < 480)
  }

  // Each pixel of the image is in one tile, and each tile is where the view shows its pixels.
  @Test(arguments: ExifOrientation.allCases, turns)
  func tilesCoverTheImageOnceAndTouchOnTheScreen(tag: ExifOrientation, turn: Orientation<Window, Window>) throws {
    let page = Self.page(tag)
    page.views[0].reorient(turn)
    let tile = PixelSize<Device>(width: 256, height: 256)
    for view in 0...1 {
      let found = try #require(page.tiles(in: view, tile: tile, pixelsPerPoint: 1.25, mostFactor: 64))
      #expect(Double(found.factor) * page.views[view].scale * 1.25 <= 1)
      #expect(Double(2 * found.factor) * page.views[view].scale * 1.25 > 1)
      var pixels = 0
      var boxes: Set<PixelRect<Device>> = []
      for row in found.rows {
        for column in found.columns {
          let one = try #require(
            page.tile(column: column, row: row, factor: found.factor, in: view, tile: tile, pixelsPerPoint: 1.25))
          pixels += one.width * one.height
          #expect(one.delivered.width == (one.width + found.factor - 1) / found.factor)
          boxes.insert(one.place.size.bounds.rect.applying(one.place.map).pixels(.nearest))
        }
      }
      #expect(pixels == page.stored.pixelCount)
      let left = try #require(boxes.map(\.x).min())
      let right = try #require(boxes.map(\.maxX).max())
      let top = try #require(boxes.map(\.y).min())
      let bottom = try #require(boxes.map(\.maxY).max())
      #expect(boxes.reduce(0) { $0 + $1.width * $1.height } == (right - left) * (bottom - top))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aTileShowsItsPixelsWhereTheViewShowsThem(tag: ExifOrientation) throws {
    let page = Self.page(tag)
    let tile = PixelSize<Device>(width: 256, height: 256)
    for view in 0...1 {
      let one = try #require(page.tile(column: 1, row: 0, factor: 2, in: view, tile: tile, pixelsPerPoint: 1))
      // A quarter of the tile from its top left corner, on the screen, and back to the image.
      let place = Point2D<Device>(x: Double(one.place.size.width) / 4, y: Double(one.place.size.height) / 4)
        .applying(one.place.map)
      let point = try #require(page.views[view].displayedPoint(under: Point2D(x: place.x, y: place.y)))
      let back = view == 0 ? (point.x, point.y) : Self.stored(point, page)
      let expected = (Double(one.x) + Double(one.width) / 4, Double(one.y) + Double(one.height) / 4)
      let most = 1 / page.views[view].scale
      #expect((back.0 - expected.0).magnitude <= most && (back.1 - expected.1).magnitude <= most)
    }
  }

  private static func stored(_ point: Point2D<Displayed>, _ page: PageGeometry) -> (Double, Double) {
    let kept = point.applying(Transform2D(page.orientation.inverse, in: page.displayed))
    return (kept.x, kept.y)
  }

  @Test(arguments: ExifOrientation.allCases, turns)
  func keysMoveAndResizeAsTheViewShows(tag: ExifOrientation, turn: Orientation<Window, Window>) throws {
    let page = Self.page(tag)
    page.views[0].reorient(turn)
    for view in 0...1 {
      let id = page.session.add(try #require(Selection(Rect2D(x: 0.4, y: 0.4, width: 0.2, height: 0.2))))
      let before = page.views[view].area(of: try #require(page.session[id]).area)
      page.nudge(id, right: 10, down: -20, in: view)
      page.grow(id, right: 5, down: 0, in: view)
      page.grow(id, right: 0, down: 7, in: view)
      let after = page.views[view].area(of: try #require(page.session[id]).area)
      let scale = page.views[view].scale
      let found = [
        after.x - before.x, after.y - before.y, after.width - before.width, after.height - before.height,
      ]
      #expect(zip(found, [10, -20, 5, 7]).allSatisfy { ($0 / scale - $1).magnitude < 1e-6 })
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aDragInEitherViewSelectsTheSamePixels(tag: ExifOrientation) throws {
    let page = Self.page(tag)
    page.session.snapping = .pixels
    let wanted = PixelRect<Stored>(x: 300, y: 200, width: 64, height: 32)
    let shown: Rect2D<Displayed> = wanted.applying(page.orientation, in: page.stored).rect
    for view in 0...1 {
      page.views[view].zoom(by: 2, at: Self.middle)
      let area = shown.applying(page.views[view].placement.toView).applying(page.views[view].toWindow)
      let id = try #require(
        page.begin(at: Point2D(x: area.maxX, y: area.y), in: view, reach: 8, ratio: nil, drawing: true))
      page.drag(to: Point2D(x: area.x, y: area.maxY), in: view)
      page.session.end()
      let numbers = try #require(page.numbers(of: id, rounding: .outward))
      #expect(numbers.stored.pixels == wanted)
      #expect(numbers.displayed.pixels.rect == shown)
    }
  }

  @Test func aNewSelectionHasTheShapeThatTheViewShows() throws {
    let page = Self.page(.topLeft)
    page.views[0].reorient(Orientation(clockwise: 1))
    let id = try #require(page.begin(at: Self.middle, in: 0, reach: 8, ratio: 2, drawing: true))
    page.drag(to: Point2D(x: 380, y: 270), in: 0)
    page.session.end()
    let area = page.views[0].area(of: try #require(page.session[id]).area)
    #expect((area.width / area.height - 2).magnitude < 1e-9)
    page.lockRatio(of: id)
    #expect((try #require(page.session[id]?.ratio) - 0.5).magnitude < 1e-9)
  }

  @Test func anEmptyImageOrWindowHasNoTilesAndNoPoints() {
    let page = PageGeometry(stored: PixelSize(width: 0, height: 5), orientation: .identity)
    let tile = PixelSize<Device>(width: 256, height: 256)
    #expect(page.tiles(in: 0, tile: tile, pixelsPerPoint: 1, mostFactor: 8) == nil)
    #expect(page.begin(at: Self.middle, in: 0, reach: 8, ratio: nil, drawing: false) == nil)
    let other = PageGeometry(stored: PixelSize(width: 10, height: 5), orientation: .identity)
    #expect(other.views[1].displayedPoint(under: Self.middle) == nil)
    #expect(TileGrid(PixelSize<Stored>(width: 10, height: 5), tile: tile, factor: .max) == nil)
  }
}
