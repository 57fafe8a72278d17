// Drags: what is hit, what follows a handle, what is redrawn, and views that change while a finger is down.

import Testing
@testable import UprightGeometry
import UprightTestTools

@Suite struct SelectionSessionGestureTests {
  typealias Place = Point2D<Viewport>

  let session = SelectionSessionTests.session(.topLeft)

  /// The image of 400 × 300 at half its size, ten points from the top left corner.
  let placement = Placement<Viewport>(
    of: PixelSize<Displayed>(width: 400, height: 300), in: Rect2D(x: 10, y: 10, width: 200, height: 150),
    mode: .scaleAspectFit)

  private func rect(_ session: SelectionSession, _ id: Int?) throws -> Rect2D<Displayed> {
    let rect = try #require(id.flatMap { session[$0] }).area.rect(in: session.displayedSize)
    func tidy(_ value: Double) -> Double { (value * 1e6).rounded() / 1e6 }
    return Rect2D(x: tidy(rect.x), y: tidy(rect.y), width: tidy(rect.width), height: tidy(rect.height))
  }

  private func dragged(
    _ session: SelectionSession, from: Place, to: Place..., ratio: Double? = nil
  ) -> (SelectionSession, Int?) {
    var session = session
    let id = session.begin(at: from, in: placement, reach: 5, ratioOfNew: ratio)
    for place in to { session.drag(to: place, in: placement) }
    session.end()
    return (session, id)
  }

