// Orientations of every framework, by name and by what the tag's number is there.

import ImageIO
import SwiftUI
import Testing
import UprightApple
import UprightGeometry

#if canImport(UIKit)
  import UIKit
#endif

@Suite struct OrientationBridgeTests {
  /// Written out, so that neither side's numbering is believed.
  private static let imageIO: [ExifOrientation: CGImagePropertyOrientation] = [
    .topLeft: .up, .topRight: .upMirrored, .bottomRight: .down, .bottomLeft: .downMirrored, .leftTop: .leftMirrored,
    .rightTop: .right, .rightBottom: .rightMirrored, .leftBottom: .left,
  ]
  private static let swiftUI: [ExifOrientation: SwiftUI.Image.Orientation] = [
    .topLeft: .up, .topRight: .upMirrored, .bottomRight: .down, .bottomLeft: .downMirrored, .leftTop: .leftMirrored,
    .rightTop: .right, .rightBottom: .rightMirrored, .leftBottom: .left,
  ]

  @Test(arguments: ExifOrientation.allCases)
  func imageIOHasTheTag(_ tag: ExifOrientation) throws {
    let value = try #require(Self.imageIO[tag])
    #expect(CGImagePropertyOrientation(tag) == value && ExifOrientation(value) == tag)
    #expect(CGImagePropertyOrientation(Orientation(exif: tag)) == value)
    #expect(Orientation<Stored, Displayed>(value) == Orientation(exif: tag))
    #expect(value.rawValue == UInt32(tag.rawValue))
  }

  @Test(arguments: ExifOrientation.allCases)
  func swiftUIHasTheTag(_ tag: ExifOrientation) throws {
    let value = try #require(Self.swiftUI[tag])
    #expect(SwiftUI.Image.Orientation(tag) == value && ExifOrientation(value) == tag)
    #expect(Orientation<Stored, Displayed>(value) == Orientation(exif: tag))
  }

  #if canImport(UIKit)
    private static let uiKit: [ExifOrientation: UIImage.Orientation] = [
      .topLeft: .up, .topRight: .upMirrored, .bottomRight: .down, .bottomLeft: .downMirrored, .leftTop: .leftMirrored,
      .rightTop: .right, .rightBottom: .rightMirrored, .leftBottom: .left,
    ]

    @Test(arguments: ExifOrientation.allCases)
    func uiKitHasTheTag(_ tag: ExifOrientation) throws {
      let value = try #require(Self.uiKit[tag])
      #expect(UIImage.Orientation(tag) == value && ExifOrientation(value) == tag)
      #expect(UIImage.Orientation(Orientation(exif: tag)) == value)
      #expect(Orientation<Stored, Displayed>(value) == Orientation(exif: tag))
    }

    /// The frameworks number the same names differently: a raw value that is passed on is another orientation.
    @Test func theNumbersDiffer() {
      #expect(UIImage.Orientation.right.rawValue == 3 && CGImagePropertyOrientation.right.rawValue == 6)
      #expect(SwiftUI.Image.Orientation.right.rawValue == 7)
      #expect(CGImagePropertyOrientation(rawValue: 3) == .down)
    }
  #endif
}
