// Continuous edges to whole pixels: by hand, and 20,000 selections that were originally whole pixels.

import Testing
import UprightTestTools

@testable import UprightGeometry

@Suite struct PixelRoundingTests {
  @Test(arguments: [
    (PixelRounding.outward, 1.2, 3.8, 1, 4), (.nearest, 1.2, 3.8, 1, 4), (.inward, 1.2, 3.8, 2, 3),
    (.outward, 1.6, 3.4, 1, 4), (.nearest, 1.6, 3.4, 2, 3), (.inward, 1.6, 3.4, 2, 3),
    (.outward, -1.2, 0.3, -2, 1), (.nearest, -1.2, 0.3, -1, 0), (.inward, -1.2, 0.3, -1, 0),
    (.outward, 2, 5, 2, 5), (.nearest, 2, 5, 2, 5), (.inward, 2, 5, 2, 5),
    // Off by less than any selection intends: treated as whole.
    (.outward, 1.9999999, 5.0000001, 2, 5), (.inward, 2.0000001, 4.9999999, 2, 5),
    // Off by more: not snapped.
    (.outward, 1.9999, 5.0001, 1, 6), (.inward, 2.0001, 4.9999, 3, 4),
  ])
  func edges(rounding: PixelRounding, low: Double, high: Double, first: Int, end: Int) {
    let across = Rect2D<Displayed>(x: low, y: 10, width: high - low, height: 1).pixels(rounding)
    #expect(across == PixelRect(x: first, y: 10, width: end - first, height: 1))
    let down = Rect2D<Displayed>(x: 10, y: low, width: 1, height: high - low).pixels(rounding)
    #expect(down == PixelRect(x: 10, y: first, width: 1, height: end - first))
  }

  @Test func nothingIsInsideASliver() {
    let sliver = Rect2D<Displayed>(x: 1.2, y: 1.2, width: 0.3, height: 0.3)
    #expect(sliver.pixels(.inward).isEmpty)
    #expect(sliver.pixels(.inward).width >= 0)
    #expect(sliver.pixels(.outward) == PixelRect(x: 1, y: 1, width: 1, height: 1))
  }

  @Test func outwardCoversAndInwardIsCovered() {
    var random = SplitMix64(seed: 11)
    for _ in 0..<5_000 {
      let own = Rect2D<Displayed>(
        x: .random(in: -50...50, using: &random), y: .random(in: -50...50, using: &random),
        width: .random(in: 0.1...40, using: &random), height: .random(in: 0.1...40, using: &random))
      let (outer, inner) = (own.pixels(.outward).rect, own.pixels(.inward))
      #expect(outer.x <= own.x + 1e-6 && outer.maxX >= own.maxX - 1e-6 && outer.width < own.width + 2)
      #expect(outer.y <= own.y + 1e-6 && outer.maxY >= own.maxY - 1e-6 && outer.height < own.height + 2)
      guard !inner.isEmpty else { continue }
      #expect(inner.rect.x >= own.x - 1e-6 && inner.rect.maxX <= own.maxX + 1e-6)
      #expect(inner.rect.y >= own.y - 1e-6 && inner.rect.maxY <= own.maxY + 1e-6)
    }
  }

  @Test(arguments: [
    // Halves round to the right and down, on both edges and on both sides of zero, also if arithmetic misses them.
    (1.5, 3.5, 2, 4), (-1.5, -0.5, -1, 0), (-0.5, 0.5, 0, 1), (1.4999999, 3.4999999, 2, 4),
    (1.5000001, 3.5000001, 2, 4),
    (1.4999, 3.5001, 1, 4), (0.5, 0.75, 1, 1), (0.25, 0.5, 0, 1),
  ])
  func halves(low: Double, high: Double, first: Int, end: Int) {
    let own = Rect2D<Displayed>(x: low, y: low, width: high - low, height: high - low)
    #expect(own.pixels(.nearest) == PixelRect(x: first, y: first, width: end - first, height: end - first))
  }

  // Each rounding by the pixels that it includes: touched, with their center inside, fully inside.
  @Test func roundingsTakePixelsByWhatIsHeldOfThem() {
    for low in -12...12 {
      for high in low + 1...13 {
        let (from, to) = (Double(low) / 4, Double(high) / 4)
        let taken = PixelRounding.allCases.map { rounding in
          let found = Rect2D<Displayed>(x: from, y: 0, width: to - from, height: 1).pixels(rounding)
          return Array(found.x..<found.maxX)
        }
        // In quarters: pixel n is 4n ..< 4n + 4.
        let touched = (-4...4).filter { 4 * $0 < high && low < 4 * $0 + 4 }
        let centred = (-4...4).filter { low < 4 * $0 + 2 && 4 * $0 + 2 <= high }
        let held = (-4...4).filter { low <= 4 * $0 && 4 * $0 + 4 <= high }
        #expect(taken == [touched, centred, held], "\(from) to \(to)")
      }
    }
  }