  /// With one selection from 100, 80 to 200, 180 of the image: from 60, 50 to 110, 100 in the view.
  private func one() throws -> (SelectionSession, Int) {
    var session = session
    let part = Rect2D<Displayed>(x: 100, y: 80, width: 100, height: 100)
    let id = session.add(try #require(Selection(part, in: session.displayedSize)))
    return (session, id)
  }

  @Test func handlesAreHitBeforeInsides() throws {
    var (session, id) = try one()
    let view = Rect2D<Viewport>(x: 60, y: 50, width: 50, height: 50)
    for handle in SelectionHandle.allCases {
      let place = handle.point(on: view)
      for (dx, dy) in [(0.0, 0.0), (4.0, -4.0), (-5.0, 5.0)] {
        let near = Place(x: place.x + dx, y: place.y + dy)
        #expect(session.hit(near, in: placement, reach: 5) == .handle(handle, of: id))
      }
    }
    #expect(session.hit(Place(x: 85, y: 75), in: placement, reach: 5) == .inside(id))
    #expect(session.hit(Place(x: 116, y: 75), in: placement, reach: 5) == nil)
    #expect(session.hit(Place(x: .nan, y: 75), in: placement, reach: 5) == nil)
    let above = session.add(try SelectionSessionTests.selection(0, 0, 1, 1))
    #expect(session.hit(Place(x: 85, y: 75), in: placement, reach: 5) == .inside(above))
    #expect(session.hit(Place(x: 60, y: 50), in: placement, reach: 5) == .handle(.topLeft, of: id))
    session.raise(id)
    #expect(session.hit(Place(x: 85, y: 75), in: placement, reach: 5) == .inside(id))
    #expect(session.areas(in: placement).map(\.id) == [above, id])
    #expect(session.areas(in: placement).last?.area == view)
  }

  @Test func aDragInsideMovesWithoutDrift() throws {
    let (start, id) = try one()
    let (moved, held) = dragged(
      start, from: Place(x: 85, y: 75), to: Place(x: -900, y: 900), Place(x: 95, y: 70))
    #expect(held == id)
    #expect(try rect(moved, id) == Rect2D(x: 120, y: 70, width: 100, height: 100))
    let (pushed, _) = dragged(start, from: Place(x: 85, y: 75), to: Place(x: 900, y: -900))
    #expect(try rect(pushed, id) == Rect2D(x: 300, y: 0, width: 100, height: 100))
    var undone = pushed
    undone.undo()
    #expect(undone.selections == start.selections)
  }

  @Test func eachHandleMovesItsEdgesAlone() throws {
    let (start, id) = try one()
    let view = Rect2D<Viewport>(x: 60, y: 50, width: 50, height: 50)
    for handle in SelectionHandle.allCases {
      let grip = handle.point(on: view)
      let (resized, _) = dragged(
        start, from: Place(x: grip.x + 2, y: grip.y - 1), to: Place(x: grip.x + 12, y: grip.y + 9))
      var expected = Rect2D<Displayed>(x: 100, y: 80, width: 100, height: 100)
      if handle.horizontal == .near { (expected.x, expected.width) = (120, 80) }
      if handle.horizontal == .far { expected.width = 120 }
      if handle.vertical == .near { (expected.y, expected.height) = (100, 80) }
      if handle.vertical == .far { expected.height = 120 }
      #expect(try rect(resized, id) == expected)
    }
  }

  @Test func beyondTheOppositeEdgeItTurnsOver() throws {
    let (start, id) = try one()
    let (over, _) = dragged(start, from: Place(x: 110, y: 100), to: Place(x: 30, y: 20))
    #expect(try rect(over, id) == Rect2D(x: 40, y: 20, width: 60, height: 60))
    let (out, _) = dragged(start, from: Place(x: 110, y: 100), to: Place(x: 900, y: 900))
    #expect(try rect(out, id) == Rect2D(x: 100, y: 80, width: 300, height: 220))
    let (flat, _) = dragged(start, from: Place(x: 110, y: 75), to: Place(x: 60, y: 300))
    #expect(try rect(flat, id) == Rect2D(x: 100, y: 80, width: 1, height: 100))
  }

  @Test func aNewOneIsDrawnWhereNothingLies() throws {
    let (drawn, id) = dragged(session, from: Place(x: 110, y: 85), to: Place(x: 60, y: 110))
    #expect(try rect(drawn, id) == Rect2D(x: 100, y: 150, width: 100, height: 50))
    let (wide, second) = dragged(session, from: Place(x: -50, y: -50), to: Place(x: 500, y: 85))
    #expect(try rect(wide, second) == Rect2D(x: 0, y: 0, width: 400, height: 150))
    let (square, third) = dragged(session, from: Place(x: 110, y: 85), to: Place(x: 130, y: 95), ratio: 1)
    #expect(try rect(square, third) == Rect2D(x: 200, y: 150, width: 40, height: 40))
    #expect(square[try #require(third)]?.ratio == 1)
  }

  @Test func aLockedShapeIsKeptFromTheNextDragOn() throws {
    var (session, id) = try one()
    session.lock(id, to: 2)
    #expect(try rect(session, id) == Rect2D(x: 100, y: 80, width: 100, height: 100))
    let (wide, _) = dragged(session, from: Place(x: 110, y: 100), to: Place(x: 130, y: 95))
    #expect(try rect(wide, id) == Rect2D(x: 100, y: 80, width: 180, height: 90))
    let (middle, _) = dragged(session, from: Place(x: 85, y: 100), to: Place(x: 85, y: 75))
    #expect(try rect(middle, id) == Rect2D(x: 100, y: 80, width: 100, height: 50))
    session.lock(id, to: nil)
    let (free, _) = dragged(session, from: Place(x: 110, y: 100), to: Place(x: 130, y: 95))
    #expect(try rect(free, id) == Rect2D(x: 100, y: 80, width: 140, height: 90))
  }

  @Test func dragsKeepToPixelsWhereTheyAreTold() throws {
    var (session, id) = try one()
    session.snapping = .pixels
    let (sized, _) = dragged(session, from: Place(x: 110, y: 100), to: Place(x: 120.2, y: 110.7))
    #expect(try rect(sized, id) == Rect2D(x: 100, y: 80, width: 120, height: 121))
    let (moved, _) = dragged(session, from: Place(x: 85, y: 75), to: Place(x: 85.2, y: 75.3))
    #expect(try rect(moved, id) == Rect2D(x: 100, y: 81, width: 100, height: 100))
  }

  @Test func aTouchAloneIsNoSelection() {
    for moves in [[], [Place(x: 110.2, y: 85.3)], [Place(x: 110, y: 85)]] {
      var touched = session
      #expect(touched.begin(at: Place(x: 110, y: 85), in: placement, reach: 5) != nil)
      for place in moves { touched.drag(to: place, in: placement) }
      touched.end()
      #expect(touched.selections.isEmpty && !touched.canUndo)
    }
  }

  @Test func whatIsCancelledIsAsBefore() throws {
    let (start, _) = try one()
    for place in [Place(x: 110, y: 100), Place(x: 85, y: 75), Place(x: 180, y: 130)] {
      var session = start
      session.begin(at: place, in: placement, reach: 5)
      session.drag(to: Place(x: 150, y: 140), in: placement)
      #expect(session.selections != start.selections)
      session.cancel()
      #expect(session == withSameNumbers(start, as: session))
      session.begin(at: place, in: placement, reach: 5)
      session.drag(to: Place(x: 150, y: 140), in: placement)
      session.undo()
      #expect(session.selections.isEmpty)
    }
  }

  /// Numbers are never reused, so a session that drew and released differs in the next one.
  private func withSameNumbers(_ session: SelectionSession, as other: SelectionSession) -> SelectionSession {
    session.selections == other.selections && session.canUndo == other.canUndo ? other : session
  }

  @Test func emptyViewsAndImagesHoldNothing() {
    var session = SelectionSession(size: PixelSize(width: 0, height: 5), orientation: .identity)
    #expect(session.begin(at: Place(x: 1, y: 1), in: placement) == nil)
    session.drag(to: Place(x: 5, y: 5), in: placement)
    session.end()
    #expect(session.selections.isEmpty)
    var other = self.session
    let nowhere = Placement<Viewport>(
      of: PixelSize<Displayed>(width: 400, height: 300), in: Rect2D(x: 0, y: 0, width: 0, height: 9),
      mode: .scaleAspectFit)
    #expect(other.begin(at: Place(x: 1, y: 1), in: nowhere) == nil)
    #expect(other.begin(at: Place(x: .nan, y: 1), in: placement) == nil)
  }

  // The device is rotated while a finger is down: the view has another shape, and the image another size.
  @Test func theViewMayChangeUnderTheFinger() throws {
    let (start, id) = try one()
    var session = start
    session.begin(at: Place(x: 110, y: 100), in: placement, reach: 5)
    session.drag(to: Place(x: 130, y: 120), in: placement)
    let turned = Placement<Viewport>(
      of: PixelSize<Displayed>(width: 800, height: 600), in: Rect2D(x: 0, y: 0, width: 100, height: 300),
      mode: .scaleAspectFit)
    session.drag(to: turned.toView.apply(Point2D(x: 2 * 300, y: 2 * 200)), in: turned)
    session.end()
    #expect(try rect(session, id) == Rect2D(x: 100, y: 80, width: 200, height: 120))
  }
}

// Laws of every drag: inside the image, in the locked shape, on the grid lines, with the other edges unchanged.

@Suite struct SelectionSessionResizingTests {
  private func sessions(_ snapping: SelectionSnapping) -> [SelectionSession] {
    ExifOrientation.allCases.map { tag in
      var session = SelectionSession(size: PixelSize(width: 403, height: 299), orientation: Orientation(exif: tag))
      session.snapping = snapping
      return session
    }
  }

