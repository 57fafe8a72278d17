// Drawing: the right pixels and no others.

import Testing
import Upright
@testable import UprightBatch
@testable import UprightDrawing
import UprightTestTools

@Suite struct CanvasTests {
  private let white = Canvas.Color(0xFFFFFF)
  private let ink = Canvas.Color(0x102030)

  private func canvas(_ width: Int = 30, _ height: Int = 20) -> Canvas {
    Canvas(size: PixelSize(width: width, height: height), color: white)
  }

  /// Where the canvas is not white.
  private func marks(_ canvas: Canvas) -> Set<[Int]> {
    var marks: Set<[Int]> = []
    for y in 0..<canvas.size.height {
      for x in 0..<canvas.size.width {
        let at = (y * canvas.size.width + x) * 3
        if canvas.bytes[at..<at + 3] != [255, 255, 255] { marks.insert([x, y]) }
      }
    }
    return marks
  }

  @Test func fillingFillsItsAreaAndIsClipped() {
    var canvas = canvas()
    canvas.fill(PixelRect(x: 28, y: -1, width: 5, height: 3), with: ink)
    #expect(marks(canvas) == [[28, 0], [29, 0], [28, 1], [29, 1]])
    #expect(Array(canvas.bytes[28 * 3..<28 * 3 + 3]) == [0x10, 0x20, 0x30])
    canvas.fill(PixelRect(x: 100, y: 100, width: 5, height: 5), with: ink)
    #expect(marks(canvas).count == 4)
  }

  @Test func aFrameIsOnePixelWide() {
    var canvas = canvas()
    canvas.frame(PixelRect(x: 2, y: 3, width: 6, height: 5), with: ink)
    #expect(marks(canvas).count == 2 * 6 + 2 * 3)
    for corner in [[2, 3], [7, 3], [2, 7], [7, 7]] { #expect(marks(canvas).contains(corner)) }
    #expect(!marks(canvas).contains([3, 4]))
  }

  @Test func anImageLandsAtItsCornerAndIsClipped() throws {
    let image = try #require(
      Canvas(size: PixelSize(width: 2, height: 2), bytes: [1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4]))
    var canvas = canvas(4, 4)
    canvas.draw(image, x: -1, y: 3)
    #expect(marks(canvas) == [[0, 3]])
    #expect(canvas.bytes[3 * 12] == 2)
    canvas.draw(image, x: 1, y: 0)
    #expect(canvas.bytes[3] == 1 && canvas.bytes[6] == 2 && canvas.bytes[15] == 3 && canvas.bytes[18] == 4)
    #expect(Canvas(size: PixelSize(width: 2, height: 2), bytes: [1]) == nil)
  }

  @Test func lettersStandWhereTheyAreWritten() {
    var canvas = canvas()
    canvas.write("L", x: 4, y: 2, color: ink)
    let marks = marks(canvas)
    #expect(marks.contains([4, 2]) && marks.contains([5, 15]) && marks.contains([13, 15]))
    #expect(!marks.contains([13, 2]) && !marks.contains([3, 2]) && !marks.contains([14, 15]))
    #expect(marks.count == 11 * 4)
  }

  @Test(arguments: [
    ("photo.jpg", 200, "photo.jpg"), ("photograph.jpg", 82, "pho…jpg"), ("abcdef", 24, "ab"), ("abc", 0, ""),
  ])
  func longNamesLoseTheirMiddle(text: String, width: Int, expected: String) {
    let shown = Canvas.shortened(text, to: width)
    #expect(shown == expected)
    #expect(shown.count * Canvas.advance - Canvas.dot <= max(width, 0) || shown.isEmpty)
  }
}

// A drawing as a JPEG: its size, its colors, and the requested chroma.

@Suite struct DrawnJPEGTests {
  private func canvas() -> Canvas {
    var canvas = Canvas(size: PixelSize(width: 48, height: 32), color: Canvas.Color(0x204060))
    canvas.fill(PixelRect(x: 16, y: 16, width: 32, height: 16), with: Canvas.Color(0xE0C0A0))
    canvas.fill(PixelRect(x: 5, y: 0, width: 1, height: 32), with: Canvas.Color(0xFF0000))
    return canvas
  }

  private func read(_ drawing: DrawnJPEG) throws -> (Probe, Canvas, Int) {
    var bytes: [UInt8] = []
    try drawing.write(into: &bytes)
    let probe = try Probe(checking: bytes)
    let pair = try ImagePair(of: probe, from: bytes, Pipeline(codecs: ImageCodecs.all()), box: 64)
    return (probe, pair.displayed, bytes.count)
  }

