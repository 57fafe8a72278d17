// Orientations by the numbers and names of other programs; the numbers are Apple's, from its headers.

import Testing
import UprightGeometry

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
