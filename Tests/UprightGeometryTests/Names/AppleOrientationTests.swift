// Apple's names compared with the three frameworks' raw values, and with a raw cast.

import Testing
import UprightGeometry
import UprightTestTools

@Suite struct AppleOrientationTests {
  @Test func theNumbersAreThoseOfTheFrameworks() throws {
    let names = try Conventions.column("CGImagePropertyOrientation_name")
    let image = try Conventions.column("CGImagePropertyOrientation_raw").compactMap(UInt32.init)
    let view = try Conventions.column("UIImage.Orientation_raw").compactMap { Int($0) }
    let swiftUI = try Conventions.column("SwiftUI.Image.Orientation_raw").compactMap(UInt8.init)
    for (index, tag) in ExifOrientation.allCases.enumerated() {
      let apple = AppleOrientation(exif: tag)
      #expect(apple.rawValue == names[index])
      #expect(apple.cgImagePropertyOrientation == image[index])
      #expect(apple.uiImageOrientation == view[index])
      #expect(apple.swiftUIOrientation == swiftUI[index])
      #expect(AppleOrientation(cgImagePropertyOrientation: image[index]) == apple)
      #expect(AppleOrientation(uiImageOrientation: view[index]) == apple)
      #expect(AppleOrientation(swiftUIOrientation: swiftUI[index]) == apple)
    }
  }

  @Test func theOrderOfUIImageOrientation() {
    let names = (0..<8).map { AppleOrientation(uiImageOrientation: $0)?.rawValue }
    #expect(names == ["up", "down", "left", "right", "upMirrored", "downMirrored", "leftMirrored", "rightMirrored"])
  }

  @Test func numbersThatNobodyUsesSayNothing() {
    for raw in [Int.min, -1, 8, 9, 255, Int.max] { #expect(AppleOrientation(uiImageOrientation: raw) == nil) }
    for raw in [0, 9, 255, UInt32.max] { #expect(AppleOrientation(cgImagePropertyOrientation: raw) == nil) }
    for raw in UInt8.min...UInt8.max { #expect((AppleOrientation(swiftUIOrientation: raw) != nil) == (raw < 8)) }
    for name in ["", "Up", "rightmirrored", "mirrored"] { #expect(AppleOrientation(rawValue: name) == nil) }
  }

  // The 7 of rightMirrored is a coincidence.
  @Test func aRawCastBetweenTheFrameworksIsWrongForAllButOne() {
    let same = AppleOrientation.allCases.filter { UInt32($0.uiImageOrientation) == $0.cgImagePropertyOrientation }
    #expect(same == [.rightMirrored])
    let asSwiftUI = AppleOrientation.allCases.filter { Int($0.swiftUIOrientation) == $0.uiImageOrientation }
    #expect(asSwiftUI == [.up])
  }

  // left must be rotated counterclockwise, as the documentation states; the header's old comments stated the opposite.
  @Test func leftIsEightAndRightIsSix() {
    #expect(AppleOrientation.left.exif == .leftBottom)
    #expect(AppleOrientation.right.exif == .rightTop)
    #expect(AppleOrientation.left.orientation.then(.rotate90).isIdentity)
    #expect(AppleOrientation.right.orientation.then(.rotate270).isIdentity)
  }

  @Test func mirroredMeansMirroredBeforeTheTurn() throws {
    for apple in AppleOrientation.allCases where !apple.rawValue.hasSuffix("Mirrored") {
      let mirrored = try #require(AppleOrientation(rawValue: apple.rawValue + "Mirrored"))
      #expect(
        mirrored.orientation == Orientation(mirroredFirst: true, thenClockwise: apple.orientation.clockwiseQuarters))
      #expect(apple.orientation.mirroredHorizontallyAsStored == mirrored.orientation)
    }
  }

  @Test func swiftUIsBitsMirrorAndThenTurnAnticlockwise() throws {
    for raw in UInt8(0)..<8 {
      let apple = try #require(AppleOrientation(swiftUIOrientation: raw))
      var image = CornerRule.stored[Int(apple.exif.rawValue) - 1]
      if raw & 2 != 0 { image = CornerRule.leftRight(image) }
      if raw & 4 != 0 { image = CornerRule.topBottom(image) }
      if raw & 1 != 0 { image = CornerRule.clockwise(image, quarters: 3) }
      #expect(image == CornerRule.upright, "\(raw)")
    }
  }
}
