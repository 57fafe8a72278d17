// Continuous edges to whole pixels: by hand, and 20,000 selections that were whole pixels to begin with.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct PixelRoundingTests {
  @Test(arguments: [
    (PixelRounding.outward, 1.2, 3.8, 1, 4), (.nearest, 1.2, 3.8, 1, 4), (.inward, 1.2, 3.8, 2, 3),
    (.outward, 1.6, 3.4, 1, 4), (.nearest, 1.6, 3.4, 2, 3), (.inward, 1.6, 3.4, 2, 3),
    (.outward, -1.2, 0.3, -2, 1), (.nearest, -1.2, 0.3, -1, 0), (.inward, -1.2, 0.3, -1, 0),
    (.outward, 2, 5, 2, 5), (.nearest, 2, 5, 2, 5), (.inward, 2, 5, 2, 5),
    // Off by less than any selection means: counts as whole.
    (.outward, 1.9999999, 5.0000001, 2, 5), (.inward, 2.0000001, 4.9999999, 2, 5),
    // Off by more: does not.
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

  // Laid into a view and taken back, a selection of whole pixels is the same selection, under every rounding.
  @Test func alignedSelectionsStayAsTheyAre() {
    var random = SplitMix64(seed: 2)
    var enlarged = 0
    for _ in 0..<20_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...12_000, using: &random), height: .random(in: 1...12_000, using: &random))
      let view = Rect2D<Viewport>(
        x: .random(in: -100...100, using: &random), y: .random(in: -100...100, using: &random),
        width: .random(in: 1...2_000, using: &random), height: .random(in: 1...2_000, using: &random))
      let selection = someRect(in: size, using: &random)
      let shown = Transform2D<Displayed, Viewport>.fitting(size, in: view)
      guard let back = shown.inverse else {
        Issue.record("no way back from \(view) to \(size)")
        continue
      }
      let taken = selection.rect.applying(shown).applying(back)
      if PixelRounding.allCases.contains(where: { taken.pixels($0) != selection }) { enlarged += 1 }
    }
    #expect(enlarged == 0)
  }

  private func someRect(
    in size: PixelSize<Displayed>, using random: inout SplitMix64
  ) -> PixelRect<Displayed> {
    let x = Int.random(in: 0..<size.width, using: &random)
    let y = Int.random(in: 0..<size.height, using: &random)
    return PixelRect(
      x: x, y: y, width: .random(in: 1...size.width - x, using: &random),
      height: .random(in: 1...size.height - y, using: &random))
  }
}