  private func near(_ one: Canvas.Color, _ other: Canvas.Color, _ room: Int) -> Bool {
    zip([one.red, one.green, one.blue], [other.red, other.green, other.blue]).allSatisfy {
      abs(Int($0) - Int($1)) <= room
    }
  }

  @Test(arguments: [false, true])
  func sizeAndColoursAreTheDrawings(keepsColors: Bool) throws {
    let (probe, shown, _) = try read(DrawnJPEG(canvas: canvas(), quality: 95, keepsColors: keepsColors))
    #expect(probe.format == .jpeg && probe.storedSize == PixelSize(width: 48, height: 32))
    #expect(probe.orientation.isIdentity)
    #expect(near(shown.color(x: 10, y: 10), Canvas.Color(0x204060), 12))
    #expect(near(shown.color(x: 40, y: 26), Canvas.Color(0xE0C0A0), 12))
  }

  @Test func aThinLineKeepsItsColourOnlyWhereAsked() throws {
    let whole = try read(DrawnJPEG(canvas: canvas(), quality: 95, keepsColors: true)).1
    let shared = try read(DrawnJPEG(canvas: canvas(), quality: 95, keepsColors: false)).1
    #expect(near(whole.color(x: 5, y: 8), Canvas.Color(0xFF0000), 24))
    #expect(!near(shared.color(x: 5, y: 8), Canvas.Color(0xFF0000), 24))
  }

  @Test func lessQualityTakesFewerBytes() throws {
    let (much, little) = (
      try read(DrawnJPEG(canvas: canvas(), quality: 98)), try read(DrawnJPEG(canvas: canvas(), quality: 10))
    )
    #expect(little.2 < much.2)
  }
}

// Lines on a canvas: the right pixels, for any endpoints.

@Suite struct CanvasStrokesTests {
  private let ink = Canvas.Color(0x102030)

  private func canvas(_ width: Int = 20, _ height: Int = 16) -> Canvas {
    Canvas(size: PixelSize(width: width, height: height), color: Canvas.Color(0xFFFFFF))
  }

  /// The pixels that are not white.
  private func marks(_ canvas: Canvas) -> Set<[Int]> {
    var marks: Set<[Int]> = []
    for y in 0..<canvas.size.height {
      for x in 0..<canvas.size.width where canvas.color(x: x, y: y) == ink { marks.insert([x, y]) }
    }
    return marks
  }

  private func drawn(_ x: Double, _ y: Double, _ toX: Double, _ toY: Double, width: Int = 1) -> Set<[Int]> {
    var canvas = canvas()
    canvas.line(from: Point2D(x: x, y: y), to: Point2D(x: toX, y: toY), width: width, color: ink)
    return marks(canvas)
  }

  @Test func aLineOfTwoPixelsLiesOnBothSidesOfTheEdge() {
    let across = drawn(4, 5, 9, 5, width: 2)
    #expect(across == Set((3...9).flatMap { x in [[x, 4], [x, 5]] }))
    let down = drawn(4, 5, 4, 9, width: 2)
    #expect(down == Set((4...9).flatMap { y in [[3, y], [4, y]] }))
  }

  @Test func theDirectionDoesNotMatter() {
    for (one, two) in [((2.0, 3.0), (15.0, 9.0)), ((2, 3), (2, 12)), ((3, 4), (17, 4)), ((15, 2), (3, 14))] {
      #expect(drawn(one.0, one.1, two.0, two.1) == drawn(two.0, two.1, one.0, one.1))
    }
  }

