// Why a mount is refused, in one sentence.

import Testing
import UprightCamera

@Suite struct UnsupportedMountAngleTests {
  @Test(arguments: [45, 89, 1, -30, Int.min, Int.max])
  func aMountAtAnAngleIsRefusedWithTheReason(_ degrees: Int) throws {
    let refused = try #require(throws: UnsupportedMountAngle.self) {
      try CameraMount(sensorDegrees: degrees, facing: .back)
    }
    #expect(refused == UnsupportedMountAngle(degrees: degrees))
    #expect(
      "\(refused)" == "a sensor at \(degrees)° has no orientation tag; must be 0, 90, 180 or 270")
  }
}
