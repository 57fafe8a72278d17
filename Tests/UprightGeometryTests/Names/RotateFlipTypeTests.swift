// GDI+'s sixteen names of eight values.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct RotateFlipTypeTests {
  /// The names in gdiplusimaging.h, with its values for the second eight.
  static let names: [(name: String, value: Int)] = [
    ("RotateNoneFlipNone", 0), ("Rotate90FlipNone", 1), ("Rotate180FlipNone", 2), ("Rotate270FlipNone", 3),
    ("RotateNoneFlipX", 4), ("Rotate90FlipX", 5), ("Rotate180FlipX", 6), ("Rotate270FlipX", 7),
    ("RotateNoneFlipY", 6), ("Rotate90FlipY", 7), ("Rotate180FlipY", 4), ("Rotate270FlipY", 5),
    ("RotateNoneFlipXY", 2), ("Rotate90FlipXY", 3), ("Rotate180FlipXY", 0), ("Rotate270FlipXY", 1),
  ]

  @Test func allSixteenNamesAreUnderstood() {
    for (name, value) in Self.names { #expect(RotateFlipType(name: name)?.rawValue == value, "\(name)") }
    for name in ["", "Rotate45FlipNone", "Rotate90", "Rotate90FlipYX", "rotate90flipx"] {
      #expect(RotateFlipType(name: name) == nil)
    }
  }

  @Test func theFirstEightAreTheirNames() throws {
    let title = "System.Drawing_RotateFlipType(from memory, algebra checked)"
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column(title)) {
      let type = RotateFlipType(exif: tag)
      #expect(type.name == cell)
      #expect(RotateFlipType(name: cell) == type)
      #expect(RotateFlipType(rawValue: type.rawValue) == type)
      #expect(Self.names[type.rawValue].name == cell)
    }
    for raw in [Int.min, -1, 8, 9, 255] { #expect(RotateFlipType(rawValue: raw) == nil) }
  }

  @Test func turnedFirstAndThenFlipped() throws {
    for (name, _) in Self.names {
      let type = try #require(RotateFlipType(name: name))
      var image = CornerRule.stored[Int(type.exif.rawValue) - 1]
      image = CornerRule.clockwise(image, quarters: (Int(name.filter { $0.isNumber }) ?? 0) / 90)
      if name.hasSuffix("X") || name.hasSuffix("XY") { image = CornerRule.leftRight(image) }
      if name.hasSuffix("Y") { image = CornerRule.topBottom(image) }
      #expect(image == CornerRule.upright, "\(name)")
    }
  }
}
