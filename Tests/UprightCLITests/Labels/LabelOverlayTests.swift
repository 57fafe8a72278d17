// The drawing of a region: where, in which color, and nothing else.

import Testing
import Upright
import UprightLabels

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs
@testable import UprightDrawing

@Suite struct LabelOverlayTests {
  private let ground = Canvas.Color(0x404040)
  private let size = PixelSize<Displayed>(width: 200, height: 160)

  private func drawn(_ regions: [Region<Displayed>], scale: Double = 1, names: [String] = ["a", "b"]) -> Canvas {
    let image = Canvas(
      size: PixelSize(width: Int(200 * scale), height: Int(160 * scale)), color: ground)
    return LabelOverlay(names: names, size: size).drawn(regions, on: image)
  }

  private func box(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Rect2D<Displayed> {
    Rect2D(x: x, y: y, width: width, height: height)
  }

  /// How many pixels have a color.
  private func count(_ color: Canvas.Color, in canvas: Canvas) -> Int {
    (0..<canvas.size.height).reduce(0) { sum, y in
      sum + (0..<canvas.size.width).count { canvas.color(x: $0, y: y) == color }
    }
  }

  @Test(arguments: [0.5, 1, 1.5, 2])
  func aBoxesCornersHaveItsColourAndItsMiddleNone(scale: Double) {
    let canvas = drawn([Region(box: box(40, 60, 80, 50))], scale: scale)
    for (x, y) in [(40.0, 60.0), (120, 60), (120, 110), (40, 110)] {
      #expect(canvas.corner(x: Int(x * scale), y: Int(y * scale)) == LabelOverlay.unnamed, "\(x), \(y)")
    }
    #expect(canvas.color(x: Int(80 * scale), y: Int(85 * scale)) == ground)
    let (across, down) = (Int(80 * scale), Int(50 * scale))
    #expect(count(LabelOverlay.unnamed, in: canvas) == 2 * (across + 2) * 2 + 2 * (down - 2) * 2)
  }

  @Test func aBoxAtTheImagesEdgeIsSeenThere() {
    let canvas = drawn([Region(box: box(0, 0, 200, 160))])
    for (x, y) in [(0, 0), (199, 0), (199, 159), (0, 159), (100, 0), (0, 80)] {
      #expect(canvas.color(x: x, y: y) == LabelOverlay.unnamed)
    }
    #expect(canvas.color(x: 1, y: 1) == ground)
  }

  @Test func invertedBoxesAreDrawnWhereTheyReach() {
    #expect(drawn([Region(box: box(120, 110, -80, -50))]).bytes == drawn([Region(box: box(40, 60, 80, 50))]).bytes)
  }

  @Test func eachClassHasAColourAndEachNameAGround() {
    let regions = (0..<3).map { Region<Displayed>(box: box(Double(10 + 60 * $0), 60, 40, 40), label: $0) }
    let canvas = drawn(regions, names: ["a", "b", "c"])
    for (index, color) in LabelOverlay.palette.prefix(3).enumerated() {
      #expect(LabelOverlay.color(of: index) == color)
      #expect(canvas.corner(x: 10 + 60 * index, y: 100) == color)
      // The name's background is above the box: one letter and a border.
      #expect(canvas.color(x: 10 + 60 * index, y: 41) == color && canvas.color(x: 10 + 60 * index, y: 36) == ground)
    }
    #expect(LabelOverlay.color(of: 8) == LabelOverlay.palette[0] && LabelOverlay.color(of: nil) == LabelOverlay.unnamed)
    #expect(LabelOverlay.color(of: -3) == LabelOverlay.unnamed && Set(LabelOverlay.palette).count == 8)
  }

  @Test func aNameWithoutRoomAboveStandsInside() {
    let canvas = drawn([Region(box: box(50, 4, 60, 90), label: 0)])
    let color = LabelOverlay.palette[0]
    #expect(canvas.color(x: 51, y: 20) == color && canvas.color(x: 51, y: 60) == ground)
    let right = drawn([Region(box: box(190, 60, 40, 40), label: 0)], names: ["wide"])
    #expect(right.color(x: 199, y: 45) == color && right.color(x: 148, y: 45) == color)
  }

  @Test func namesOfBoxesBesideTheImageAreLeftOut() {
    for far in [box(300, 20, 30, 30), box(-90, 20, 30, 30), box(20, 400, 30, 30), box(.nan, 1, 2, 3)] {
      #expect(drawn([Region(box: far, label: 0)]).bytes == drawn([]).bytes)
    }
  }

  @Test func keypointsAreDotsUnlessNobodyLabelledThem() {
    let keypoints: [Keypoint<Displayed>] = [
      Keypoint(Point2D(x: 60.5, y: 80.5)), Keypoint(Point2D(x: 90.5, y: 80.5), .hidden),
      Keypoint(Point2D(x: 75.5, y: 95.5), .absent),
    ]
    let canvas = drawn([Region(box: box(40, 60, 80, 50), keypoints: keypoints)])
    #expect(canvas.color(x: 60, y: 80) == LabelOverlay.unnamed && canvas.color(x: 62, y: 82) == LabelOverlay.unnamed)
    #expect(canvas.color(x: 63, y: 80) == Canvas.Color(0))
    #expect(canvas.color(x: 90, y: 80) == Canvas.Color(0) && canvas.color(x: 92, y: 80) == LabelOverlay.unnamed)
    #expect(canvas.color(x: 75, y: 95) == ground)
  }

  @Test func polygonsAreDrawnRingByRingAndTheirBoxesThinly() {
    let rings: [[Point2D<Displayed>]] = [
      [Point2D(x: 20, y: 30), Point2D(x: 60, y: 30), Point2D(x: 60, y: 70)],
      [Point2D(x: 100, y: 90), Point2D(x: 140, y: 90), Point2D(x: 140, y: 130)],
    ]
    let canvas = drawn([Region(box: box(20, 30, 120, 100), outline: .polygon(Polygon(rings: rings)))])
    for ring in rings {
      for point in ring { #expect(canvas.corner(x: Int(point.x), y: Int(point.y)) == LabelOverlay.unnamed) }
    }
    // Halfway along the closing edge of the first ring; halfway along the box's bottom, where the line is one pixel
    // wide.
    #expect(canvas.color(x: 40, y: 50) == LabelOverlay.unnamed && canvas.color(x: 80, y: 80) == ground)
    #expect([129, 130].count { canvas.color(x: 80, y: $0) == LabelOverlay.unnamed } == 1)
  }

  @Test func openLinesStayOpen() {
    let points = [Point2D<Displayed>(x: 20, y: 40), Point2D(x: 60, y: 40), Point2D(x: 60, y: 100)]
    let canvas = drawn([Region(box: box(20, 40, 40, 60), outline: .line(points))])
    #expect(canvas.color(x: 40, y: 70) == ground && canvas.corner(x: 60, y: 70) == LabelOverlay.unnamed)
    let dots = drawn([Region(box: box(20, 40, 40, 60), outline: .points([Point2D(x: 40.5, y: 70.5)]))])
    #expect(dots.color(x: 40, y: 70) == LabelOverlay.unnamed && dots.color(x: 42, y: 72) == LabelOverlay.unnamed)
  }

  @Test func turnedBoxesAndEllipsesTouchWhereTheyShould() {
    let turned = RotatedRect<Displayed>(
      center: Point2D(x: 100, y: 80), size: Size2D(width: 80, height: 40), degrees: 90)
    let canvas = drawn([Region(box: box(80, 40, 40, 80), outline: .rotated(turned))])
    for (x, y) in [(80, 40), (120, 40), (120, 120), (80, 120)] {
      #expect(canvas.corner(x: x, y: y) == LabelOverlay.unnamed)
    }
    let round = drawn([Region(box: box(80, 40, 40, 80), outline: .ellipse(turned))])
    for (x, y) in [(100, 40), (120, 80), (100, 120), (80, 80)] {
      #expect(round.corner(x: x, y: y) == LabelOverlay.unnamed, "\(x), \(y)")
    }
    // A point of the ellipse at 3/5 and 4/5 of its axes, and the box's corner outside it.
    #expect(round.color(x: 100 + 12, y: 80 + 32) == LabelOverlay.unnamed && round.color(x: 82, y: 42) == ground)
  }

  @Test(arguments: [1, 0.5])
  func masksTintTheirPixelsAndNoOthers(scale: Double) throws {
    let mask = try #require(
      RunMask<Displayed>(size: size) { x, y in (40..<80).contains(x) && (60..<100).contains(y) && !(x < 60 && y < 80) })
    let canvas = drawn([Region(box: box(40, 60, 40, 40), outline: .mask(mask))], scale: scale)
    let mixed = Canvas.Color(red: 160, green: 160, blue: 160)
    for (x, y, isInside) in [(70, 70, true), (50, 90, true), (76, 96, true), (50, 70, false), (90, 90, false)] {
      #expect(canvas.color(x: Int(Double(x) * scale), y: Int(Double(y) * scale)) == (isInside ? mixed : ground))
    }
    let (inner, outer) = (Int(1200 * scale * scale), count(mixed, in: canvas))
    #expect(outer <= inner && outer > inner * 8 / 10)
  }

  @Test func nothingThatAFileMaySayStopsTheProgram() {
    for number in [Double.infinity, -.infinity, .nan, 1e300, -1e300] {
      let rotated = RotatedRect<Displayed>(
        center: Point2D(x: number, y: 5), size: Size2D(width: 5, height: number), degrees: 33)
      let points = [Point2D<Displayed>(x: number, y: 3), Point2D(x: 4, y: number), Point2D(x: 50, y: 60)]
      let outlines: [Outline<Displayed>] = [
        .rotated(rotated), .ellipse(rotated), .polygon(Polygon(rings: [points, []])), .line(points), .points(points),
      ]
      for outline in outlines {
        let region = Region(
          box: box(number, number, number, 4), outline: outline, keypoints: [Keypoint(points[0])], label: 1)
        #expect(drawn([region]).size == PixelSize(width: 200, height: 160))
      }
    }
  }

  @Test func wordsAreReadOnEveryColour() {
    #expect(Canvas.Color(0xFFFFFF).contrast == Canvas.Color(0) && Canvas.Color(0).contrast == Canvas.Color(0xFFFFFF))
    #expect(
      Canvas.Color(0xFFAB00).contrast == Canvas.Color(0) && Canvas.Color(0x2979FF).contrast == Canvas.Color(0xFFFFFF))
  }
}