  // Placed into a view and mapped back, a selection of whole pixels is the same selection, with every rounding. Plain
  // floor and ceil (`CGRect.integral`) make more than half of them larger: 11,021 of 20,000 in this series, 12,095 in
  // another.
  @Test func alignedSelectionsStayAsTheyAre() {
    var dice = SplitMix64(seed: 2)
    var (changed, enlarged) = (0, 0)
    for _ in 0..<20_000 {
      let size = PixelSize<Displayed>(width: 1 + below(12_000, &dice), height: 1 + below(12_000, &dice))
      let view = Rect2D<Viewport>(
        x: 0, y: 0, width: Double(1 + below(2_000, &dice)), height: Double(1 + below(2_000, &dice)))
      let selection = someRect(in: size, &dice)
      let shown = Transform2D<Displayed, Viewport>.fitting(size, in: view)
      guard let back = shown.inverse else {
        Issue.record("no way back from \(view) to \(size)")
        continue
      }
      let taken = selection.rect.applying(shown).applying(back)
      if PixelRounding.allCases.contains(where: { taken.pixels($0) != selection }) { changed += 1 }
      if integral(taken) != selection.rect { enlarged += 1 }
    }
    #expect(changed == 0)
    #expect(enlarged == 11_021)
  }

  /// Core Graphics' `integral`: the smallest rectangle of integers around it.
  private func integral(_ rect: Rect2D<Displayed>) -> Rect2D<Displayed> {
    let (left, top) = (rect.x.rounded(.down), rect.y.rounded(.down))
    return Rect2D(x: left, y: top, width: rect.maxX.rounded(.up) - left, height: rect.maxY.rounded(.up) - top)
  }

  // Images of up to a million pixels a side, views of up to ten thousand points, zoomed up to a hundred times, scrolled
  // anywhere inside: the result misses a whole pixel by less than a tenth of the tolerance.
  @Test func theSlackIsEnoughForHugeImagesZoomedFar() throws {
    enum Content: Space {}
    var dice = SplitMix64(seed: 3)
    var worst = 0.0
    for _ in 0..<4_000 {
      let size = PixelSize<Displayed>(width: 1 + below(1_000_000, &dice), height: 1 + below(1_000_000, &dice))
      let own = Rect2D<Content>(x: 0, y: 0, width: 100 + share(&dice) * 9_900, height: 100 + share(&dice) * 9_900)
      let zoom = [0.1, 1, 2.5, 100][below(4, &dice)]
      let (wide, high) = (own.width * zoom, own.height * zoom)
      let view = ViewFrame<Content, Viewport>(
        frame: Rect2D(x: -share(&dice) * wide, y: -share(&dice) * high, width: wide, height: high), bounds: own)
      let placement = Placement(of: size, in: own, mode: [.scaleAspectFit, .scaleAspectFill, .redraw][below(3, &dice)])
      let selection = someRect(in: size, &dice)
      let drag = selection.rect.applying(placement.toView.then(view.toParent))
      let back = try #require(view.fromParent)
      let found = try #require(placement.selection(drag.applying(back)))
      worst = max(worst, distance(found.rect(in: size), selection.rect))
      #expect(PixelRounding.allCases.allSatisfy { found.pixels(in: size, rounding: $0) == selection })
    }
    #expect(worst < PixelRounding.slack / 10)
    #expect(worst > 0)
  }

  // The limit: the error grows with the farthest position, in image pixels. Up to 10⁸ it is far below the tolerance,
  // from about 10⁹ on it is not.
  @Test func theSlackIsEnoughForAHundredMillionPixels() {
    let size = PixelSize<Displayed>(width: 4_000, height: 3_000)
    var enlarged: [Double: Int] = [:]
    for reach in [1e4, 1e6, 1e8, 1e12] {
      var dice = SplitMix64(seed: 4)
      var worst = 0.0
      for _ in 0..<2_000 {
        // A view far from the origin, by `reach` pixels of the image at its scale.
        let wide = 1 + share(&dice) * 999
        let scale = wide / 4_000
        let view = Rect2D<Viewport>(
          x: share(&dice) * reach * scale, y: share(&dice) * reach * scale, width: wide, height: wide)
        let selection = someRect(in: size, &dice)
        let placement = Placement(of: size, in: view)
        let found = placement.selection(selection.rect.applying(placement.toView))
        if found?.pixels(in: size) != selection { enlarged[reach, default: 0] += 1 }
        worst = max(worst, found.map { distance($0.rect(in: size), selection.rect) } ?? 0)
      }
      #expect(worst <= 8 * (reach + 4_000) * 0x1p-53, "reach \(reach)")
    }
    #expect(Array(enlarged.keys) == [1e12])
  }

  /// The largest distance between the edges.
  private func distance(_ one: Rect2D<Displayed>, _ other: Rect2D<Displayed>) -> Double {
    zip([one.x, one.y, one.maxX, one.maxY], [other.x, other.y, other.maxX, other.maxY])
      .reduce(0) { max($0, ($1.0 - $1.1).magnitude) }
  }

  // Computed from the generator itself, so that the series is the same with every standard library.
  private func below(_ count: Int, _ dice: inout SplitMix64) -> Int { Int(dice.next() % UInt64(count)) }

  private func share(_ dice: inout SplitMix64) -> Double { Double(dice.next() >> 11) * 0x1p-53 }

  private func someRect(in size: PixelSize<Displayed>, _ dice: inout SplitMix64) -> PixelRect<Displayed> {
    let (x, y) = (below(size.width, &dice), below(size.height, &dice))
    return PixelRect(x: x, y: y, width: 1 + below(size.width - x, &dice), height: 1 + below(size.height - y, &dice))
  }
}
