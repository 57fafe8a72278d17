// The small images and their stored forms, compared with the letters of the published figure for the eight tags.

import Testing
import UprightFixtures
import UprightGeometry

@Suite struct TinyImageTests {
  /// The stored rows that display as ABC / DEF, written by hand.
  static let storedLetters: [ExifOrientation: [String]] = [
    .topLeft: ["ABC", "DEF"], .topRight: ["CBA", "FED"], .bottomRight: ["FED", "CBA"], .bottomLeft: ["DEF", "ABC"],
    .leftTop: ["AD", "BE", "CF"], .rightTop: ["CF", "BE", "AD"], .rightBottom: ["FC", "EB", "DA"],
    .leftBottom: ["DA", "EB", "FC"],
  ]

  @Test(arguments: ExifOrientation.allCases)
  func storedFormsAreThoseOfTheFigure(tag: ExifOrientation) {
    let stored = TinyImage.sixColors.stored(as: tag)
    let letters = Dictionary(
      uniqueKeysWithValues: zip("ABCDEF", (0..<6).map { TinyImage.sixColors[$0 % 3, $0 / 3] }))
    let expected = Self.storedLetters[tag]?.map { $0.map { letters[$0] } }
    #expect((0..<stored.height).map { y in (0..<stored.width).map { x in stored[x, y] } } == expected)
  }

  @Test(arguments: ExifOrientation.allCases)
  func storedFormsHaveTheStoredSize(tag: ExifOrientation) {
    let stored = TinyImage.letterF.stored(as: tag)
    let swaps = Orientation(exif: tag).swapsAxes
    #expect(stored.width == (swaps ? 7 : 5))
    #expect(stored.height == (swaps ? 5 : 7))
  }

  @Test func noStoredFormEqualsAnother() {
    for image in [TinyImage.letterF, .sixColors, .sixGrays] {
      #expect(Set(ExifOrientation.allCases.map { image.stored(as: $0) }).count == 8)
    }
  }

  @Test func sixColorsAreSix() {
    let image = TinyImage.sixColors
    #expect(Set((0..<6).map { image[$0 % 3, $0 / 3] }).count == 6)
    #expect(image[0, 0] == [255, 0, 0])
    #expect(image[2, 1] == [255, 255, 255])
  }

  @Test func enlargingAndReducingAreInverse() {
    let image = TinyImage.letterF
    let large = image.enlarged(by: 8)
    #expect(large.width == 40)
    #expect(large[8, 8] == [0])
    #expect(large[7, 8] == [255])
    #expect(large.reduced(by: 8) == image)
  }

  @Test func reducingTakesTheMean() {
    var image = TinyImage(width: 2, height: 2, filledWith: [10])
    image[1, 1] = [51]
    #expect(image.reduced(by: 2).samples == [20])
  }

  @Test func fillingStopsAtTheEdges() {
    var image = TinyImage(width: 3, height: 2, filledWith: [1])
    image.fill(x: -5, y: -5, width: 6, height: 6, with: [2])
    image.fill(x: 2, y: 1, width: 9, height: 9, with: [3])
    image.fill(x: 7, y: 7, width: 2, height: 2, with: [4])
    #expect(image.samples == [2, 1, 1, 1, 1, 3])
  }
}
