// Rectangles of whole pixels with the eight orientations: every rectangle of small grids, pixel by pixel.

import Testing
import UprightGeometry
import UprightTestTools

/// Moves every pixel separately, by the code under test.
func moved(_ stored: CornerRule.Labels, by orientation: Orientation<Stored, Displayed>) -> CornerRule.Labels {
  let size = PixelSize<Stored>(width: stored[0].count, height: stored.count)
  let turned = orientation.applied(to: size)
  var image = CornerRule.Labels(repeating: [Int](repeating: -1, count: turned.width), count: turned.height)
  for y in 0..<size.height {
    for x in 0..<size.width {
      let place = PixelRect<Stored>(x: x, y: y, width: 1, height: 1).applying(orientation, in: size)
      image[place.y][place.x] = stored[y][x]
    }
  }
  return image
}

/// The labels inside a rectangle.
func labels(_ grid: CornerRule.Labels, x: Int, y: Int, width: Int, height: Int) -> CornerRule.Labels {
  grid[y..<y + height].map { Array($0[x..<x + width]) }
}

@Suite struct PixelRectTests {
  typealias Tag = Orientation<Stored, Displayed>

  @Test func sixLabelledPixelsLandWhereTheTagSays() {
    for tag in allTags {
      #expect(moved(CornerRule.stored[tag - 1], by: element(tag)) == [[0, 1, 2], [3, 4, 5]], "tag \(tag)")
      #expect(moved([[0, 1, 2], [3, 4, 5]], by: element(tag)) == CornerRule.shown[tag - 1], "tag \(tag)")
    }
  }

  @Test func theOracleKnowsTheSameSixPixels() {
    for tag in allTags {
      #expect(CornerRule.displayed(CornerRule.stored[tag - 1], tag: tag) == [[0, 1, 2], [3, 4, 5]], "tag \(tag)")
      #expect(CornerRule.displayed([[0, 1, 2], [3, 4, 5]], tag: tag) == CornerRule.shown[tag - 1], "tag \(tag)")
    }
  }

  // The mapped rectangle contains exactly the labels of the original, placed by the corner rule.
  @Test func everyRectangleOfSmallGrids() {
    for (width, height) in [(1, 1), (2, 1), (1, 3), (3, 2), (4, 4), (5, 3)] {
      let stored = CornerRule.numbered(width: width, height: height)
      let size = PixelSize<Stored>(width: width, height: height)
      for tag in allTags {
        let seen = CornerRule.displayed(stored, tag: tag)
        for rect in rectangles(in: size) {
          let image = rect.applying(element(tag) as Tag, in: size)
          let part = labels(stored, x: rect.x, y: rect.y, width: rect.width, height: rect.height)
          let found = labels(seen, x: image.x, y: image.y, width: image.width, height: image.height)
          #expect(found == CornerRule.displayed(part, tag: tag), "tag \(tag), \(rect) of \(size)")
        }
      }
    }
  }

  /// Positions and sides at the ends of `Int`, in grids at the ends: positions are those of 128-bit arithmetic, clamped.
  @Test func everyEdgeOfIntIsExactOrSaturates() {
    let places = [Int.min, .min + 1, .min / 2, -1, 0, 1, 7, .max / 2, .max - 7, .max - 1, .max]
    let sides = [0, 1, 7, Int.max / 2, .max - 1, .max]
    func clamped(_ value: Int128) -> Int { Int(Swift.max(Int128(Int.min), Swift.min(Int128(Int.max), value))) }
    func far(_ side: Int, _ place: Int, _ length: Int) -> Int { clamped(Int128(side) - Int128(place) - Int128(length)) }
    for side in sides {
      let size = PixelSize<Stored>(width: side, height: 7)
      for place in places {
        for length in sides {
          let rect = PixelRect<Stored>(x: place, y: 1, width: length, height: 3)
          let mirrored = far(side, place, length)
          let expected = [
            (place, 1), (mirrored, 1), (mirrored, 3), (place, 3), (1, place), (3, place), (3, mirrored), (1, mirrored),
          ]
          for tag in allTags {
            let found = rect.applying(element(tag) as Tag, in: size)
            let (x, y) = expected[tag - 1]
            #expect(found.x == x && found.y == y, "tag \(tag), \(rect) of \(size): \(found)")
          }
        }
      }
    }
  }

