// Planes measured from the lower left: Vision's rectangles, Core Graphics' contexts, and the maps between.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct YUpTests {
  let size = PixelSize<Displayed>(width: 40, height: 30)

  // A face in the upper left quarter in Vision's coordinates: its lower edge is halfway up.
  @Test func aVisionRectangleIsMeasuredFromBelow() {
    let vision = Rect2D<YUp<Normalized<Displayed>>>(x: 0.125, y: 0.5, width: 0.25, height: 0.375)
    #expect(vision.yDown() == Rect2D<Normalized<Displayed>>(x: 0.125, y: 0.125, width: 0.25, height: 0.375))
    #expect(vision.yDown().yUp() == vision)
  }

  @Test func pixelsOfAContextAreCountedFromBelow() {
    let top = Rect2D<Displayed>(x: 3, y: 0, width: 5, height: 2)
    #expect(top.yUp(in: size) == Rect2D<YUp<Displayed>>(x: 3, y: 28, width: 5, height: 2))
    #expect(top.yUp(in: size).yDown(in: size) == top)
  }

  @Test func aDragInAnyDirectionIsTheSameRectangle() {
    let up = Rect2D<Displayed>(x: 8, y: 10, width: -5, height: -7)
    #expect(up.yUp(in: size) == Rect2D<Displayed>(x: 3, y: 3, width: 5, height: 7).yUp(in: size))
  }

  // Row by row: the pixels of a labeled image, listed from the lowest row up.
  @Test func theSameLabelsReadFromBelow() {
    let seen = CornerRule.numbered(width: 5, height: 4)
    let fromBelow = Array(seen.reversed())
    let size = PixelSize<Displayed>(width: 5, height: 4)
    for y in 0..<4 {
      for height in 1...4 - y {
        let own = PixelRect<Displayed>(x: 1, y: y, width: 3, height: height)
        let up = own.rect.yUp(in: size).pixels(.nearest)
        let read = labels(fromBelow, x: up.x, y: up.y, width: up.width, height: up.height)
        #expect(Array(read.reversed()) == labels(seen, x: own.x, y: own.y, width: own.width, height: own.height))
      }
    }
  }

  @Test func rectanglesAndMapsAgree() {
    var random = SplitMix64(seed: 41)
    let up = Transform2D<Displayed, YUp<Displayed>>.yUp(of: size)
    let down = Transform2D<YUp<Displayed>, Displayed>.yDown(of: size)
    #expect(up.inverse == down && down.inverse == up)
    for _ in 0..<1_000 {
      let own = someRect(&random)
      #expect(near(own.applying(up), own.yUp(in: size)))
      #expect(near(own.yUp(in: size).applying(down), own))
      #expect(near(own.yUp(in: size).yDown(in: size), own))
      let share = own.normalized(in: size)
      #expect(near(share.yUp().yDown(), share))
      #expect(near(share.yUp(), Rect2D(x: share.x, y: 1 - share.maxY, width: share.width, height: share.height)))
    }
  }

  // A point of a y-down plane, flipped, is where the y-up map puts it.
  @Test func aMapBetweenPlanesMeasuredFromBelow() {
    let output = PixelSize<Output>(width: 20, height: 50)
    var random = SplitMix64(seed: 42)
    for _ in 0..<500 {
      let map = Transform2D<Displayed, Output>(
        a: number(&random), b: number(&random), c: number(&random), d: number(&random), tx: number(&random),
        ty: number(&random))
      let place = Point2D<Displayed>(x: number(&random), y: number(&random))
      let below = Point2D<YUp<Displayed>>(x: place.x, y: 30 - place.y)
      let (image, imageBelow) = (map.apply(place), map.yUp(from: size, to: output).apply(below))
      #expect((image.x - imageBelow.x).magnitude < 1e-9 && (50 - image.y - imageBelow.y).magnitude < 1e-9)
    }
  }

  @Test func whatIsNotANumberStaysSo() {
    let bad = Rect2D<Normalized<Displayed>>(x: 0, y: .nan, width: 1, height: 1)
    #expect(bad.yUp().y.isNaN && bad.yUp().yDown().intersection(bad) == nil)
  }

  private func number(_ random: inout SplitMix64) -> Double { .random(in: -10...10, using: &random) }

  private func someRect(_ random: inout SplitMix64) -> Rect2D<Displayed> {
    Rect2D(x: number(&random), y: number(&random), width: number(&random).magnitude, height: number(&random).magnitude)
  }

  private func near<S: Space>(_ one: Rect2D<S>, _ other: Rect2D<S>) -> Bool {
    zip([one.x, one.y, one.width, one.height], [other.x, other.y, other.width, other.height])
      .allSatisfy { ($0 - $1).magnitude < 1e-12 }
  }
}