  private func randomRect(_ session: SelectionSession, _ random: inout SplitMix64) -> Rect2D<Displayed> {
    let (wide, high) = (Double(session.displayedSize.width), Double(session.displayedSize.height))
    let (x, y) = (Double.random(in: 0..<wide - 2, using: &random), Double.random(in: 0..<high - 2, using: &random))
    return Rect2D(
      x: x, y: y, width: .random(in: 1...wide - x, using: &random), height: .random(in: 1...high - y, using: &random))
  }

  private func randomPlace(_ session: SelectionSession, _ random: inout SplitMix64) -> Point2D<Displayed> {
    let (wide, high) = (Double(session.displayedSize.width), Double(session.displayedSize.height))
    return Point2D(x: .random(in: -99..<wide + 99, using: &random), y: .random(in: -99..<high + 99, using: &random))
  }

  private func isInside(_ rect: Rect2D<Displayed>, _ session: SelectionSession) -> Bool {
    let size = session.displayedSize
    return rect.x >= -1e-9 && rect.y >= -1e-9 && rect.maxX <= Double(size.width) + 1e-9
      && rect.maxY <= Double(size.height) + 1e-9
  }

  @Test func freeDragsStayInsideAndHoldTheOtherEdge() {
    var random = SplitMix64(seed: 11)
    for session in sessions(.none) {
      for handle in SelectionHandle.allCases {
        for _ in 0..<200 {
          let (start, target) = (randomRect(session, &random), randomPlace(session, &random))
          let rect = session.resized(start, by: handle, to: target, ratio: nil)
          #expect(isInside(rect, session) && rect.width >= 1 - 1e-9 && rect.height >= 1 - 1e-9)
          if handle.horizontal == .middle { #expect(rect.x == start.x && rect.width == start.width) }
          if handle.vertical == .middle { #expect(rect.y == start.y && rect.height == start.height) }
          let staying = handle.horizontal == .near ? start.maxX : start.x
          #expect(min((rect.x - staying).magnitude, (rect.maxX - staying).magnitude) < 1e-9)
        }
      }
    }
  }

  @Test(arguments: [0.1, 0.75, 1, 1.7, 20])
  func theLockedShapeIsKept(ratio: Double) {
    var random = SplitMix64(seed: UInt64(ratio * 100))
    for session in sessions(.none) {
      for handle in SelectionHandle.allCases {
        for _ in 0..<200 {
          let (start, target) = (randomRect(session, &random), randomPlace(session, &random))
          let rect = session.resized(start, by: handle, to: target, ratio: ratio)
          #expect(isInside(rect, session))
          #expect((rect.width - rect.height * ratio).magnitude < 1e-6)
        }
      }
    }
  }

  @Test func edgesOfADragLieOnLines() {
    let blocks = PixelSize<Stored>(width: 16, height: 8)
    var random = SplitMix64(seed: 7)
    for session in sessions(.blocks(blocks)) {
      for _ in 0..<1_000 {
        let start = session.snapped(randomRect(session, &random))
        let corner = Rect2D<Displayed>(x: start.x, y: start.y, width: 0, height: 0)
        let anchor = session.snapped(corner)
        let rect = session.resized(anchor, by: .bottomRight, to: randomPlace(session, &random), ratio: nil)
        #expect(isInside(rect, session))
        let stored: Rect2D<Stored> = rect.applying(session.orientation.inverse, in: session.displayedSize)
        #expect(isLine(stored.x, 16, 403) && isLine(stored.maxX, 16, 403), "\(stored)")
        #expect(isLine(stored.y, 8, 299) && isLine(stored.maxY, 8, 299), "\(stored)")
        #expect(stored.width >= 3 && stored.height >= 3, "\(start) \(anchor) \(stored)")
      }
    }
  }

  private func isLine(_ place: Double, _ unit: Double, _ extent: Double) -> Bool {
    (place - extent).magnitude < 1e-9 || (place / unit - (place / unit).rounded()).magnitude < 1e-9
  }

  @Test func whatMovesKeepsItsSize() {
    var random = SplitMix64(seed: 5)
    for snapping in [SelectionSnapping.none, .pixels, .blocks(PixelSize(width: 16, height: 16))] {
      for session in sessions(snapping) {
        for _ in 0..<300 {
          let start = randomRect(session, &random)
          let moved = session.moved(
            start, right: .random(in: -500...500, using: &random), down: .random(in: -500...500, using: &random),
            snapped: true)
          #expect(isInside(moved, session))
          #expect((moved.width - start.width).magnitude < 1e-9 && (moved.height - start.height).magnitude < 1e-9)
        }
      }
    }
  }

  @Test func aHugeLeastSizeIsHeldToTheImage() {
    var session = sessions(.none)[0]
    session.smallest = 9_999
    let start = Rect2D<Displayed>(x: 100, y: 100, width: 50, height: 50)
    for handle in SelectionHandle.allCases {
      let rect = session.resized(start, by: handle, to: Point2D(x: 120, y: 120), ratio: nil)
      #expect(isInside(rect, session) && rect.width > 0 && rect.height > 0)
    }
  }
}