  /// Clipping before is clipping after, wherever a rectangle is: nothing outside the image comes in.
  @Test func whatIsOutsideStaysOutside() {
    let places = [Int.min, .min + 1, .min + 9, -3, 0, 2, 4, .max - 9, .max - 1, .max]
    let sides = [0, 1, 3, Int.max - 3, .max]
    for size in [PixelSize<Stored>(width: 5, height: 3), PixelSize(width: .max, height: .max)] {
      for (x, y) in places.flatMap({ x in places.map { (x, $0) } }) {
        for (width, height) in sides.flatMap({ width in sides.map { (width, $0) } }) {
          let rect = PixelRect<Stored>(x: x, y: y, width: width, height: height)
          for tag in allTags {
            let orientation: Tag = element(tag)
            let after = rect.applying(orientation, in: size).clipped(to: orientation.applied(to: size))
            let before = rect.clipped(to: size)?.applying(orientation, in: size)
            #expect(after == before, "tag \(tag), \(rect) of \(size)")
          }
        }
      }
    }
  }

  @Test func thereAndBackAgain() {
    let size = PixelSize<Stored>(width: 5, height: 3)
    for tag in allTags {
      let orientation: Tag = element(tag)
      for rect in rectangles(in: size) {
        let image = rect.applying(orientation, in: size)
        #expect(image.applying(orientation.inverse, in: orientation.applied(to: size)) == rect)
      }
    }
  }

  @Test func oneAfterTheOtherIsBothAtOnce() {
    let size = PixelSize<Stored>(width: 4, height: 3)
    for first in allTags {
      for second in allTags {
        let (a, b) = (element(first) as Tag, element(second) as Orientation<Displayed, Output>)
        for rect in rectangles(in: size) {
          let stepped = rect.applying(a, in: size).applying(b, in: a.applied(to: size))
          #expect(stepped == rect.applying(a.then(b), in: size))
        }
      }
    }
  }

  @Test(arguments: cropRows) func cropsAsDisplayedLieThereAsStored(row: CropRow) {
    let orientation: Tag = element(row.tag)
    let stored = PixelSize<Stored>(width: row.stored[0], height: row.stored[1])
    let crop: PixelRect<Displayed> = rect(row.displayedRect)
    let found = crop.applying(orientation.inverse, in: orientation.applied(to: stored))
    #expect(found == rect(row.storedRect))
    #expect(found.applying(orientation, in: stored) == crop)
  }

  // The closed formulas, one per tag, in the stored width W and height H.
  @Test func theFormulasForCrops() {
    var random = SplitMix64(seed: 4)
    for _ in 0..<300 {
      let (W, H) = (Int.random(in: 1...60, using: &random), Int.random(in: 1...60, using: &random))
      for tag in allTags {
        let orientation: Tag = element(tag)
        let size = orientation.applied(to: PixelSize(width: W, height: H))
        let x = Int.random(in: 0..<size.width, using: &random)
        let y = Int.random(in: 0..<size.height, using: &random)
        let w = Int.random(in: 1...size.width - x, using: &random)
        let h = Int.random(in: 1...size.height - y, using: &random)
        let formulas = [
          [x, y, w, h], [W - x - w, y, w, h], [W - x - w, H - y - h, w, h], [x, H - y - h, w, h],
          [y, x, h, w], [y, H - x - w, h, w], [W - y - h, H - x - w, h, w], [W - y - h, x, h, w],
        ]
        let crop = PixelRect<Displayed>(x: x, y: y, width: w, height: h)
        #expect(crop.applying(orientation.inverse, in: size) == rect(formulas[tag - 1]), "tag \(tag)")
      }
    }
  }

  @Test func clippingKeepsThePixelsInside() {
    let size = PixelSize<Stored>(width: 4, height: 3)
    for x in -3...5 {
      for y in -3...4 {
        for (width, height) in [(1, 1), (2, 4), (9, 9)] {
          let own = PixelRect<Stored>(x: x, y: y, width: width, height: height)
          let inside = Set(pixels(own)).intersection(pixels(size.bounds))
          #expect(Set(own.clipped(to: size).map(pixels) ?? []) == inside, "\(own)")
          #expect((own.clipped(to: size) == nil) == inside.isEmpty)
        }
      }
    }
  }

