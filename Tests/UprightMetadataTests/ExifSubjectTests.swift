// A subject's position in the new image: eight orientations by the figures, clipping by hand, and invalid subjects.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct ExifSubjectTests {
  private static func edit(_ tag: ExifOrientation, _ width: Int, _ height: Int) -> MetadataEdit {
    let swaps = tag.rawValue > 4
    let output = PixelSize<Output>(width: swaps ? height : width, height: swaps ? width : height)
    return XMPRewriterTests.move(PixelSize(width: width, height: height), to: output, tag: tag).edit
  }

  private static func crop(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> MetadataEdit {
    MetadataEdit(
      size: PixelSize(width: width, height: height),
      map: Transform2D(scaleX: 1, scaleY: 1, tx: Double(-x), ty: Double(-y)), thumbnail: nil, keepsProfile: true,
      keepsCoding: true)
  }

  @Test(arguments: 0...6) func twoToFourNumbersAreASubject(count: Int) {
    #expect((ExifSubject(Array(repeating: 5, count: count)) != nil) == (2...4).contains(count))
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyShapeLiesWhereTheFiguresSay(tag: ExifOrientation) throws {
    var dice = SplitMix64(seed: UInt64(tag.rawValue))
    let swaps = tag.rawValue > 4
    for _ in 0..<200 {
      let (width, height) = (Int.random(in: 200...9_000, using: &dice), Int.random(in: 200...9_000, using: &dice))
      let (x, y) = (Int.random(in: 50...width - 50, using: &dice), Int.random(in: 50...height - 50, using: &dice))
      let (across, down) = (Int.random(in: 1...100, using: &dice), Int.random(in: 1...100, using: &dice))
      let edit = Self.edit(tag, width, height)
      let place = ExifRewriterTests.shown(tag, x: x, y: y, w: width, h: height)
      let centre = [place.0, place.1]
      #expect(ExifSubject([x, y])?.moved(edit)?.numbers == centre)
      #expect(ExifSubject([x, y, across])?.moved(edit)?.numbers == centre + [across])
      let rectangle = ExifSubject([x, y, across, down])?.moved(edit)?.numbers
      #expect(rectangle == centre + (swaps ? [down, across] : [across, down]))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func theWayBackUndoesTheWayThere(tag: ExifOrientation) throws {
    let back: ExifOrientation = tag == .rightTop ? .leftBottom : tag == .leftBottom ? .rightTop : tag
    let swaps = tag.rawValue > 4
    for numbers in [[0, 0], [400, 300], [17, 250, 31], [100, 40, 20, 60], [399, 1, 1, 1]] {
      let there = try #require(ExifSubject(numbers)?.moved(Self.edit(tag, 400, 300)))
      let again = there.moved(Self.edit(back, swaps ? 300 : 400, swaps ? 400 : 300))
      #expect(again?.numbers == numbers)
    }
  }

  @Test func aCutRectangleIsClippedAndWhatIsOutsideIsGone() {
    let crop = Self.crop(100, 50, 200, 100)
    #expect(ExifSubject([100, 50, 40, 20])?.moved(crop)?.numbers == [10, 5, 20, 10])
    #expect(ExifSubject([300, 150, 40, 20])?.moved(crop)?.numbers == [190, 95, 20, 10])
    #expect(ExifSubject([200, 100, 1_000, 1_000])?.moved(crop)?.numbers == [100, 50, 200, 100])
    #expect(ExifSubject([80, 100, 40, 20])?.moved(crop) == nil, "it ends where the crop starts")
    #expect(ExifSubject([99, 100])?.moved(crop) == nil && ExifSubject([100, 151])?.moved(crop) == nil)
    #expect(ExifSubject([100, 150])?.moved(crop)?.numbers == [0, 100])
    #expect(ExifSubject([310, 100, 90])?.moved(crop) == nil, "a circle is where its centre is")
  }

  /// A subject smaller than a pixel of the new image is still there.
  @Test func aSmallSubjectFollowsIntoASmallImage() {
    let small = MetadataEdit(
      size: PixelSize(width: 40, height: 30), map: Transform2D(scaleX: 0.1, scaleY: 0.1), thumbnail: nil,
      keepsProfile: true, keepsCoding: false)
    #expect(ExifSubject([100, 50, 2, 40])?.moved(small)?.numbers == [10, 5, 1, 4])
    #expect(ExifSubject([100, 50, 3, 3])?.moved(small)?.numbers == [10, 5, 1, 1])
    #expect(ExifSubject([410, 50, 6, 6])?.moved(small) == nil)
  }

  /// A rectangle without width or height is a point, which clips nothing.
  @Test func aFlatRectangleIsItsCentre() {
    let edit = Self.edit(.rightTop, 400, 300)
    #expect(ExifSubject([10, 20, 0, 8])?.moved(edit)?.numbers == [280, 10, 8, 0])
    #expect(ExifSubject([10, 20, 8, 0])?.moved(edit)?.numbers == [280, 10, 0, 8])
  }

  @Test func numbersStayThoseOfAField() {
    let large = MetadataEdit(
      size: PixelSize(width: 1 << 20, height: 1 << 20), map: Transform2D(scaleX: 100, scaleY: 100), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    #expect(ExifSubject([5_000, 10, 700])?.moved(large)?.numbers == [65_535, 1_000, 65_535])
    let broken = MetadataEdit(
      size: PixelSize(width: 9, height: 9), map: Transform2D(scaleX: .nan, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    #expect(ExifSubject([5, 5])?.moved(broken) == nil)
  }
}
