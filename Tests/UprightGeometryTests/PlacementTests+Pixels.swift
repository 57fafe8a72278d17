// Placements compared with a simulated view, pixel by pixel: positions under a finger, drags, tags, and the cropped
// pixels.

import Testing
import UprightGeometry
import UprightTestTools

extension PlacementTests {
  /// Images and views, wide and tall, the image smaller and larger than the view: pixels, and quarters of a point.
  static let shapes: [(image: (Int, Int), view: (x: Int, y: Int, wide: Int, high: Int))] = [
    ((3, 2), (0, 0, 40, 28)), ((2, 3), (5, -3, 40, 28)), ((3, 2), (-9, 2, 18, 37)), ((2, 5), (1, 1, 19, 37)),
    ((9, 7), (3, 3, 13, 9)), ((7, 9), (-4, 8, 14, 9)), ((9, 4), (0, 0, 6, 15)), ((4, 4), (2, 0, 16, 16)),
  ]

  // Each quarter of a point in and around the view, at three scales.
  @Test(arguments: ViewContentMode.allCases) func thePixelUnderEachPlace(mode: ViewContentMode) {
    for density in 1...3 {
      for (image, view) in Self.shapes {
        let simulated = SimulatedView(
          image.0, image.1, x: view.x, y: view.y, wide: view.wide, high: view.high, mode, density: density)
        let placement = Placement<Viewport>(
          of: PixelSize(width: image.0, height: image.1),
          in: SimulatedView.points(x: view.x, y: view.y, width: view.wide, height: view.high), mode: mode,
          pixelsPerPoint: Double(density))
        for place in -45...70 {
          let point = Point2D<Viewport>(x: Double(place) / 4, y: Double(place) / 4)
          let found = placement.displayedPoint(under: point)
          let expected = [simulated.columns.pixel(at: place), simulated.rows.pixel(at: place)]
          let ours = [pixel(found?.x, of: image.0), pixel(found?.y, of: image.1)]
          #expect(ours == expected, "\(image) in \(view), \(density) to the point, at \(place)")
        }
      }
    }
  }

