// The effect of an image's new orientation on what is displayed with it.

import Testing
import UprightGeometry

@testable import UprightMetadata

@Suite struct OrientationChangeTests {
  @Test(arguments: ExifOrientation.allCases, ExifOrientation.allCases)
  func whatLaySoLiesSo(from: ExifOrientation, to: ExifOrientation) {
    let change = OrientationChange(from: Orientation(exif: from), to: to)
    let back = OrientationChange(from: Orientation(exif: to), to: from)
    #expect(change.applied(to: from) == to)
    #expect(change.isNone == (from == to))
    #expect(Set(ExifOrientation.allCases.map(change.applied)).count == 8, "what differed differs")
    for other in ExifOrientation.allCases { #expect(back.applied(to: change.applied(to: other)) == other) }
  }

  /// Tags by hand: quarter turns clockwise give 1, 6, 3, 8 and 2, 7, 4, 5 (conventions of TIFF 6.0).
  @Test func aQuarterTurnIsOneClockwiseAsDisplayed() {
    let change = OrientationChange(from: Orientation(exif: .topLeft), to: .rightTop)
    let circles: [UInt8] = [1, 6, 3, 8, 2, 7, 4, 5]
    let turned = circles.compactMap(ExifOrientation.init(rawValue:)).map { change.applied(to: $0).rawValue }
    #expect(turned == [6, 3, 8, 1, 7, 4, 5, 2])
  }
}
