// The group of eight, compared with a table, its own laws, and the corner rule of the tag.

import Testing
import UprightGeometry
import UprightTestTools

/// The element of a tag number, from any space to any other.
func element<From: Space, To: Space>(_ tag: Int) -> Orientation<From, To> { Orientation.all[tag - 1] }

let allTags = Array(1...8)

@Suite struct OrientationTests {
  typealias Tag = Orientation<Stored, Displayed>
  typealias Turn = Orientation<Displayed, Displayed>

  @Test func compositionIsTheTable() {
    for first in allTags {
      for second in allTags {
        let both = (element(first) as Tag).then(element(second) as Turn)
        #expect(both.exif.rawValue == compositionTable[first - 1][second - 1], "\(first) then \(second)")
      }
    }
  }

  @Test func compositionIsWhatIsSeenOneAfterTheOther() {
    let stored = CornerRule.numbered(width: 3, height: 2)
    for first in allTags {
      for second in allTags {
        let both = (element(first) as Tag).then(element(second) as Turn)
        let seen = CornerRule.displayed(CornerRule.displayed(stored, tag: first), tag: second)
        #expect(CornerRule.displayed(stored, tag: Int(both.exif.rawValue)) == seen, "\(first) then \(second)")
      }
    }
  }

  @Test func compositionIsAssociative() {
    for first in allTags {
      for second in allTags {
        for third in allTags {
          let (a, b, c) = (element(first) as Tag, element(second) as Turn, element(third) as Turn)
          #expect(a.then(b).then(c) == a.then(b.then(c)), "\(first), \(second), \(third)")
        }
      }
    }
  }

  @Test func inverseLeadsBack() {
    for tag in allTags {
      let there: Tag = element(tag)
      #expect(there.then(there.inverse) == .identity)
      #expect(there.inverse.then(there) == .identity)
      #expect(there.inverse.inverse == there)
      #expect(there.inverse == element(inverseTags[tag - 1]))
    }
  }

  @Test func inverseOfACompositionRunsBackwards() {
    for first in allTags {
      for second in allTags {
        let (a, b) = (element(first) as Tag, element(second) as Turn)
        #expect(a.then(b).inverse == b.inverse.then(a.inverse))
      }
    }
  }

  @Test func identityChangesNothing() {
    for tag in allTags {
      let one: Tag = element(tag)
      #expect(one.then(.identity) == one)
      #expect(Orientation<Stored, Stored>.identity.then(one) == one)
      #expect(one.isIdentity == (tag == 1))
    }
  }

  @Test func allAreEightDifferentOnesInTheOrderOfTheTags() {
    #expect(Tag.all.map { Int($0.exif.rawValue) } == allTags)
    #expect(Set(Tag.all).count == 8)
  }

  @Test(arguments: tagRows) func namesAgree(row: TagRow) {
    let one = Tag(mirrored: row.mirrored, clockwise: row.quarters)
    #expect(Int(one.exif.rawValue) == row.tag)
    #expect(one.isMirrored == row.mirrored)
    #expect(one.clockwiseQuarters == row.quarters)
    #expect(one.description == row.iiif)
    #expect(one.swapsAxes == (row.tag > 4))
  }

  @Test func quartersCountModuloFour() {
    for quarters in [-9, -4, -1, 0, 3, 4, 7, 1_000_001] {
      let turn = Turn(clockwise: quarters)
      #expect(turn.clockwiseQuarters == ((quarters % 4) + 4) % 4)
      #expect(turn == Turn(clockwise: quarters - 4))
    }
    #expect(Turn(clockwise: .min).clockwiseQuarters == 0)
    #expect(Turn(clockwise: .max).clockwiseQuarters == 3)
  }

  // A viewer's edit is composed after the tag: right ↔ leftMirrored and left ↔ rightMirrored for tags 5…8.
  @Test(arguments: tagRows) func mirrorsAndTurnsAsDisplayed(row: TagRow) {
    let one: Tag = element(row.tag)
    #expect(Int(one.then(.mirrorHorizontal).exif.rawValue) == row.mirroredHorizontally)
    #expect(Int(one.then(.mirrorVertical).exif.rawValue) == row.mirroredVertically)
    #expect(Int(one.then(.rotate90).exif.rawValue) == row.turnedClockwise)
    #expect(Int(one.then(.rotate270).exif.rawValue) == row.turnedAnticlockwise)
    #expect(one.then(.rotate180) == one.then(.rotate90).then(.rotate90))
  }

  @Test func aMirrorOfTheStoredImageIsAnotherThingForTurnedOnes() {
    let storedMirror = Orientation<Stored, Stored>(mirrored: true, clockwise: 0)
    for tag in allTags {
      let one: Tag = element(tag)
      #expect((storedMirror.then(one) == one.then(.mirrorHorizontal)) == (tag <= 4))
    }
  }

