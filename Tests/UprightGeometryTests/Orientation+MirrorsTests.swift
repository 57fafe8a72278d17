// Mirrors as displayed and as stored: by matrices composed here, and by pixels moved here.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct OrientationMirrorsTests {
  typealias Tag = Orientation<Stored, Displayed>
  /// Rows of a 2 × 2 matrix by which row vectors (x, y) are multiplied.
  typealias Matrix = [[Int]]

  static let horizontal: Matrix = [[-1, 0], [0, 1]]
  static let vertical: Matrix = [[1, 0], [0, -1]]
  /// Tags 1…8.
  static let matrices: [Matrix] = tagRows.map {
    [[Int($0.linear[0]), Int($0.linear[1])], [Int($0.linear[2]), Int($0.linear[3])]]
  }

  /// `first`, then `second`.
  private func product(_ first: Matrix, _ second: Matrix) -> Matrix {
    first.map { row in [0, 1].map { column in row[0] * second[0][column] + row[1] * second[1][column] } }
  }

  private func tag(_ matrix: Matrix) throws -> Int { try #require(Self.matrices.firstIndex(of: matrix)) + 1 }

  @Test func theDualsAreThoseOfTheTable() throws {
    let titles = [
      "display_flipH_dual", "display_flipV_dual", "stored_flipH_dual(UIKit withHorizontallyFlippedOrientation)",
    ]
    let columns = try titles.map { try Conventions.column($0).compactMap(UInt8.init) }
    for (index, one) in Tag.all.enumerated() {
      #expect(one.mirroredHorizontallyAsDisplayed.exif.rawValue == columns[0][index])
      #expect(one.mirroredVerticallyAsDisplayed.exif.rawValue == columns[1][index])
      #expect(one.mirroredHorizontallyAsStored.exif.rawValue == columns[2][index])
    }
  }

  @Test func matricesProveIt() throws {
    for (one, matrix) in zip(Tag.all, Self.matrices) {
      let name = "\(one)"
      #expect(
        Int(one.mirroredHorizontallyAsDisplayed.exif.rawValue) == (try tag(product(matrix, Self.horizontal))), "\(name)"
      )
      #expect(
        Int(one.mirroredVerticallyAsDisplayed.exif.rawValue) == (try tag(product(matrix, Self.vertical))), "\(name)")
      #expect(
        Int(one.mirroredHorizontallyAsStored.exif.rawValue) == (try tag(product(Self.horizontal, matrix))), "\(name)")
      #expect(Int(one.mirroredVerticallyAsStored.exif.rawValue) == (try tag(product(Self.vertical, matrix))), "\(name)")
    }
  }

  // The two products in question: R·H is the transpose, H·R the transverse.
  @Test func aQuarterAndAMirrorDoNotCommute() throws {
    let quarter: Matrix = [[0, 1], [-1, 0]]
    #expect(product(quarter, Self.horizontal) == [[0, 1], [1, 0]])
    #expect(product(Self.horizontal, quarter) == [[0, -1], [-1, 0]])
    #expect(try tag(quarter) == 6)
    #expect(try tag([[0, 1], [1, 0]]) == 5)
    #expect(try tag([[0, -1], [-1, 0]]) == 7)
    let right = Tag(exif: .rightTop)
    #expect(AppleOrientation(right.mirroredHorizontallyAsDisplayed) == .leftMirrored)
    #expect(AppleOrientation(right.mirroredHorizontallyAsStored) == .rightMirrored)
  }

  @Test func pixelsProveIt() {
    for one in Tag.all {
      let stored = CornerRule.stored[Int(one.exif.rawValue) - 1]
      func seen(_ labels: CornerRule.Labels, _ tag: Tag) -> CornerRule.Labels {
        CornerRule.displayed(labels, tag: Int(tag.exif.rawValue))
      }
      #expect(seen(stored, one) == CornerRule.upright)
      #expect(seen(stored, one.mirroredHorizontallyAsDisplayed) == CornerRule.leftRight(CornerRule.upright))
      #expect(seen(stored, one.mirroredVerticallyAsDisplayed) == CornerRule.topBottom(CornerRule.upright))
      // An image whose stored rows were reversed looks as before with the tag that was mirrored as stored.
      #expect(seen(CornerRule.leftRight(stored), one.mirroredHorizontallyAsStored) == CornerRule.upright)
      #expect(seen(CornerRule.topBottom(stored), one.mirroredVerticallyAsStored) == CornerRule.upright)
    }
  }

  @Test func storedAndDisplayedAgreeWhereAxesDoNotSwap() {
    for one in Tag.all {
      #expect((one.mirroredHorizontallyAsStored == one.mirroredHorizontallyAsDisplayed) == !one.swapsAxes)
      #expect((one.mirroredVerticallyAsStored == one.mirroredVerticallyAsDisplayed) == !one.swapsAxes)
      #expect((one.mirroredHorizontallyAsStored == one.mirroredVerticallyAsDisplayed) == one.swapsAxes)
    }
  }

  @Test func twiceIsNothing() {
    for one in Tag.all {
      #expect(one.mirroredHorizontallyAsDisplayed.mirroredHorizontallyAsDisplayed == one)
      #expect(one.mirroredVerticallyAsDisplayed.mirroredVerticallyAsDisplayed == one)
      #expect(one.mirroredHorizontallyAsStored.mirroredHorizontallyAsStored == one)
      #expect(one.mirroredVerticallyAsStored.mirroredVerticallyAsStored == one)
      #expect(one.mirroredHorizontallyAsDisplayed.mirroredVerticallyAsDisplayed == one.then(.rotate180))
    }
  }

  // In (mirror first, quarters): left to right (m, r) → (!m, -r), top to bottom (m, r) → (!m, 2 - r).
  @Test func theRulesInMirrorFirstForm() {
    for one in Tag.all {
      let (mirrored, quarters) = one.mirrorFirst
      #expect(one.mirroredHorizontallyAsDisplayed == Tag(mirrored: !mirrored, clockwise: -quarters))
      #expect(one.mirroredVerticallyAsDisplayed == Tag(mirrored: !mirrored, clockwise: 2 - quarters))
    }
  }
}
