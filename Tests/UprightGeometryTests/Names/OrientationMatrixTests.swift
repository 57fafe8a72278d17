// The linear part of each orientation, and the orientation of nearly exact linear parts.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct OrientationMatrixTests {
  typealias Tag = Orientation<Stored, Displayed>

  @Test(arguments: tagRows) func theNumbersAreThoseOfTheTable(row: TagRow) throws {
    let matrix = OrientationMatrix(exif: try #require(ExifOrientation(rawValue: UInt8(row.tag))))
    #expect([matrix.a, matrix.b, matrix.c, matrix.d].map(Double.init) == row.linear)
    #expect(matrix.orientation == element(row.tag))
  }

  @Test func anyScaleAndPlaceIsClassified() {
    var random = SplitMix64(seed: 3)
    for _ in 0..<2000 {
      let tag = Int.random(in: 1...8, using: &random)
      let linear = tagRows[tag - 1].linear
      let (wide, high) = (Double.random(in: 0.01...50, using: &random), Double.random(in: 0.01...50, using: &random))
      let error = min(wide, high) * Double.random(in: -1 / 64...1 / 64, using: &random) * 0.999
      // Columns of the map scale x' and y' separately.
      let numbers = zip(linear, [wide, high, wide, high]).map { $0 == 0 ? error : $0 * $1 }
      let map = Transform2D<Stored, Displayed>(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: Double.random(in: -9...9, using: &random), ty: 7
      )
      #expect(Orientation(classifying: map) == element(tag), "\(tag): \(map)")
    }
  }

  @Test func anglesWithinTheToleranceAreTheirQuarter() {
    // Cosines and sines of 0.5°, 0.8°, 1°, 5° and 45°.
    let rows: [(cosine: Double, sine: Double, isNear: Bool)] = [
      (0.99996192, 0.00872654, true), (0.99990252, 0.01396218, true), (0.99984770, 0.01745241, false),
      (0.99619470, 0.08715574, false), (0.70710678, 0.70710678, false),
    ]
    for (cosine, sine, isNear) in rows {
      let map = Transform2D<Stored, Displayed>(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
      let quarter = Transform2D<Stored, Displayed>(a: -sine, b: cosine, c: -cosine, d: -sine, tx: 0, ty: 0)
      #expect(Tag(classifying: map) == (isNear ? .identity : nil))
      #expect(Tag(classifying: quarter)?.exif == (isNear ? .rightTop : nil))
      #expect(Tag(classifying: map, tolerance: 0) == nil)
    }
    let five = Transform2D<Stored, Displayed>(a: 0.9962, b: 0.0872, c: -0.0872, d: 0.9962, tx: 0, ty: 0)
    #expect(Tag(classifying: five, tolerance: 0.1) == .identity)
  }

  @Test func whatHasNoOrientation() {
    for numbers in [
      [0, 0, 0, 0], [1, 0, 0, 0], [0, 1, 0, 0], [1, 1, 1, 1], [1, 0, 1, 1], [.nan, 0, 0, 1], [.infinity, 0, 0, 1],
    ] {
      let map = Transform2D<Stored, Displayed>(
        a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: 0, ty: 0)
      #expect(Tag(classifying: map) == nil, "\(numbers)")
    }
  }
}
