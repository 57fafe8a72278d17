// The words for tags are those of `rotate`.

import Testing
import Upright

@testable import UprightCLI

@Suite struct OrientationTextTests {
  @Test(arguments: ExifOrientation.allCases)
  func theWordNamesTheTurnThatMakesThePictureUpright(_ tag: ExifOrientation) throws {
    let orientation = Orientation<Stored, Displayed>(exif: tag)
    guard tag != .topLeft else {
      #expect(tag.word == "upright")
      return
    }
    let turn = try #require(RotateArguments.Operation(rawValue: tag.word)).turn
    #expect(turn.isMirrored == orientation.isMirrored)
    #expect(turn.clockwiseQuarters == orientation.clockwiseQuarters)
  }
}
