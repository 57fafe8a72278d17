// Orientations by numbers other than the tag's.

import Testing
import UprightGeometry
import UprightTestTools

// GDI+'s sixteen names of eight values.

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

// WebRTC's orientation byte.

@Suite struct CVOByteTests {
  @Test func bytesReadAsInTheTable() throws {
    for (tag, cell) in zip(
      ExifOrientation.allCases, try Conventions.column("WebRTC_CVO_byte(C=0; F applied after rotation)"))
    {
      let byte = CVOByte(exif: tag)
      #expect(byte.description == cell)
      #expect(UInt8(cell.dropFirst(2), radix: 16) == byte.rawValue)
      #expect(CVOByte(rawValue: byte.rawValue) == byte)
    }
  }

  @Test func sixteenBytesThereAndBack() {
    for raw in UInt8.min...UInt8.max {
      let byte = CVOByte(rawValue: raw)
      #expect((byte != nil) == (raw < 16))
      guard let byte else { continue }
      #expect(byte.rawValue == raw)
      #expect(byte.isBackCamera == (raw & 8 != 0))
      #expect(CVOByte(exif: byte.exif, isBackCamera: byte.isBackCamera) == byte)
      #expect(byte.exif == CVOByte(rawValue: raw & 7)?.exif)
    }
  }

  @Test func turnedFirstAndThenMirrored() {
    for tag in ExifOrientation.allCases {
      let raw = CVOByte(exif: tag).rawValue
      let turned = CornerRule.clockwise(CornerRule.stored[Int(tag.rawValue) - 1], quarters: Int(raw & 3))
      #expect((raw & 4 == 0 ? turned : CornerRule.leftRight(turned)) == CornerRule.upright)
    }
  }
}

// Qt's flags.

@Suite struct QtTransformationTests {
  @Test func flagsReadAsInTheTable() throws {
    let title = "Qt_QImageIOHandler(from memory, algebra checked)"
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column(title)) {
      let flags = QtTransformation(exif: tag)
      #expect("\(flags.name)=\(flags.rawValue)" == cell)
      #expect(QtTransformation(rawValue: flags.rawValue)?.exif == tag)
    }
    for raw in [-1, 8, 9, 255] { #expect(QtTransformation(rawValue: raw) == nil) }
  }

  @Test func bitsMirrorAndThenTurnClockwise() {
    for flags in QtTransformation.allCases {
      var image = CornerRule.stored[Int(flags.exif.rawValue) - 1]
      if flags.rawValue & 1 != 0 { image = CornerRule.leftRight(image) }
      if flags.rawValue & 2 != 0 { image = CornerRule.topBottom(image) }
      if flags.rawValue & 4 != 0 { image = CornerRule.clockwise(image) }
      #expect(image == CornerRule.upright, "\(flags)")
    }
  }
}

// MuPDF's own eight numbers.

@Suite struct MuPDFOrientationTests {
  @Test func numbersAreThoseOfTheTable() throws {
    for (tag, cell) in zip(ExifOrientation.allCases, try Conventions.column("MuPDF_fz_image_orientation")) {
      #expect("\(MuPDFOrientation(exif: tag).rawValue)" == cell)
      #expect(Int(cell).flatMap(MuPDFOrientation.init(rawValue:))?.exif == tag)
    }
    // MuPDF's list: the tags of 1…8.
    #expect((1...8).map { MuPDFOrientation(rawValue: $0)?.exif.rawValue } == [1, 8, 3, 6, 2, 5, 4, 7])
  }
}
