// An image fitted into a box: numbers computed by hand, and the laws of fit, fill and stretch.

import Testing
@testable import UprightGeometry
import UprightTestTools

@Suite struct FittingTests {
  typealias Laid = Transform2D<Displayed, Viewport>

  // 4032 × 3024 in a tall view of 390 × 844 points.
  @Test func aWideImageInATallView() throws {
    let size = PixelSize<Displayed>(width: 4032, height: 3024)
    let laid = Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 390, height: 844))
    #expect(near(laid.a, 0.09672619047619048) && near(laid.d, 0.09672619047619048))
    #expect(near(laid.tx, 0) && near(laid.ty, 275.75))
    let selection = Rect2D<Viewport>(x: 100, y: 400, width: 50, height: 60).applying(try #require(laid.inverse))
    #expect(near(selection, [1033.8461538, 1284.5538462, 516.9230769, 620.3076923]))
    #expect(selection.pixels(.outward) == PixelRect(x: 1033, y: 1284, width: 518, height: 621))
    #expect(near(selection.normalized(in: size), [0.2564102564, 0.4247863248, 0.1282051282, 0.2051282051]))
  }

  // 3000 × 4000 pixels in a wide view of 1024 × 768 points, with two pixels per point.
  @Test func aTallImageInAWideView() throws {
    let size = PixelSize<Displayed>(width: 3000, height: 4000)
    let laid = Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 1024, height: 768))
    #expect(near(laid.a * 2, 0.384) && near(laid.tx, 224) && near(laid.ty, 0))
    let selection = Rect2D<Viewport>(x: 300, y: 100, width: 200, height: 300).applying(try #require(laid.inverse))
    #expect(near(selection, [2 * 197.9166667, 2 * 260.4166667, 2 * 520.8333333, 2 * 781.25]))
    #expect(selection.pixels(.outward) == PixelRect(x: 395, y: 520, width: 1043, height: 1564))
    #expect(near(selection.normalized(in: size), [0.1319444444, 0.1302083333, 0.3472222222, 0.390625]))
  }

  @Test func aSelectionInTheMarginSelectsNothing() throws {
    let size = PixelSize<Displayed>(width: 1000, height: 1000)
    let back = try #require(Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 300, height: 200)).inverse)
    let beside = Rect2D<Viewport>(x: 0, y: 0, width: 40, height: 40).applying(back)
    #expect(near(beside, [-250, 0, 200, 200]))
    #expect(beside.clipped(to: size) == nil)
    let across = Rect2D<Viewport>(x: 40, y: 0, width: 20, height: 40).applying(back)
    #expect(near(across, [-50, 0, 100, 200]))
    #expect(try near(#require(across.clipped(to: size)), [0, 0, 50, 200]))
  }

  // A tap on a preview of 320 × 480 points of an image of 1536 × 2048.
  @Test(arguments: [
    (FittingMode.fill, 80.0, 120.0, 426.6666667, 512.0), (.fit, 80, 120, 384, 448), (.stretch, 80, 120, 384, 512),
    (.fill, 0, 0, 85.3333333, 0), (.fit, 0, 0, 0, -128), (.stretch, 0, 0, 0, 0),
  ])
  func aTapOnAPreview(mode: FittingMode, tapX: Double, tapY: Double, x: Double, y: Double) throws {
    let size = PixelSize<Displayed>(width: 1536, height: 2048)
    let laid = Laid.fitting(size, in: Rect2D(x: 0, y: 0, width: 320, height: 480), mode: mode)
    let place = Point2D<Viewport>(x: tapX, y: tapY).applying(try #require(laid.inverse))
    #expect(near(place.x, x) && near(place.y, y))
  }

  // Which stored pixels did the user select? 4032 × 3024 stored, tag 6, in a square view of 390 points.
  @Test func fromAViewToStoredPixels() throws {
    let orientation = Orientation(exif: .rightTop)
    let displayed = orientation.applied(to: PixelSize(width: 4032, height: 3024))
    let back = try #require(Laid.fitting(displayed, in: Rect2D(x: 0, y: 0, width: 390, height: 390)).inverse)
    let drag = Rect2D<Viewport>(x: 100, y: 50, width: 80, height: 80)
    let crop = try #require(drag.applying(back).clipped(to: displayed))
    let stored = crop.pixels(.outward).applying(orientation.inverse, in: displayed)
    #expect(stored == PixelRect(x: 516, y: 1667, width: 828, height: 828))
  }

  @Test func lawsOfTheThreeModes() {
    var random = SplitMix64(seed: 5)
    for _ in 0..<2_000 {
      let size = PixelSize<Displayed>(
        width: .random(in: 1...5_000, using: &random), height: .random(in: 1...5_000, using: &random))
      let box = Rect2D<Viewport>(
        x: .random(in: -99...99, using: &random), y: .random(in: -99...99, using: &random),
        width: .random(in: 0.5...3_000, using: &random), height: .random(in: 0.5...3_000, using: &random))
      for mode in FittingMode.allCases {
        let laid = Laid.fitting(size, in: box, mode: mode)
        let image = size.bounds.rect.applying(laid)
        #expect(near(image.x + image.width / 2, box.x + box.width / 2), "centred")
        #expect(near(image.y + image.height / 2, box.y + box.height / 2), "centred")
        let spare = [box.width - image.width, box.height - image.height]
        switch mode {
        case .fit: #expect(laid.a == laid.d && near(spare.min() ?? 1, 0))
        case .fill: #expect(laid.a == laid.d && near(spare.max() ?? 1, 0))
        case .stretch: #expect(near(spare[0], 0) && near(spare[1], 0))
        }
      }
    }
  }

  @Test func anEmptyImageOrBoxHasNoWayBack() {
    let size = PixelSize<Displayed>(width: 4, height: 3)
    let box = Rect2D<Viewport>(x: 1, y: 2, width: 40, height: 30)
    for mode in FittingMode.allCases {
      #expect(Laid.fitting(PixelSize(width: 0, height: 3), in: box, mode: mode).inverse == nil)
      for (width, height) in [(0.0, 30.0), (40, 0), (-40, 30), (.nan, 30), (40, .nan), (.infinity, .infinity)] {
        let bad = Rect2D<Viewport>(x: 1, y: 2, width: width, height: height)
        #expect(Laid.fitting(size, in: bad, mode: mode).inverse == nil, "\(mode) \(bad)")
      }
    }
  }

  // The longest edge limited, never enlarged.
  @Test(arguments: [
    ((2048, 1536), 1024, (1024, 768)), ((1536, 2048), 1024, (768, 1024)), ((1024, 1024), 1024, (1024, 1024)),
    ((1025, 10), 1024, (1024, 10)), ((800, 600), 1024, (800, 600)), ((10_000, 1), 100, (100, 1)),
  ])
  func sizesWithinASquare(size: (Int, Int), edge: Int, expected: (Int, Int)) {
    let own = PixelSize<Displayed>(width: size.0, height: size.1)
    let fitted: PixelSize<Output> = own.fitted(in: PixelSize<Output>(width: edge, height: edge))
    #expect(fitted == PixelSize(width: expected.0, height: expected.1))
    #expect(own.scaled(toLongestEdge: edge) == fitted)
  }

  @Test func theLongestEdgeIsReachedOnlyWhereAskedFor() {
    let own = PixelSize<Displayed>(width: 800, height: 600)
    let (kept, enlarged): (PixelSize<Output>, PixelSize<Output>) = (
      own.scaled(toLongestEdge: 1024), own.scaled(toLongestEdge: 1024, enlarging: true)
    )
    #expect(kept == PixelSize(width: 800, height: 600) && enlarged == PixelSize(width: 1024, height: 768))
    let line = PixelSize<Displayed>(width: 1, height: 5_000)
    #expect(line.scaled(toLongestEdge: 100) == PixelSize<Output>(width: 1, height: 100), "at least one column")
  }

  @Test func fittedSizesKeepTheShapeInsideTheBox() {
    var random = SplitMix64(seed: 6)
    for _ in 0..<5_000 {
      let own = PixelSize<Displayed>(
        width: .random(in: 1...9_000, using: &random), height: .random(in: 1...9_000, using: &random))
      let box = PixelSize<Output>(
        width: .random(in: 1...4_000, using: &random), height: .random(in: 1...4_000, using: &random))
      for enlarging in [false, true] {
        let fitted = own.fitted(in: box, enlarging: enlarging)
        #expect((1...box.width).contains(fitted.width) && (1...box.height).contains(fitted.height))
        #expect(enlarging || (fitted.width <= own.width && fitted.height <= own.height))
        let scale = min(
          Double(box.width) / Double(own.width), Double(box.height) / Double(own.height), enlarging ? .infinity : 1)
        #expect((Double(fitted.width) - Double(own.width) * scale).magnitude <= (fitted.width == 1 ? 1 : 0.5001))
        #expect((Double(fitted.height) - Double(own.height) * scale).magnitude <= (fitted.height == 1 ? 1 : 0.5001))
      }
    }
  }

  @Test func sizesOfNothingAndOfEverythingDoNotTrap() {
    let own = PixelSize<Displayed>(width: 4, height: 3)
    #expect(PixelSize<Displayed>(width: 0, height: 3).fitted(in: PixelSize<Output>(width: 9, height: 9)).isEmpty)
    #expect(own.fitted(in: PixelSize<Output>(width: 0, height: -5)) == PixelSize(width: 1, height: 1))
    let most = PixelSize<Output>(width: .max, height: .max)
    #expect(own.fitted(in: most) == PixelSize(width: 4, height: 3))
    #expect(own.fitted(in: most, enlarging: true).width > 1 << 61)
    let vast = PixelSize<Displayed>(width: .max, height: .max)
    #expect(vast.fitted(in: most, enlarging: true).width > 1 << 61)
    #expect(vast.fitted(in: PixelSize<Output>(width: 8, height: 6)) == PixelSize(width: 6, height: 6))
  }

  private func near(_ one: Double, _ other: Double) -> Bool { (one - other).magnitude < 1e-6 }

  private func near<S: Space>(_ rect: Rect2D<S>, _ numbers: [Double]) -> Bool {
    zip([rect.x, rect.y, rect.width, rect.height], numbers).allSatisfy { near($0, $1) }
  }
}

