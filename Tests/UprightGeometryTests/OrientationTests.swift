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
