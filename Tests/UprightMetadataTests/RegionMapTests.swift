// Marked shapes mapped: eight orientations compared with a painted grid, shapes outside, and how directions rotate.
// Laws of marked shapes: their positions by the eight figures, and that the inverse undoes the map.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct RegionMapTests {
  private func move(_ tag: ExifOrientation, _ output: PixelSize<Output>? = nil) -> ImageMove {
    let size = PixelSize<Stored>(width: 400, height: 200)
    let swaps = tag.rawValue > 4
    return XMPRewriterTests.move(
      size, to: output ?? PixelSize(width: swaps ? 200 : 400, height: swaps ? 400 : 200), tag: tag)
  }

  @Test(arguments: ExifOrientation.allCases)
  func pointsAndCirclesLieWhereTheFiguresSay(tag: ExifOrientation) {
    let (x, y) = ExifRewriterTests.shown(tag, x: 40, y: 50, w: 400, h: 200)
    let size = tag.rawValue > 4 ? (200.0, 400.0) : (400.0, 200.0)
    let stored = RegionMap(stored: move(tag))
    #expect(stored.moved(.point(x: 0.1, y: 0.25)) == .point(x: Double(x) / size.0, y: Double(y) / size.1))
    guard case .circle(_, _, let diameter) = stored.moved(.circle(x: 0.1, y: 0.25, diameter: 0.5)) else {
      Issue.record("a circle inside is gone")
      return
    }
    #expect(abs(diameter - 0.5) < 1e-12, "a part of the shorter side stays that part")
    let displayed = RegionMap(displayed: move(tag))
    #expect(displayed.moved(.point(x: 0.1, y: 0.25)) == .point(x: 0.1, y: 0.25))
    #expect(displayed.reorientation.isIdentity)
  }

  @Test func whatIsOutsideIsGoneAndWhatIsCutIsClipped() {
    let crop = MetadataEdit(
      size: PixelSize(width: 100, height: 100), map: Transform2D(scaleX: 1, scaleY: 1, tx: -100, ty: -50),
      thumbnail: nil, keepsProfile: true, keepsCoding: true)
    let map = RegionMap(
      stored: ImageMove(storedSize: PixelSize(width: 400, height: 200), orientation: .identity, edit: crop))
    #expect(map.moved(.point(x: 0.1, y: 0.5)) == nil)
    #expect(map.moved(.circle(x: 0.9, y: 0.5, diameter: 0.4)) == nil)
    #expect(map.moved(.rectangle(Rect2D(x: 0, y: 0, width: 0.25, height: 1))) == nil, "it ends where the crop starts")
    #expect(
      map.moved(.rectangle(Rect2D(x: 0, y: 0, width: 0.375, height: 0.5)))
        == .rectangle(Rect2D(x: 0, y: 0, width: 0.5, height: 0.5)))
  }

  /// A face rotated clockwise by a quarter, with each orientation: a face that its tag displays upright becomes
  /// upright.
  @Test(arguments: ExifOrientation.allCases)
  func directionsTurnAlong(tag: ExifOrientation) {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    let turn = RegionReorientation(Transform2D(orientation, in: PixelSize(width: 4, height: 3)))
    #expect(turn == turn && turn.isMirrored == orientation.isMirrored)
    #expect(turn.quarters == orientation.clockwiseQuarters)
    let lies = Double((orientation.isMirrored ? 1 : -1) * orientation.clockwiseQuarters * 90)
    #expect(turn.applied(to: lies, full: 360) == 0)
  }
}

extension RegionMapTests {
  /// The figures of TIFF's eight cases on an image one wide and one high.
  private static func shown(_ tag: ExifOrientation, _ x: Double, _ y: Double) -> (x: Double, y: Double) {
    switch tag {
    case .topLeft: (x, y)
    case .topRight: (1 - x, y)
    case .bottomRight: (1 - x, 1 - y)
    case .bottomLeft: (x, 1 - y)
    case .leftTop: (y, x)
    case .rightTop: (1 - y, x)
    case .rightBottom: (1 - y, 1 - x)
    case .leftBottom: (y, 1 - x)
    }
  }