// Stored images drawn upright, in software: all tags, shapes and scales, in contexts of three kinds.

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

// Images in canvases of another shape: numbers computed by hand, margins, and canvases measured from below.

@Suite struct LetterboxTests {
  private let canvas = PixelSize<Output>(width: 512, height: 512)

  @Test func aWideImageHasMarginsAboveAndBelow() {
    let content = Size2D<Displayed>(width: 320, height: 200)
    let rows: [(ContentAnchor.Position, Double, Double)] = [(.near, 0, 192), (.middle, 96, 96), (.far, 192, 0)]
    for (place, top, bottom) in rows {
      let laid = Letterbox(content, in: canvas, at: ContentAnchor(.middle, place))
      #expect(laid.image == Rect2D(x: 0, y: top, width: 512, height: 320))
      #expect(laid.margins == (top: top, left: 0, bottom: bottom, right: 0))
      #expect(laid.yUp == Rect2D(x: 0, y: bottom, width: 512, height: 320))
      #expect(laid.pixels == PixelRect(x: 0, y: Int(top), width: 512, height: 320))
    }
  }

  @Test func aTallImageHasMarginsLeftAndRight() {
    let laid = Letterbox(Size2D<Stored>(width: 200, height: 320), in: canvas, at: ContentAnchor(.near, .far))
    #expect(laid.image == Rect2D(x: 0, y: 0, width: 320, height: 512))
    #expect(laid.margins == (top: 0, left: 0, bottom: 0, right: 192))
  }

