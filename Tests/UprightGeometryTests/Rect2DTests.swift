// Rectangles with continuous edges: mapped, clipped, rounded, and no NaN passes through.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct Rect2DTests {
  typealias Seen = Rect2D<Displayed>
  let size = PixelSize<Displayed>(width: 40, height: 30)

  @Test func aDragInAnyDirectionIsTheSameRectangle() {
    let expected = Seen(x: 2, y: 3, width: 5, height: 7)
    #expect(Seen(x: 7, y: 3, width: -5, height: 7).standardized == expected)
    #expect(Seen(x: 2, y: 10, width: 5, height: -7).standardized == expected)
    #expect(Seen(x: 7, y: 10, width: -5, height: -7).standardized == expected)
    #expect(expected.standardized == expected)
    #expect(Seen(x: 7, y: 10, width: -5, height: -7).clipped(to: size) == expected)
    #expect(Seen(x: 7, y: 10, width: -5, height: -7).pixels(.nearest).rect == expected)
  }

  @Test func edgesLieAtTheFarSide() {
    let own = Seen(x: 2, y: 3, width: 5, height: 7)
    #expect(own.maxX == 7 && own.maxY == 10)
  }

  @Test func clippingTakesAwayWhatIsOutside() {
    #expect(Seen(x: -5, y: -5, width: 10, height: 10).clipped(to: size) == Seen(x: 0, y: 0, width: 5, height: 5))
    #expect(Seen(x: 35, y: 25, width: 10, height: 10).clipped(to: size) == Seen(x: 35, y: 25, width: 5, height: 5))
    #expect(Seen(x: -9, y: -9, width: 99, height: 99).clipped(to: size) == size.bounds.rect)
    let inside = Seen(x: 1.5, y: 2.5, width: 3, height: 4)
    #expect(inside.clipped(to: size) == inside)
  }

  @Test func whatIsNotCutStaysBitForBit() {
    let inside = Seen(x: 0.1, y: 0.3, width: 0.2, height: 0.6)
    #expect(inside.maxX - inside.x != inside.width && inside.maxY - inside.y != inside.height)
    #expect(inside.clipped(to: size) == inside)
    let above = Seen(x: 0.1, y: -1, width: 0.2, height: 3)
    #expect(above.clipped(to: size) == Seen(x: 0.1, y: 0, width: 0.2, height: 2))
  }

  @Test(arguments: [
    (40.0, 0.0, 5.0, 5.0), (0, 30, 5, 5), (-5, 0, 5, 5), (0, -5, 5, 5),  // touches an edge
    (50, 0, 5, 5), (0, 50, 5, 5), (-50, 0, 5, 5), (0, -50, 5, 5),  // is outside
    (5, 5, 0, 5), (5, 5, 5, 0), (0, 0, 0, 0),  // has no area
  ])
  func nothingOfPositiveAreaIsNoSelection(x: Double, y: Double, width: Double, height: Double) {
    #expect(Seen(x: x, y: y, width: width, height: height).clipped(to: size) == nil)
  }

  @Test func clippingToNothingIsNothing() {
    #expect(size.bounds.rect.clipped(to: PixelSize(width: 0, height: 30)) == nil)
    #expect(size.bounds.rect.clipped(to: PixelSize(width: 40, height: -1)) == nil)
  }

  @Test func whatIsNotANumberSelectsNothing() {
    for hole in 0..<4 {
      for bad in [Double.nan, .signalingNaN] {
        var numbers = [-5.0, -5, 20, 20]
        numbers[hole] = bad
        let own = Seen(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
        #expect(own.clipped(to: size) == nil, "\(own)")
        for rounding in PixelRounding.allCases { #expect(own.pixels(rounding).isEmpty, "\(own) \(rounding)") }
        for map in [
          Transform2D<Displayed, Displayed>(a: 1, b: 0, c: 0, d: 1, tx: 9, ty: 9),
          Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 9, ty: 9), Transform2D(a: 1, b: 1, c: -1, d: 1, tx: 9, ty: 9),
        ] {
          #expect(own.applying(map).clipped(to: size) == nil, "\(own) \(map)")
        }
      }
    }
  }

  @Test func endlessRectanglesAreHeld() {
    let rightwards = Seen(x: 3, y: 4, width: .infinity, height: .infinity)
    #expect(rightwards.clipped(to: size) == Seen(x: 3, y: 4, width: 37, height: 26))
    #expect(rightwards.pixels(.outward).clipped(to: size) == PixelRect(x: 3, y: 4, width: 37, height: 26))
    for own in [
      Seen(x: -.infinity, y: 0, width: .infinity, height: 5), Seen(x: .infinity, y: 0, width: -.infinity, height: 5),
      Seen(x: .infinity, y: 0, width: 1, height: 5), Seen(x: -.infinity, y: 0, width: 1, height: 5),
    ] {
      #expect(own.clipped(to: size) == nil)
      for rounding in PixelRounding.allCases { #expect(own.pixels(rounding).clipped(to: size) == nil) }
    }
  }

  @Test func hugeEdgesAreHeldAtWholeNumbersOfADouble() {
    let bound = 1 << 52
    let own = Seen(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
    for rounding in PixelRounding.allCases {
      #expect(own.pixels(rounding) == PixelRect(x: -bound, y: -bound, width: 2 * bound, height: 2 * bound))
    }
  }

  @Test func normalizedIsAFractionOfTheGrid() {
    #expect(
      Seen(x: 10, y: 15, width: 20, height: 6).normalized(in: size)
        == Rect2D<Normalized<Displayed>>(x: 0.25, y: 0.5, width: 0.5, height: 0.2))
    #expect(size.bounds.rect.normalized(in: size) == Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 1, height: 1))
    let nothing = Rect2D<Normalized<Displayed>>(x: 0, y: 0, width: 0, height: 0)
    #expect(size.bounds.rect.normalized(in: PixelSize(width: 0, height: 30)) == nothing)
  }

  @Test func fractionsOfTheGridLeadBack() {
    let half = Rect2D<Normalized<Displayed>>(x: 0.25, y: 0.5, width: 0.5, height: 0.1)
    #expect(half.denormalized(in: size) == Seen(x: 10, y: 15, width: 20, height: 3))
    let own = Seen(x: 5, y: 6, width: 10, height: 12)
    #expect(own.normalized(in: size).denormalized(in: size).pixels(.nearest).rect == own)
  }

  @Test func aMappedRectangleHoldsItsMappedCorners() {
    var random = SplitMix64(seed: 9)
    for _ in 0..<2_000 {
      let map = Transform2D<Stored, Displayed>(
        a: number(&random), b: number(&random), c: number(&random), d: number(&random),
        tx: number(&random), ty: number(&random))
      let own = Rect2D<Stored>(
        x: number(&random), y: number(&random), width: number(&random).magnitude, height: number(&random).magnitude)
      let image = own.applying(map)
      let corners = [(own.x, own.y), (own.maxX, own.y), (own.x, own.maxY), (own.maxX, own.maxY)].map {
        Point2D<Stored>(x: $0.0, y: $0.1).applying(map)
      }
      #expect(near(image.x, corners.map(\.x).min()) && near(image.maxX, corners.map(\.x).max()))
      #expect(near(image.y, corners.map(\.y).min()) && near(image.maxY, corners.map(\.y).max()))
    }
  }

  @Test func aTurnByFortyFiveDegreesIsHeldWhole() {
    let map = Transform2D<Stored, Displayed>(a: 1, b: 1, c: -1, d: 1, tx: 0, ty: 0)
    let image = Rect2D<Stored>(x: 0, y: 0, width: 2, height: 2).applying(map)
    #expect(image == Seen(x: -2, y: 0, width: 4, height: 4))
  }

  private func number(_ random: inout SplitMix64) -> Double { .random(in: -10...10, using: &random) }

  private func near(_ one: Double, _ other: Double?) -> Bool { other.map { ($0 - one).magnitude < 1e-9 } ?? false }
}

// Regions in fractions become the same pixels everywhere; an oracle computes them in whole thousandths.

@Suite struct FractionRegionTests {
  /// The nearest whole number to a share of a side in thousandths, halves up.
  private func nearest(_ share: Int, of side: Int) -> Int {
    let doubled = 2 * share * side + 1_000
    return doubled >= 0 ? doubled / 2_000 : -((1_999 - doubled) / 2_000)
  }

  private func span(_ first: Int, _ last: Int, of side: Int) -> Range<Int> {
    let low = first < 1_000 ? min(nearest(first, of: side), side - 1) : nearest(first, of: side)
    return low..<max(low + 1, nearest(last, of: side))
  }

  @Test(arguments: [1, 2, 3, 7, 8, 10, 64, 99, 1_000, 4_032])
  func everyEdgeIsTheNearestPixel(side: Int) {
    let size = PixelSize<Displayed>(width: side, height: 8)
    let shares = [-250, -1, 0, 1, 62, 63, 125, 333, 437, 438, 499, 500, 501, 750, 937, 938, 999, 1_000, 1_001, 1_250]
    for first in shares {
      for last in shares where last > first {
        let rect = Rect2D<Normalized<Displayed>>(
          x: Double(first) / 1_000, y: 0.25, width: Double(last - first) / 1_000, height: 0.5)
        let found = rect.region(in: size)
        let wanted = span(first, last, of: side)
        #expect(
          found == PixelRect(x: wanted.lowerBound, y: 2, width: wanted.count, height: 4), "\(first)…\(last) of \(side)")
      }
    }
  }

  @Test func regionsThatTouchShareAnEdge() {
    let size = PixelSize<Displayed>(width: 101, height: 77)
    var end = 0
    for step in 0..<10 {
      let rect = Rect2D<Normalized<Displayed>>(x: Double(step) / 10, y: 0, width: 0.1, height: 1).region(in: size)
      #expect(rect.x == end && rect.height == 77)
      end = rect.x + rect.width
    }
    #expect(end == 101)
  }

  @Test(arguments: [Double.infinity, -.infinity, .nan, 1e300, -1e300])
  func noNumberIsATrap(_ number: Double) {
    let size = PixelSize<Displayed>(width: 4_000, height: 3_000)
    for rect in [
      Rect2D<Normalized<Displayed>>(x: number, y: 0, width: 1, height: 1),
      Rect2D<Normalized<Displayed>>(x: 0, y: number, width: number, height: number),
    ] {
      let found = rect.region(in: size)
      #expect(found.width >= 0 && found.height >= 0)
    }
  }

  @Test func aWidthThatRoundingLosesHasAPixel() {
    let size = PixelSize<Displayed>(width: 40, height: 20)
    let line = Rect2D<Normalized<Displayed>>(x: 0.5, y: 0.75, width: 1e-30, height: 1e-30).region(in: size)
    #expect(line == PixelRect(x: 20, y: 15, width: 1, height: 1))
  }

  @Test(arguments: [0, -0.5, Double.nan])
  func aRegionWithoutWidthHasNoPixel(_ width: Double) {
    let size = PixelSize<Displayed>(width: 40, height: 20)
    let across = Rect2D<Normalized<Displayed>>(x: 0.5, y: 0, width: width, height: 1).region(in: size)
    #expect(across == PixelRect(x: 20, y: 0, width: 0, height: 20))
    let down = Rect2D<Normalized<Displayed>>(x: 0, y: 0.5, width: 1, height: width).region(in: size)
    #expect(down == PixelRect(x: 0, y: 10, width: 40, height: 0))
    #expect(Rect2D<Normalized<Displayed>>(x: .nan, y: 0, width: 1, height: 1).region(in: size).width == 0)
  }
}