  @Test func nothingIsLeftOfARectangleThatOnlyTouches() {
    let size = PixelSize<Stored>(width: 4, height: 3)
    for (x, y) in [(4, 0), (0, 3), (-2, 0), (0, -2)] {
      #expect(PixelRect<Stored>(x: x, y: y, width: 2, height: 2).clipped(to: size) == nil)
    }
    #expect(PixelRect<Stored>(x: 1, y: 1, width: 0, height: 1).clipped(to: size) == nil)
    #expect(PixelRect<Stored>(x: 1, y: 1, width: 2, height: -1).clipped(to: size) == nil)
    #expect(size.bounds.clipped(to: PixelSize(width: 0, height: 3)) == nil)
  }

  // Every position of a square inside the image is tried: ours is the one whose center is nearest to the tap.
  @Test func aSquareAroundATapIsTheNearestOneInside() throws {
    for (width, height) in [(7, 5), (5, 7), (4, 4), (1, 6)] {
      let image = PixelSize<Displayed>(width: width, height: height)
      for (wide, high) in [(1, 1), (2, 2), (3, 3), (4, 4), (3, 2), (5, 9)] {
        let (cutWidth, cutHeight) = (min(wide, width), min(high, height))
        for quarter in -9...37 {
          let tap = Point2D<Displayed>(x: Double(quarter) / 4, y: 9 - Double(quarter) / 4)
          let found = try #require(PixelRect.around(tap, size: PixelSize(width: wide, height: high), in: image))
          #expect(found.size == PixelSize(width: cutWidth, height: cutHeight))
          #expect(found.clipped(to: image) == found)
          let misses = (miss(found.x, cutWidth, tap.x), miss(found.y, cutHeight, tap.y))
          #expect((0...width - cutWidth).allSatisfy { misses.0 <= miss($0, cutWidth, tap.x) })
          #expect((0...height - cutHeight).allSatisfy { misses.1 <= miss($0, cutHeight, tap.y) })
        }
      }
    }
  }

  /// The distance from the center of `count` pixels, starting at `first`, to a position.
  private func miss(_ first: Int, _ count: Int, _ place: Double) -> Double {
    (Double(first) + Double(count) / 2 - place).magnitude
  }

  @Test func theTappedPixelIsTheMiddleOfAnOddSquare() {
    let image = PixelSize<Displayed>(width: 20, height: 20)
    for side in [1, 3, 5] {
      for tenth in 50..<150 {
        let tap = Point2D<Displayed>(x: Double(tenth) / 10, y: Double(tenth) / 10 - 0.0001)
        let found = PixelRect.around(tap, size: PixelSize(width: side, height: side), in: image)
        #expect(found?.x == tenth / 10 - side / 2 && found?.y == (tenth - 1) / 10 - side / 2, "\(side) around \(tap)")
      }
    }
  }

  @Test func squaresAroundNothingAndAroundFarPlaces() {
    let image = PixelSize<Displayed>(width: 7, height: 5)
    let square = PixelSize<Displayed>(width: 3, height: 3)
    let tap = Point2D<Displayed>(x: 3, y: 2)
    for (width, height) in [(0, 3), (3, 0), (-1, 3), (.min, .min)] {
      let empty = PixelSize<Displayed>(width: width, height: height)
      #expect(PixelRect.around(tap, size: empty, in: image) == nil)
      #expect(PixelRect.around(tap, size: square, in: empty) == nil)
    }
    #expect(PixelRect.around(Point2D(x: .nan, y: 2), size: square, in: image) == nil)
    #expect(PixelRect.around(Point2D(x: 3, y: .signalingNaN), size: square, in: image) == nil)
    for far in [1e9, 1e300, .infinity] {
      let before = PixelRect.around(Point2D(x: -far, y: -far), size: square, in: image)
      #expect(before == PixelRect(x: 0, y: 0, width: 3, height: 3))
      let behind = PixelRect.around(Point2D(x: far, y: far), size: square, in: image)
      #expect(behind == PixelRect(x: 4, y: 2, width: 3, height: 3))
    }
    let most = PixelSize<Displayed>(width: .max, height: .max)
    #expect(PixelRect.around(tap, size: most, in: image) == image.bounds)
    #expect(PixelRect.around(tap, size: most, in: most) == most.bounds)
    #expect(PixelRect.around(tap, size: square, in: most) == PixelRect(x: 2, y: 1, width: 3, height: 3))
  }