  private static func back(_ tag: ExifOrientation) -> ExifOrientation {
    tag == .rightTop ? .leftBottom : tag == .leftBottom ? .rightTop : tag
  }

  private static func way(_ tag: ExifOrientation, _ width: Int, _ height: Int) -> RegionMap {
    let swaps = tag.rawValue > 4
    let output = PixelSize<Output>(width: swaps ? height : width, height: swaps ? width : height)
    return RegionMap(stored: XMPRewriterTests.move(PixelSize(width: width, height: height), to: output, tag: tag))
  }

  private static func isNear(_ one: [Double], _ other: [Double]) -> Bool {
    one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 1e-9 }
  }

  private static func numbers(_ shape: MarkedShape?) -> [Double] {
    switch shape {
    case .point(let x, let y): [x, y]
    case .circle(let x, let y, let diameter): [x, y, diameter]
    case .rectangle(let rect): [rect.x, rect.y, rect.width, rect.height]
    case .polygon(let points): points.flatMap { [$0.x, $0.y] }
    case nil: []
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func rectanglesLieWhereTheFiguresSay(tag: ExifOrientation) {
    var dice = SplitMix64(seed: UInt64(tag.rawValue))
    for _ in 0..<200 {
      let (width, height) = (Int.random(in: 1...9_000, using: &dice), Int.random(in: 1...9_000, using: &dice))
      let (left, top) = (Double.random(in: 0...0.5, using: &dice), Double.random(in: 0...0.5, using: &dice))
      let (across, down) = (Double.random(in: 0.01...0.5, using: &dice), Double.random(in: 0.01...0.5, using: &dice))
      let map = Self.way(tag, width, height)
      let moved = map.moved(.rectangle(Rect2D(x: left, y: top, width: across, height: down)))
      let corners = [Self.shown(tag, left, top), Self.shown(tag, left + across, top + down)]
      let (xs, ys) = (corners.map(\.x), corners.map(\.y))
      let expected = [min(xs[0], xs[1]), min(ys[0], ys[1]), abs(xs[0] - xs[1]), abs(ys[0] - ys[1])]
      #expect(Self.isNear(Self.numbers(moved), expected))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func theWayBackUndoesTheWayThere(tag: ExifOrientation) throws {
    var dice = SplitMix64(seed: 40 + UInt64(tag.rawValue))
    for _ in 0..<100 {
      let (width, height) = (Int.random(in: 1...9_000, using: &dice), Int.random(in: 1...9_000, using: &dice))
      let swaps = tag.rawValue > 4
      let there = Self.way(tag, width, height)
      let back = Self.way(Self.back(tag), swaps ? height : width, swaps ? width : height)
      let (x, y) = (Double.random(in: 0.1...0.9, using: &dice), Double.random(in: 0.1...0.9, using: &dice))
      let shapes: [MarkedShape] = [
        .point(x: x, y: y), .circle(x: x, y: y, diameter: 0.3),
        .rectangle(Rect2D(x: x / 2, y: y / 2, width: 0.25, height: 0.125)),
      ]
      for shape in shapes {
        let moved = try #require(there.moved(shape))
        #expect(Self.isNear(Self.numbers(back.moved(moved)), Self.numbers(shape)))
      }
    }
  }

  /// Rotated there and back, every angle is as before; mirrored twice too.
  @Test(arguments: ExifOrientation.allCases, 0..<24)
  func anglesComeBack(tag: ExifOrientation, step: Int) {
    let size = PixelSize<Stored>(width: 5, height: 5)
    let there = RegionReorientation(Transform2D(Orientation<Stored, Displayed>(exif: tag), in: size))
    let back = RegionReorientation(Transform2D(Orientation<Stored, Displayed>(exif: Self.back(tag)), in: size))
    let angle = Double(15 * step)
    let turned = there.applied(to: angle, full: 360)
    #expect((0..<360).contains(turned) && back.applied(to: turned, full: 360) == angle)
    #expect(there.isIdentity == (tag == .topLeft))
  }
}