  @Test func namedTurnsDoWhatTheyAreCalled() {
    let (seen, named): (CornerRule.Labels, [(Turn, CornerRule.Labels)]) = (
      [[0, 1, 2], [3, 4, 5]],
      [
        (.identity, [[0, 1, 2], [3, 4, 5]]),
        (.mirrorHorizontal, [[2, 1, 0], [5, 4, 3]]),
        (.mirrorVertical, [[3, 4, 5], [0, 1, 2]]),
        (.rotate90, [[3, 0], [4, 1], [5, 2]]),
        (.rotate180, [[5, 4, 3], [2, 1, 0]]),
        (.rotate270, [[2, 5], [1, 4], [0, 3]]),
        (.transpose, [[0, 3], [1, 4], [2, 5]]),
        (.transverse, [[5, 2], [4, 1], [3, 0]]),
      ]
    )
    #expect(Set(named.map(\.0)).count == 8)
    for (turn, expected) in named {
      let tag = Tag.identity.then(turn).exif.rawValue
      #expect(CornerRule.displayed(seen, tag: Int(tag)) == expected, "\(turn)")
    }
  }

  @Test func sizesSwapWhereAxesDo() {
    let size = PixelSize<Stored>(width: 7, height: 3)
    for tag in allTags {
      let seen = CornerRule.displayed(CornerRule.numbered(width: 7, height: 3), tag: tag)
      let turned = (element(tag) as Tag).applied(to: size)
      #expect(turned == PixelSize<Displayed>(width: seen[0].count, height: seen.count))
    }
  }

  @Test(arguments: tagRows) func axesThatNeedWholeBlocks(row: TagRow) {
    let reversed = (element(row.tag) as Tag).reversesFromAxes
    #expect(reversed.horizontal == row.wholeBlocks.contains("W"))
    #expect(reversed.vertical == row.wholeBlocks.contains("H"))
  }

  @Test func reversedAxesRunBackwardsInWhatIsSeen() {
    for tag in allTags {
      let start = CornerRule.place(row: 0, column: 0, tag: tag, width: 9, height: 9)
      let right = CornerRule.place(row: 0, column: 1, tag: tag, width: 9, height: 9)
      let below = CornerRule.place(row: 1, column: 0, tag: tag, width: 9, height: 9)
      let reversed = (element(tag) as Tag).reversesFromAxes
      #expect(reversed.horizontal == (right.x + right.y < start.x + start.y), "\(tag)")
      #expect(reversed.vertical == (below.x + below.y < start.x + start.y), "\(tag)")
    }
  }

  @Test(arguments: heifRows) func heifPropertiesComposeInTheirListedOrder(row: HEIFRow) {
    let turn = Turn(clockwise: -row.irot)
    let mirror: Turn = row.imir == 0 ? .mirrorVertical : .mirrorHorizontal
    let both = row.rotateFirst ? turn.then(mirror) : mirror.then(turn)
    #expect(both == element(row.tag))
  }

  @Test func carriedIntoOtherSpacesItIsTheSameElement() {
    for tag in allTags {
      #expect(Orientation<Decoded, Output>(carrying: element(tag) as Tag) == element(tag))
      #expect(Orientation<Displayed, Output>(carrying: element(tag) as Turn) == element(tag))
    }
  }
}

// The eight names of the tag, compared with the sides in them.

@Suite struct ExifOrientationTests {
  @Test func theNamesAreTheSidesOfRowAndColumnZero() {
    func word(_ side: CornerRule.Side) -> String { String(describing: side) }
    for tag in ExifOrientation.allCases {
      let sides = CornerRule.sides[Int(tag.rawValue)]
      let name = sides.map { word($0.row0) + word($0.column0).capitalizedFirst }
      #expect(String(describing: tag) == name)
    }
  }

  @Test func applesNamesAreTheSameValues() {
    let names: [ExifOrientation] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    #expect(names == ExifOrientation.allCases && names == AppleOrientation.allCases.map(\.exif))
  }

  @Test func onlyOneToEightExist() {
    #expect(ExifOrientation.allCases.map(\.rawValue) == Array(1...8))
    for value in UInt8.min...UInt8.max {
      #expect((ExifOrientation(rawValue: value) != nil) == (1...8).contains(value))
    }
  }

