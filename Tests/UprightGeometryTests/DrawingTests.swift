// Stored images drawn upright, in software: all tags, shapes and scales, in contexts of three kinds.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct DrawingTests {
  /// The pixels of a drawing on one kind of canvas.
  static func drawn(_ drawing: Drawing, _ stored: CornerRule.Labels, on easel: DrawingContext) -> CornerRule.Labels {
    switch easel {
    case .bitmap: easel.draw(stored, in: drawing.yUpRect, through: drawing.toYUpCanvas, on: drawing.canvas)
    case .uiKit: easel.draw(stored, in: drawing.yUpRect, through: drawing.toUIKitCanvas, on: drawing.canvas)
    case .topDown: easel.draw(stored, in: drawing.rect, through: drawing.toCanvas, on: drawing.canvas)
    }
  }

  @Test(arguments: DrawingContext.allCases, [(1, 1), (4, 4), (6, 4), (4, 6), (7, 1), (3, 8)])
  func everyTagIsExactAtItsOwnSizeAndEnlarged(_ easel: DrawingContext, _ shape: (Int, Int)) {
    let stored = CornerRule.numbered(width: shape.0, height: shape.1)
    let size = PixelSize<Stored>(width: shape.0, height: shape.1)
    for tag in allTags {
      let expected = CornerRule.displayed(stored, tag: tag)
      let plain = Drawing(size, element(tag), longestEdge: 1024)
      #expect(plain.canvas == PixelSize(width: expected[0].count, height: expected.count))
      #expect(Self.drawn(plain, stored, on: easel) == expected, "tag \(tag)")
      let large = Drawing(size, element(tag), longestEdge: 3 * max(shape.0, shape.1), enlarging: true)
      let tripled = expected.flatMap { row in
        [[Int]](repeating: row.flatMap { [$0, $0, $0] }, count: 3)
      }
      #expect(Self.drawn(large, stored, on: easel) == tripled, "tag \(tag), three times as large")
    }
  }

  @Test(arguments: DrawingContext.allCases)
  func halfTheSizeShowsTheRightHalfOfThePixels(_ easel: DrawingContext) {
    let stored = CornerRule.numbered(width: 6, height: 4)
    for tag in allTags {
      let drawing = Drawing(PixelSize(width: 6, height: 4), element(tag), longestEdge: 3)
      let upright = CornerRule.displayed(stored, tag: tag)
      let canvas = Self.drawn(drawing, stored, on: easel)
      #expect(canvas.count == upright.count / 2 && canvas[0].count == upright[0].count / 2)
      for (y, row) in canvas.enumerated() {
        for (x, label) in row.enumerated() {
          let block = [
            upright[2 * y][2 * x], upright[2 * y][2 * x + 1], upright[2 * y + 1][2 * x], upright[2 * y + 1][2 * x + 1],
          ]
          #expect(block.contains(label), "tag \(tag) at \(x),\(y)")
        }
      }
    }
  }

  @Test func theMapsOfTheThreeKindsInNumbers() {
    let drawing = Drawing(PixelSize(width: 6, height: 4), Orientation(exif: .rightTop), longestEdge: 1024)
    #expect(drawing.displayed == PixelSize(width: 4, height: 6))
    #expect(drawing.toCanvas == Transform2D(a: 0, b: 1, c: -1, d: 0, tx: 4, ty: 0))
    #expect(drawing.toYUpCanvas == Transform2D(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 6))
    #expect(drawing.toUIKitCanvas == Transform2D(a: 0, b: 1, c: 1, d: 0, tx: 0, ty: 0))
    #expect(drawing.rect == Rect2D(x: 0, y: 0, width: 6, height: 4))
    #expect(drawing.yUpRect == Rect2D(x: 0, y: 0, width: 6, height: 4))
  }

  @Test func anImageOfNothingIsDrawnNowhere() {
    let empty = Drawing(PixelSize(width: 0, height: 4), .identity, longestEdge: 100)
    #expect(empty.canvas.isEmpty && empty.toCanvas.inverse == nil)
    let nowhere = Drawing(PixelSize(width: 6, height: 4), .identity, on: PixelSize(width: 0, height: 0))
    #expect(nowhere.toCanvas.inverse == nil)
  }

  // 30,000 random drawings, pixel by pixel, compared with integer arithmetic.
  @Test func randomDrawingsShowThePixelThatLiesThere() {
    var random = SplitMix64(seed: 3)
    var (failures, compared) = (0, 0)
    for turn in 0..<30_000 {
      let shape = (Int.random(in: 1...6, using: &random), Int.random(in: 1...6, using: &random))
      let canvas = PixelSize<Output>(
        width: .random(in: 1...6, using: &random), height: .random(in: 1...6, using: &random))
      let tag = turn % 8 + 1
      let (easel, mode) = (DrawingContext.allCases[turn / 8 % 3], FittingMode.allCases[turn / 24 % 3])
      let stored = CornerRule.numbered(width: shape.0, height: shape.1)
      let size = PixelSize<Stored>(width: shape.0, height: shape.1)
      let drawing = Drawing(size, element(tag), on: canvas, mode: mode)
      let found = Self.drawn(drawing, stored, on: easel)
      let upright = CornerRule.displayed(stored, tag: tag)
      let expected = WholeNumbers.laid(upright, on: (canvas.width, canvas.height), mode: mode)
      for (row, other) in zip(found, expected) {
        for (label, wanted) in zip(row, other) where wanted != WholeNumbers.undecided {
          compared += 1
          if label != wanted { failures += 1 }
        }
      }
    }
    #expect(failures == 0 && compared > 200_000, "\(failures) of \(compared)")
  }
}

/// Images placed into canvases by integers: a reference without a single fraction.
enum WholeNumbers {
  /// What a pixel shows whose center is on the border of two.
  static let undecided = -2

  /// The image placed into a canvas, centered.
  static func laid(
    _ image: CornerRule.Labels, on canvas: (width: Int, height: Int), mode: FittingMode
  ) -> CornerRule.Labels {
    let (wide, high) = (image[0].count, image.count)
    // The scale along an axis is over / under.
    let isFlatter = wide * canvas.height > high * canvas.width
    let byWidth = mode == .fit ? isFlatter : !isFlatter
    let common = byWidth ? (canvas.width, wide) : (canvas.height, high)
    let across = mode == .stretch ? (canvas.width, wide) : common
    let down = mode == .stretch ? (canvas.height, high) : common
    let columns = (0..<canvas.width).map { index($0, of: canvas.width, over: across.0, under: across.1, count: wide) }
    let rows = (0..<canvas.height).map { index($0, of: canvas.height, over: down.0, under: down.1, count: high) }
    return rows.map { row in
      columns.map { column in
        if row == -1 || column == -1 { return -1 }
        return row == undecided || column == undecided ? undecided : image[row][column]
      }
    }
  }

  /// Which of `count` cells, each over / under large and centered as a whole on `extent`, contains the center of a
  /// position; -1 for none.
  static func index(_ place: Int, of extent: Int, over: Int, under: Int, count: Int) -> Int {
    // (position + 1/2 - (extent - count * over / under) / 2) / (over / under), on one line of 2 * over.
    let above = (2 * place + 1 - extent) * under + count * over
    if above < 0 || above > 2 * over * count { return -1 }
    return above % (2 * over) == 0 ? undecided : above / (2 * over)
  }
}
