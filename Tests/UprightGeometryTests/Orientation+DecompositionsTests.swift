// Both decompositions, exhaustively, by moving labeled pixels.

import Testing
import UprightGeometry
import UprightTestTools

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
