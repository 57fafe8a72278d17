// Marked shapes mapped: eight orientations compared with a painted grid, shapes outside, and how directions rotate.

import Testing
import UprightFixtures
import UprightGeometry

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