  // The whole map equals its steps in sequence: every tag, rounding and mode, drags in all directions, and empty
  // selections.
  @Test(arguments: ViewContentMode.allCases) func manyAreasAreEachArea(mode: ViewContentMode) {
    var dice = SplitMix64(seed: UInt64(mode.rawValue))
    let odd: [(Double, Double, Double, Double)] = [
      (0, 0, 0, 5), (3, 3, 5, 0), (.nan, 0, 5, 5), (0, 0, .infinity, 5), (-900, 0, 5, 5),
      (3, 3, .leastNonzeroMagnitude, 5),
      (0, 0, 90, 70),
    ]
    let drags =
      (odd
      + (0..<60).map { _ in
        (
          .random(in: -20...90, using: &dice), .random(in: -20...70, using: &dice),
          .random(in: -40...40, using: &dice), .random(in: -40...40, using: &dice)
        )
      }).map { Rect2D<Viewport>(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
    let stored = PixelSize<Stored>(width: 40, height: 30)
    for orientation in Orientation<Stored, Displayed>.all {
      for (rounding, clips) in zip(
        PixelRounding.allCases + PixelRounding.allCases, [false, true, false, true, false, true])
      {
        let placement = Placement(
          of: orientation.applied(to: stored), in: Rect2D<Viewport>(x: 3, y: 4, width: 60, height: 50), mode: mode,
          pixelsPerPoint: 2, clipsToBounds: clips)
        let each = drags.map { placement.selection($0)?.pixels(in: stored, orientation, rounding: rounding) }
        #expect(placement.pixels(of: drags, orientation, rounding: rounding) == each, "\(orientation) \(rounding)")
        #expect(each.contains { $0 != nil } && each.contains(nil))
      }
    }
    let nowhere = Placement(of: PixelSize(width: 0, height: 5), in: Rect2D<Viewport>(x: 0, y: 0, width: 9, height: 9))
    #expect(nowhere.pixels(of: drags, .identity).allSatisfy { $0 == nil })
  }

  /// The pixel that contains a position; one that misses an edge by floating-point error is at the edge.
  private func pixel(_ place: Double?, of count: Int) -> Int? {
    let index = place.map { Int(($0 + 1e-9).rounded(.down)) }
    return index.flatMap { (0..<count).contains($0) ? $0 : nil }
  }

  // 40,000 random views, drags and tags: the crop of the displayed image is what the simulated view shows under the
  // drag. The crop of the stored image is the same once it is rotated upright.
  @Test(arguments: 0..<8) func dragsCutOutWhatLiesUnderThem(part: Int) {
    var random = SplitMix64(seed: 51 + UInt64(part))
    var selected = 0
    for _ in 0..<5_000 {
      let scene = Scene(&random)
      let complaint = scene.complaint
      if let complaint { Issue.record("\(complaint): \(scene)") }
      if !scene.shown.isEmpty { selected += 1 }
    }
    #expect(selected > 1_500, "a third of the drags holds something")
  }

  /// One image in one view under one drag.
  struct Scene {
    let tag: Int, width, height: Int
    let view, drag: (x: Int, y: Int, wide: Int, high: Int)
    let mode: ViewContentMode
    let density: Int
    let clips: Bool
    let rounding: PixelRounding

    init(_ random: inout SplitMix64) {
      tag = .random(in: 1...8, using: &random)
      (width, height) = (.random(in: 1...9, using: &random), .random(in: 1...9, using: &random))
      view = (
        .random(in: -20...20, using: &random), .random(in: -20...20, using: &random),
        .random(in: 1...40, using: &random), .random(in: 1...40, using: &random)
      )
      // From somewhere in or around the view, in any direction.
      drag = (
        .random(in: view.x - 6...view.x + view.wide + 6, using: &random),
        .random(in: view.y - 6...view.y + view.high + 6, using: &random),
        .random(in: -60...60, using: &random), .random(in: -60...60, using: &random)
      )
      mode = ViewContentMode.allCases.randomElement(using: &random) ?? .center
      density = .random(in: 1...3, using: &random)
      clips = .random(using: &random)
      rounding = PixelRounding.allCases.randomElement(using: &random) ?? .outward
    }

    /// The stored image, each pixel with its own number.
    var stored: CornerRule.Labels { CornerRule.numbered(width: width, height: height) }

    /// The simulated view's pixels under the drag; empty if there are none.
    var shown: CornerRule.Labels {
      let seen = CornerRule.displayed(stored, tag: tag)
      let simulated = SimulatedView(
        seen[0].count, seen.count, x: view.x, y: view.y, wide: view.wide, high: view.high, mode, density: density)
      let columns = pixels(simulated.columns, drag.x, drag.wide, view.x, view.wide)
      let rows = pixels(simulated.rows, drag.y, drag.high, view.y, view.high)
      return columns.isEmpty ? [] : rows.map { row in columns.map { seen[row][$0] } }
    }

    private func pixels(_ row: SimulatedView.Row, _ start: Int, _ extent: Int, _ near: Int, _ size: Int) -> [Int] {
      var (low, high) = (min(start, start + extent), max(start, start + extent))
      if clips { (low, high) = (max(low, near), min(high, near + size)) }
      return low < high ? row.pixels(from: low, to: high, rounding) : []
    }

    /// The difference between our results and the simulated view's; nil if they agree.
    var complaint: String? {
      let orientation: Orientation<Stored, Displayed> = element(tag)
      let storedSize = PixelSize<Stored>(width: width, height: height)
      let size = orientation.applied(to: storedSize)
      let placement = Placement<Viewport>(
        of: size, in: SimulatedView.points(x: view.x, y: view.y, width: view.wide, height: view.high), mode: mode,
        pixelsPerPoint: Double(density), clipsToBounds: clips)
      let selection = placement.selection(
        SimulatedView.points(x: drag.x, y: drag.y, width: drag.wide, height: drag.high))
      let seen = CornerRule.displayed(stored, tag: tag)
      let crop = cut(selection?.pixels(in: size, rounding: rounding), from: seen)
      let storedCrop = cut(selection?.pixels(in: storedSize, orientation, rounding: rounding), from: stored)
      guard crop == shown else { return "displayed crop \(crop), not \(shown)" }
      let upright = storedCrop.isEmpty ? [] : CornerRule.displayed(storedCrop, tag: tag)
      return upright == shown ? nil : "stored crop \(storedCrop), upright \(upright), not \(shown)"
    }

    private func cut<S: Space>(_ rect: PixelRect<S>?, from grid: CornerRule.Labels) -> CornerRule.Labels {
      rect.map { labels(grid, x: $0.x, y: $0.y, width: $0.width, height: $0.height) } ?? []
    }
  }
}
