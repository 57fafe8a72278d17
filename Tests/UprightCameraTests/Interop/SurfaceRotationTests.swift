// Android's constants and degrees for every pose.

import Testing
import UprightCamera

@Suite struct SurfaceRotationTests {
  typealias Surface = Interop.SurfaceRotation
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aPoseIsAsItsRowSays(_ row: Row) throws {
    let pose = DevicePose(turn: try #require(QuarterTurn(degrees: row.number("target_cw"))))
    #expect(Surface(pose).degrees == (try row.number("android_surface_rotation")))
    #expect(Surface(pose).name == "ROTATION_" + (try row.text("android_surface_rotation")))
    #expect(Surface(pose).listenerDegrees == (try row.number("android_orientation_degrees")))
    #expect(Surface(pose).pose == pose)
  }

  @Test func constantsCountQuarters() {
    #expect(Surface.allCases.map(\.rawValue) == [0, 1, 2, 3])
    #expect(Surface(rawValue: 1)?.pose == DevicePose(turn: .counterclockwise))
    #expect(Surface(rawValue: 4) == nil)
  }

  @Test func degreesOfThePoseAreItsOwn() {
    for pose in DevicePose.allCases {
      #expect(Surface(listenerDegrees: Surface(pose).listenerDegrees)?.pose == pose)
    }
    for none in [-1, 360, Int.min, Int.max] { #expect(Surface(listenerDegrees: none) == nil) }
  }
}