  @Test func hugeNumbersAreHeldAndDoNotTrap() {
    let size = PixelSize<Stored>(width: 4, height: 3)
    let far = PixelRect<Stored>(x: .max, y: 1, width: .max, height: 1)
    #expect(far.maxX == .max)
    #expect(far.clipped(to: size) == nil)
    let deep = PixelRect<Stored>(x: .min, y: .min, width: .min, height: .min)
    #expect(deep.maxY == .min)
    #expect(deep.clipped(to: size) == nil)
    let wide = PixelRect<Stored>(x: 1, y: 1, width: .max, height: .max)
    #expect(wide.clipped(to: size) == PixelRect(x: 1, y: 1, width: 3, height: 2))
    for tag in allTags {
      for own in [far, deep, wide] {
        let image = own.applying(element(tag) as Tag, in: PixelSize(width: .max, height: .min))
        #expect(Set([image.width, image.height]) == Set([own.width, own.height]))
      }
    }
  }

  @Test func edgesAndWords() {
    let own = PixelRect<Stored>(x: 2, y: -3, width: 5, height: 7)
    #expect(own.maxX == 7 && own.maxY == 4)
    #expect(own.size == PixelSize(width: 5, height: 7))
    #expect(own.rect == Rect2D(x: 2, y: -3, width: 5, height: 7))
    #expect(own.description == "2,-3,5,7")
    #expect(!own.isEmpty)
    #expect(PixelRect<Stored>(x: 0, y: 0, width: 3, height: 0).isEmpty)
  }

  /// Every rectangle of at least one pixel in a grid.
  private func rectangles(in size: PixelSize<Stored>) -> [PixelRect<Stored>] {
    (0..<size.height).flatMap { y in
      (0..<size.width).flatMap { x in
        (1...size.height - y).flatMap { height in
          (1...size.width - x).map { PixelRect(x: x, y: y, width: $0, height: height) }
        }
      }
    }
  }

  private func pixels(_ rect: PixelRect<Stored>) -> [[Int]] {
    guard !rect.isEmpty else { return [] }
    return (rect.y..<rect.maxY).flatMap { y in (rect.x..<rect.maxX).map { [$0, y] } }
  }

  private func rect<S: Space>(_ numbers: [Int]) -> PixelRect<S> {
    PixelRect(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }
}

// Tiles cover every pixel once, and none is too large.

@Suite struct TilesTests {
  @Test func everyPixelIsInOneTile() {
    for (width, height, edge) in [(7, 5, 3), (6, 3, 3), (1, 1, 9), (5, 1, 1), (4, 9, 4)] {
      let tiles = PixelSize<Displayed>(width: width, height: height).tiles(longestEdge: edge)
      var counts = [Int](repeating: 0, count: width * height)
      for tile in tiles {
        #expect(tile.width <= edge && tile.height <= edge && !tile.isEmpty)
        for y in tile.y..<tile.maxY { for x in tile.x..<tile.maxX { counts[y * width + x] += 1 } }
      }
      #expect(counts.allSatisfy { $0 == 1 }, "\(width) × \(height) by \(edge)")
    }
  }

  @Test func theOrderIsThatOfReading() {
    let tiles = PixelSize<Displayed>(width: 3, height: 3).tiles(longestEdge: 2)
    #expect(tiles.map(\.description) == ["0,0,2,2", "2,0,1,2", "0,2,2,1", "2,2,1,1"])
  }

  @Test func nothingHasNoTile() {
    #expect(PixelSize<Displayed>(width: 0, height: 3).tiles(longestEdge: 2).isEmpty)
    #expect(PixelSize<Displayed>(width: 3, height: 3).tiles(longestEdge: 0).isEmpty)
    #expect(PixelSize<Displayed>(width: .max, height: 1).tiles(longestEdge: .max).count == 1)
  }
}