  @Test func aDiagonalHasNoGapsAndIsNoWider() {
    let marks = drawn(2.5, 2.5, 12.5, 12.5)
    #expect(marks == Set((2...12).map { [$0, $0] }))
    let steep = drawn(3.5, 1.5, 6.5, 13.5)
    for y in 1...13 { #expect(steep.count { $0[1] == y } == 1, "row \(y)") }
  }

  @Test func whatLiesOutsideIsLeftOutAndTheRestStaysInItsPlace() {
    #expect(drawn(-100, 5.5, 100, 5.5) == Set((0..<20).map { [$0, 5] }))
    #expect(drawn(-10.5, -10.5, 30.5, 30.5) == Set((0..<16).map { [$0, $0] }))
    #expect(drawn(5, -9, 12, -9, width: 2).isEmpty && drawn(40, 3, 40, 12, width: 2).isEmpty)
    #expect(drawn(-50, 8, 10, 80).isEmpty)
  }

  @Test(arguments: [1e9, 1e18, 1e300, Double.greatestFiniteMagnitude, .infinity, -.infinity, .nan])
  func noNumberStopsTheProgram(_ far: Double) {
    let ends = [(far, 5.0), (5, far), (far, far), (-far, 5), (-far, -far), (far, -far)]
    for (x, y) in ends {
      for (otherX, otherY) in ends + [(3, 3)] {
        let marks = drawn(x, y, otherX, otherY, width: 2)
        #expect(marks.count <= 20 * 16)
      }
    }
    if far.isFinite { #expect(drawn(-far / 4, 5.5, far / 4, 5.5).count == 20) }
  }

  @Test func aClosedPathComesBackToItsBeginning() {
    let points = [(2.5, 2.5), (8.5, 2.5), (8.5, 7.5), (2.5, 7.5)].map { Point2D<Output>(x: $0.0, y: $0.1) }
    var (open, closed, none) = (canvas(), canvas(), canvas())
    open.path(points, isClosed: false, width: 1, color: ink)
    closed.path(points, isClosed: true, width: 1, color: ink)
    none.path([], isClosed: true, width: 1, color: ink)
    let left = Set((3...6).map { [2, $0] })
    #expect(marks(open).isDisjoint(with: left) && marks(closed) == marks(open).union(left))
    #expect(marks(closed).count == 7 * 2 + 4 * 2 && marks(none).isEmpty)
  }

  @Test func aDotIsASquareAroundItsPlace() {
    var canvas = canvas()
    canvas.dot(at: Point2D(x: 10.5, y: 6.5), width: 5, color: ink)
    #expect(marks(canvas) == Set((8...12).flatMap { x in (4...8).map { [x, $0] } }))
    canvas.dot(at: Point2D(x: .nan, y: 6), width: 5, color: ink)
    #expect(marks(canvas).count == 25)
  }

  @Test func aTintMixesHalfAndIsClipped() {
    var canvas = canvas(4, 2)
    canvas.tint(PixelRect(x: 2, y: 1, width: 9, height: 9), with: Canvas.Color(0x00FF40))
    #expect(canvas.color(x: 2, y: 1) == Canvas.Color(0x80FFA0) && canvas.color(x: 3, y: 1) == Canvas.Color(0x80FFA0))
    #expect(canvas.color(x: 1, y: 1) == Canvas.Color(0xFFFFFF) && canvas.color(x: 2, y: 0) == Canvas.Color(0xFFFFFF))
    let before = canvas.bytes
    canvas.tint(PixelRect(x: -9, y: 0, width: 5, height: 5), with: Canvas.Color(0))
    #expect(canvas.bytes == before)
  }

  // Each drawn pixel has its center within a pen's width of the line, and each point of the line is drawn.
  @Test(arguments: 0..<60 as Range<UInt64>)
  func anyLineCoversItsPointsAndNothingFarFromThem(seed: UInt64) {
    var numbers = SplitMix64(seed: seed)
    func pick() -> Double { Double(Int.random(in: -80..<260, using: &numbers)) / 8 }
    let (x, y, toX, toY) = (pick(), pick(), pick(), pick())
    let width = Int.random(in: 1..<4, using: &numbers)
    let marks = drawn(x, y, toX, toY, width: width)
    let (across, down) = (toX - x, toY - y)
    let square = across * across + down * down
    for mark in marks {
      let (middleX, middleY) = (Double(mark[0]) + 0.5, Double(mark[1]) + 0.5)
      let share = square == 0 ? 0 : min(1, max(0, ((middleX - x) * across + (middleY - y) * down) / square))
      let away = max(abs(x + share * across - middleX), abs(y + share * down - middleY))
      #expect(away <= Double(width) + 0.75, "\(mark) of \(x), \(y) to \(toX), \(toY)")
    }
    for step in 0...64 {
      let (placeX, placeY) = (x + across * Double(step) / 64, y + down * Double(step) / 64)
      guard placeX >= 1, placeY >= 1, placeX < 19, placeY < 15 else { continue }
      let near = marks.contains { abs(Double($0[0]) + 0.5 - placeX) <= 1 && abs(Double($0[1]) + 0.5 - placeY) <= 1 }
      #expect(near, "\(placeX), \(placeY)")
    }
  }
}
