// Keypoints.

import Testing
import UprightGeometry

@testable import UprightLabels

@Suite("Keypoints")
struct KeypointTests {
  @Test("A mirror moves a keypoint and keeps whether it is seen", arguments: Keypoint<Stored>.Visibility.allCases)
  func mirrored(visibility: Keypoint<Stored>.Visibility) {
    let map = Transform2D(Orientation<Stored, Displayed>(exif: .topRight), in: PixelSize(width: 10, height: 5))
    let moved = Keypoint(Point2D<Stored>(x: 3, y: 2), visibility).applying(map)
    #expect(moved.visibility.rawValue == visibility.rawValue)
    #expect(moved.point.x == (visibility == .absent ? 3 : 7))
    #expect(moved.point.y == 2)
  }

  @Test("COCO's numbers")
  func numbers() {
    #expect(Keypoint<Stored>.Visibility(rawValue: 2) == .visible)
    #expect(Keypoint<Stored>.Visibility(rawValue: 3) == nil)
  }
}
