// Laws of every drag: inside the image, in the locked shape, on the grid lines, with the other edges unchanged.

import Testing
import UprightTestTools

@testable import UprightGeometry

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