  @Test func tagAndOrientationSayTheSame() {
    for tag in ExifOrientation.allCases {
      #expect(Orientation<Stored, Displayed>(exif: tag).exif == tag)
    }
    for orientation in Orientation<Stored, Displayed>.all {
      #expect(Orientation(exif: orientation.exif) == orientation)
    }
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

// Mirrors as displayed and as stored: by matrices composed here, and by pixels moved here.

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

// Both decompositions, exhaustively, by moving labeled pixels.

@Suite struct OrientationDecompositionsTests {
  typealias Tag = Orientation<Stored, Displayed>

  @Test func bothFormsLeadBack() {
    for tag in Tag.all {
      let (first, last) = (tag.mirrorFirst, tag.rotateFirst)
      #expect(Tag(mirroredFirst: first.mirrored, thenClockwise: first.thenClockwise) == tag)
      #expect(Tag(clockwiseFirst: last.clockwise, thenMirrored: last.thenMirrored) == tag)
      #expect((0...3).contains(first.thenClockwise))
      #expect((0...3).contains(last.clockwise))
    }
  }

  @Test func bothFormsShowTheImageUpright() {
    for tag in Tag.all {
      let stored = CornerRule.stored[Int(tag.exif.rawValue) - 1]
      let (first, last) = (tag.mirrorFirst, tag.rotateFirst)
      let mirrored = first.mirrored ? CornerRule.leftRight(stored) : stored
      #expect(CornerRule.clockwise(mirrored, quarters: first.thenClockwise) == CornerRule.upright)
      let turned = CornerRule.clockwise(stored, quarters: last.clockwise)
      #expect((last.thenMirrored ? CornerRule.leftRight(turned) : turned) == CornerRule.upright)
    }
  }

  @Test func everyPairIsOneOfTheEight() {
    for quarters in -9...9 {
      for mirrored in [false, true] {
        let first = Tag(mirroredFirst: mirrored, thenClockwise: quarters)
        let last = Tag(clockwiseFirst: quarters, thenMirrored: mirrored)
        let mirror = Orientation<Displayed, Displayed>(mirrored: mirrored, clockwise: 0)
        #expect(last == Tag(clockwise: quarters).then(mirror))
        #expect(
          first == Tag(mirrored: mirrored, clockwise: 0).then(Orientation<Displayed, Displayed>(clockwise: quarters)))
        #expect(first.exif.rawValue == Tag(mirrored: mirrored, clockwise: quarters).exif.rawValue)
        #expect(last.rotateFirst == (quarters & 3, mirrored))
      }
    }
    #expect(Tag(clockwiseFirst: .min, thenMirrored: true).exif == .topRight)
    #expect(Tag(clockwiseFirst: .max, thenMirrored: true).exif == .rightBottom)
  }

  @Test func theNumbersDifferForFiveAndSevenAlone() throws {
    for (tag, cell) in zip(Tag.all, try Conventions.column("rotate_first(rotate CW then flipH)")) {
      let last = tag.rotateFirst
      #expect("\(last.clockwise * 90)" + (last.thenMirrored ? "+flipH" : "") == cell)
      let swapped = Tag(mirroredFirst: last.thenMirrored, thenClockwise: last.clockwise)
      #expect((swapped == tag) == ![5, 7].contains(tag.exif.rawValue))
      if tag.exif == .leftTop { #expect(swapped.exif == .rightBottom) }
    }
  }
}

// Orientations by the numbers and names of other programs; the numbers are Apple's, from its headers.

@Suite struct OrientationLookupsTests {
  /// Name, tag, and raw values in ImageIO, UIKit and SwiftUI.
  private static let rows: [(name: String, tag: Int, imageIO: UInt32, uiKit: Int, swiftUI: UInt8)] = [
    ("up", 1, 1, 0, 0), ("upMirrored", 2, 2, 4, 2), ("down", 3, 3, 1, 6), ("downMirrored", 4, 4, 5, 4),
    ("leftMirrored", 5, 5, 6, 3), ("right", 6, 6, 3, 7), ("rightMirrored", 7, 7, 7, 5), ("left", 8, 8, 2, 1),
  ]

  @Test func everyNumberAndNameLeadsToItsTag() throws {
    typealias Found = Orientation<Stored, Displayed>
    for row in Self.rows {
      let expected = try #require(Found(exifValue: row.tag))
      #expect(Int(expected.exif.rawValue) == row.tag)
      #expect(Found(appleName: row.name) == expected)
      #expect(Found(cgImagePropertyOrientation: row.imageIO) == expected)
      #expect(Found(uiImageOrientation: row.uiKit) == expected)
      #expect(Found(swiftUIOrientation: row.swiftUI) == expected, "\(row.name)")
      #expect(expected.apple.rawValue == row.name && Found(apple: expected.apple) == expected)
    }
    for number in [Int.min, -1, 0, 9, 256 + 6, .max] {
      #expect(Found(exifValue: number) == nil && ExifOrientation(exifValue: number) == nil)
    }
    #expect(Found(appleName: "Right") == nil && Found(appleName: "") == nil)
    #expect(Found(cgImagePropertyOrientation: 0) == nil && Found(cgImagePropertyOrientation: 9) == nil)
    #expect(Found(uiImageOrientation: -1) == nil && Found(uiImageOrientation: 8) == nil)
    #expect(Found(swiftUIOrientation: 8) == nil)
  }

  @Test func theNamesAreThereToComplete() {
    let names: [Orientation<Stored, Displayed>] = [
      .up, .upMirrored, .down, .downMirrored, .leftMirrored, .right, .rightMirrored, .left,
    ]
    #expect(names == Orientation.all)
  }
}

// Four of the eight tags, as Photos read them.

@Suite struct PhotosReadingTests {
  @Test func mirroredTagsWereShownAsTheyAreStored() {
    let read = ExifOrientation.allCases.map { Int(Orientation(exif: $0).asPhotosRead.exif.rawValue) }
    #expect(read == [1, 1, 3, 1, 1, 6, 1, 8])
  }
}