// Core Graphics' names for parts of a rectangle.

@Suite struct Rect2DPartsTests {
  typealias Seen = Rect2D<Displayed>

  @Test func originAndSizeAreTheFourNumbers() {
    var rect = Seen(x: 1, y: 2, width: 3, height: 4)
    #expect(rect == Seen(origin: rect.origin, size: rect.size))
    #expect(rect.center == Point2D(x: 2.5, y: 4))
    rect.origin = Point2D(x: 7, y: 8)
    rect.size = Size2D(width: 9, height: 10)
    #expect(rect == Seen(x: 7, y: 8, width: 9, height: 10))
  }

  @Test func onlyAPlaceIsNotNull() {
    #expect(!Seen(x: 0, y: 0, width: 0, height: 0).isNull)
    #expect(!Seen(x: 5, y: 5, width: -3, height: 1).isNull)
    for number in [Double.nan, .infinity, -.infinity] {
      #expect(Seen(x: number, y: 0, width: 1, height: 1).isNull)
      #expect(Seen(x: 0, y: number, width: 1, height: 1).isNull)
    }
    #expect(Seen(x: 0, y: 0, width: .nan, height: 1).isNull && Seen(x: 0, y: 0, width: .nan, height: 1).isEmpty)
    #expect(Seen(x: 0, y: 0, width: 0, height: 1).isEmpty && Seen(x: 0, y: 0, width: 1, height: 0).isEmpty)
    #expect(!Seen(x: 5, y: 5, width: -3, height: 1).isEmpty)
  }

  @Test func wholeNumbersAreAroundIt() {
    #expect(Seen(x: 1.2, y: -0.5, width: 1, height: 1).integral == Seen(x: 1, y: -1, width: 2, height: 2))
    #expect(Seen(x: 1, y: 2, width: 3 + 1e-9, height: 4).integral == Seen(x: 1, y: 2, width: 3, height: 4))
    #expect(Seen(x: 4, y: 4, width: -1.5, height: 1).integral == Seen(x: 2, y: 4, width: 2, height: 1))
    #expect(Seen(x: .infinity, y: 0, width: 1, height: 1).integral.isNull)
  }
}