  @Test func anyCanvasAndAnEqualShape() {
    let wide = Letterbox(Size2D<Displayed>(width: 300, height: 300), in: PixelSize(width: 400, height: 100))
    #expect(wide.image == Rect2D(x: 150, y: 0, width: 100, height: 100))
    let same = Letterbox(Size2D<Displayed>(width: 3, height: 4), in: PixelSize(width: 300, height: 400))
    #expect(same.margins == (top: 0, left: 0, bottom: 0, right: 0))
    #expect(same.pixels == same.canvas.bounds)
  }

  @Test func nothingLiesNowhere() {
    for content in [(0.0, 3.0), (3, 0), (-1, 2), (.nan, 1), (.infinity, 3), (3, .infinity)] {
      let laid = Letterbox(Size2D<Displayed>(width: content.0, height: content.1), in: canvas)
      #expect(laid.pixels.isEmpty && laid.image == Rect2D(x: 256, y: 256, width: 0, height: 0))
    }
    let nowhere = Letterbox(Size2D<Displayed>(width: 3, height: 4), in: PixelSize(width: 0, height: 5))
    #expect(nowhere.pixels.isEmpty)
  }
}

// Positions along an edge, and the fractions of a margin before the content.

@Suite struct ContentAnchorTests {
  @Test func theMarginIsBehindInTheMiddleOrBefore() {
    #expect(ContentAnchor.Position.allCases.map(\.share) == [0, 0.5, 1])
    #expect(ContentAnchor.Position.allCases == [.near, .middle, .far])
  }

  @Test func nothingSaidIsTheMiddle() {
    #expect(ContentAnchor() == .center)
    #expect(ContentAnchor.center == ContentAnchor(.middle, .middle))
    #expect(ContentAnchor(.far) == ContentAnchor(.far, .middle))
  }

  // An image of 2 × 4 shown at twice its size, in a box of 20 × 10 at (100, 200).
  @Test func contentKeepsToItsPlace() {
    let size = PixelSize<Displayed>(width: 2, height: 4)
    let box = Rect2D<Viewport>(x: 100, y: 200, width: 20, height: 10)
    for (horizontal, left) in zip(ContentAnchor.Position.allCases, [100.0, 108, 116]) {
      for (vertical, top) in zip(ContentAnchor.Position.allCases, [200.0, 201, 202]) {
        let laid = Transform2D.placing(size, scaledBy: (2, 2), in: box, at: ContentAnchor(horizontal, vertical))
        #expect(size.bounds.rect.applying(laid) == Rect2D(x: left, y: top, width: 4, height: 8))
      }
    }
  }

  // Shown at ten times its size it is larger than the box: the overflow is on the other side.
  @Test func overflowingContentKeepsToItsPlaceToo() {
    let size = PixelSize<Displayed>(width: 4, height: 2)
    let box = Rect2D<Viewport>(x: 100, y: 200, width: 20, height: 10)
    for (horizontal, left) in zip(ContentAnchor.Position.allCases, [100.0, 90, 80]) {
      for (vertical, top) in zip(ContentAnchor.Position.allCases, [200.0, 195, 190]) {
        let laid = Transform2D.placing(size, scaledBy: (10, 10), in: box, at: ContentAnchor(horizontal, vertical))
        #expect(size.bounds.rect.applying(laid) == Rect2D(x: left, y: top, width: 40, height: 20))
      }
    }
  }
}
