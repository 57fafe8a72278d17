// A picker's crops: what is almost square, on which side the gap was, and what the window contained, to the pixel.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct PickerCropTests {
  typealias Crop = PickerCrop

  private static let square = PixelSize<Output>(width: 512, height: 512)

  private static func crop(_ numbers: [Double], of size: (Int, Int)) -> PickerCrop? {
    PickerCrop(
      Rect2D(x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3]),
      of: PixelSize(width: size.0, height: size.1))
  }

  @Test func onlyWhatLiesInTheImageIsACrop() throws {
    let clipped = try #require(Self.crop([-20, -120, 340, 320], of: (512, 512)))
    #expect(clipped.rect == Rect2D(x: 0, y: 0, width: 320, height: 200))
    for outside in [[600, 0, 9, 9], [0, 512, 320, 9], [0, 0, 0, 9], [.nan, 0, 9, 9]] as [[Double]] {
      #expect(Self.crop(outside, of: (512, 512)) == nil, "\(outside)")
    }
    for size in [(0, 512), (-5, 5), (5, -5), (.min, 5), (-5, -5)] {
      #expect(Self.crop([0, 0, 9, 9], of: size) == nil && Self.crop([-5, 0, 4, 4], of: size) == nil)
    }
  }

  // The limit is 0.0295 of the image's shorter side: 35.4 pixels of 1200, 15.1 of 512.
  @Test func almostSquareBecomesSquare() throws {
    let rows: [((Int, Int), Double, Double, Double)] = [
      ((512, 512), 320, 305, 305), ((512, 512), 320, 304, 0), ((512, 512), 305, 320, 305), ((512, 512), 304, 320, 0),
      ((1600, 1200), 320, 285, 285), ((1600, 1200), 320, 284, 0), ((1200, 1600), 320, 285, 285),
      ((1200, 1600), 320, 284, 0), ((512, 512), 300, 300, 300),
    ]
    for (size, width, height, side) in rows {
      let crop = try #require(Self.crop([10, 20, width, height], of: size))
      let snapped = crop.snappedToSquare()
      let expected = side == 0 ? crop.rect : Rect2D(x: 10, y: 20, width: side, height: side)
      #expect(snapped.rect == expected && snapped.size == crop.size, "\(width) x \(height) of \(size)")
    }
  }

  @Test func theBoundIsStrictAndAChoiceAndTheCentreCanStay() throws {
    let crop = try #require(Self.crop([10, 20, 60, 50], of: (200, 100)))
    #expect(crop.snappedToSquare(tolerance: 0.1) == crop, "a tenth is not less than a tenth")
    #expect(crop.snappedToSquare(tolerance: 0.11).rect == Rect2D(x: 10, y: 20, width: 50, height: 50))
    let middle = crop.snappedToSquare(tolerance: 0.11, recentred: true)
    #expect(middle.rect == Rect2D(x: 15, y: 20, width: 50, height: 50))
    let tall = try #require(Self.crop([10, 20, 50, 61], of: (200, 100)))
    #expect(tall.snappedToSquare(tolerance: 0.2, recentred: true).rect == Rect2D(x: 10, y: 25.5, width: 50, height: 50))
  }

  /// A crop, the image's size, and its position in a square window of 320 if the gap is derived from the edge that it
  /// touches.
  @Test(arguments: [
    ([0.0, 0, 320, 200], (512, 512), [0.0, -120, 320, 320]), ([0, 312, 320, 200], (512, 512), [0, 312, 320, 320]),
    ([10, 100, 320, 200], (512, 512), [10, 40, 320, 320]), ([0, 0, 512, 300], (512, 300), [0, -106, 512, 512]),
    ([0, 0, 200, 320], (512, 512), [-120, 0, 320, 320]), ([312, 0, 200, 320], (512, 512), [312, 0, 320, 320]),
    ([100, 10, 200, 320], (512, 512), [40, 10, 320, 320]), ([0, 5, 300, 400], (300, 512), [-50, 5, 400, 400]),
    ([7, 0, 320, 320], (512, 512), [7, 0, 320, 320]),
    ([0, 1.1, 320, 200], (512, 512), [0, -118.9, 320, 320]), ([0, 1.2, 320, 200], (512, 512), [0, -58.8, 320, 320]),
    ([0, 311, 320, 200], (512, 512), [0, 311, 320, 320]), ([0, 310.8, 320, 200], (512, 512), [0, 250.8, 320, 320]),
  ])
  func theGapLiesBeyondTheEdgeThatIsTouched(crop: [Double], size: (Int, Int), window: [Double]) throws {
    let seen = try #require(Self.crop(crop, of: size)).square()
    let expected = Rect2D<Displayed>(x: window[0], y: window[1], width: window[2], height: window[3])
    for (one, other) in [
      (seen.x, expected.x), (seen.y, expected.y), (seen.maxX, expected.maxX), (seen.maxY, expected.maxY),
    ] {
      #expect((one - other).magnitude < 1e-9, "\(seen), not \(expected)")
    }
  }

  @Test func theGapCanBeNamed() throws {
    let wide = try #require(Self.crop([10, 100, 320, 200], of: (512, 512)))
    let tall = try #require(Self.crop([100, 10, 200, 320], of: (512, 512)))
    let rows: [(Crop.Gap, Double)] = [(.near, -20), (.both, 40), (.far, 100)]
    for (gap, start) in rows {
      #expect(wide.square(gap: gap) == Rect2D(x: 10, y: start, width: 320, height: 320))
      #expect(tall.square(gap: gap) == Rect2D(x: start, y: 10, width: 320, height: 320))
    }
    let nearly = try #require(Self.crop([10, 3, 320, 200], of: (512, 512)))
    #expect(nearly.square(gap: .asDragged(within: 3)) == nearly.square(gap: .near))
    #expect(nearly.square(gap: .asDragged(within: 2)) == nearly.square(gap: .both))
  }

  // As printed in the picker's article, where a canvas's y axis points up: the same numbers, measured from below.
  @Test(arguments: [
    ([0.0, 0, 320, 200], (512, 512), [0, 0, 512, 320.0]), ([0, 312, 320, 200], (512, 512), [0, 192, 512, 320]),
    ([10, 100, 320, 200], (512, 512), [0, 96, 512, 320]), ([0, 0, 512, 300], (512, 300), [0, 106, 512, 300]),
    ([0, 0, 200, 320], (512, 512), [96, 0, 320, 512]), ([0, 0, 320, 305], (512, 512), [0, 0, 512, 512]),
    ([0, 0, 320, 304], (512, 512), [0, 0, 512, 486.4]),
  ])
  func thePrintedNumbersAreThoseOfACanvasWhoseYRunsUp(crop: [Double], size: (Int, Int), printed: [Double]) throws {
    let own = try #require(Self.crop(crop, of: size)).snappedToSquare()
    // The printed code has no gap at the left or the right: it centers tall crops.
    let laid = own.letterbox(in: Self.square, gap: own.rect.width < own.rect.height ? .both : .asDragged())
    let up = laid.yUp
    #expect(up.x == printed[0] && (up.y - printed[1]).magnitude < 1e-9 && up.width == printed[2])
    #expect((up.height - printed[3]).magnitude < 1e-9)
    #expect((laid.image.y - (512 - printed[1] - printed[3])).magnitude < 1e-9, "seen from above")
  }

  @Test func aCropAtTheTopHasItsGapOnTop() throws {
    let laid = try #require(Self.crop([0, 0, 320, 200], of: (512, 512))).letterbox(in: Self.square)
    #expect(laid.image == Rect2D(x: 0, y: 192, width: 512, height: 320))
    #expect(laid.margins == (top: 192, left: 0, bottom: 0, right: 0))
  }

  // The crop's edges round to the nearest pixel; of an odd gap on both sides, the larger part is at the bottom or
  // right.
  @Test func halfPixelsHaveARule() throws {
    let rows: [([Double], [Int])] = [
      ([10, 100, 31, 20], [10, 95, 31, 31]), ([100, 10, 20, 31], [95, 10, 31, 31]),
      ([10.4, 99.6, 30.9, 20.2], [10, 95, 31, 31]), ([10, 100, 32, 21], [10, 95, 32, 32]),
      ([0, 0, 31, 20], [0, -11, 31, 31]), ([0, 492, 31, 20], [0, 492, 31, 31]),
      ([5, 5, 0.2, 0.1], [5, 5, 1, 1]), ([511.8, 511.8, 0.2, 0.2], [511, 511, 1, 1]),
    ]
    for (numbers, expected) in rows {
      let pixels = try #require(Self.crop(numbers, of: (512, 512))).pixels(shapedLike: Self.square)
      #expect([pixels.x, pixels.y, pixels.width, pixels.height] == expected, "\(numbers)")
    }
  }

  @Test func aWindowOfAnyShapeAndOfNone() throws {
    let crop = try #require(Self.crop([0, 0, 300, 200], of: (900, 900)))
    let flat = PixelSize<Output>(width: 400, height: 100)
    #expect(crop.window(shapedLike: flat) == Rect2D(x: -500, y: 0, width: 800, height: 200))
    #expect(crop.pixels(shapedLike: flat, gap: .both) == PixelRect(x: -250, y: 0, width: 800, height: 200))
    #expect(crop.window(shapedLike: PixelSize(width: 0, height: 3)) == crop.rect)
    #expect(crop.pixels(shapedLike: PixelSize(width: 1, height: .max)).width == 300, "held, not trapped")
  }

  // 30,000 random crops, pixel by pixel: the window's and the letterbox's pixels, compared with integer arithmetic.
  @Test func randomWindowsShowThePixelThatLiesThere() throws {
    var random = SplitMix64(seed: 4)
    var (failures, compared) = (0, 0)
    for turn in 0..<30_000 {
      let size = (Int.random(in: 1...7, using: &random), Int.random(in: 1...7, using: &random))
      let (x, y) = (Int.random(in: 0..<size.0, using: &random), Int.random(in: 0..<size.1, using: &random))
      let (wide, high) = (
        Int.random(in: 1...size.0 - x, using: &random), Int.random(in: 1...size.1 - y, using: &random)
      )
      let side = Int.random(in: 1...7, using: &random)
      let canvas = PixelSize<Output>(width: side, height: side)
      let crop = try #require(Self.crop([x, y, wide, high].map(Double.init), of: size))
      let gaps: [Crop.Gap] = [.near, .both, .far]
      let part = labels(CornerRule.numbered(width: size.0, height: size.1), x: x, y: y, width: wide, height: high)
      let laid = crop.letterbox(in: canvas, gap: gaps[turn % 3])
      let found = DrawingContext.topDown.draw(
        part, in: laid.image, through: Transform2D<Output, Output>(scaleX: 1, scaleY: 1), on: canvas)
      let expected = Self.squared(part, side: side, share: turn % 3)
      for (label, wanted) in zip(found.joined(), expected.joined()) where wanted != WholeNumbers.undecided {
        compared += 1
        if label != wanted { failures += 1 }
      }
      let window = crop.window(shapedLike: canvas, gap: gaps[turn % 3])
      let image = crop.rect.applying(try #require(Transform2D<Output, Displayed>.fitting(canvas, in: window).inverse))
      let far = [image.x - laid.image.x, image.y - laid.image.y, image.maxX - laid.image.maxX]
      if far.contains(where: { $0.magnitude > 1e-9 }) { failures += 1 }
    }
    #expect(failures == 0 && compared > 300_000, "\(failures) of \(compared)")
  }

  /// An image in a square canvas: the gap before it, on both sides or after it, for a share of 0, 1 and 2.
  private static func squared(_ image: CornerRule.Labels, side: Int, share: Int) -> CornerRule.Labels {
    let (wide, high) = (image[0].count, image.count)
    let most = max(wide, high)
    func index(_ place: Int, _ count: Int) -> Int {
      // (position + 1/2) * most / side - (most - count) * (2 - share) / 2, on one line of 2 * side.
      let above = (2 * place + 1) * most - (most - count) * (2 - share) * side
      if above < 0 || above > 2 * side * count { return -1 }
      return above % (2 * side) == 0 ? WholeNumbers.undecided : above / (2 * side)
    }
    return (0..<side).map { y in
      (0..<side).map { x in
        let (row, column) = (index(y, high), index(x, wide))
        if row == -1 || column == -1 { return -1 }
        return min(row, column) == WholeNumbers.undecided ? WholeNumbers.undecided : image[row][column]
      }
    }
  }
}
