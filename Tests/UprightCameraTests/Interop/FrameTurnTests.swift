// The turn alone, of every capture.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct FrameTurnTests {
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aTurnIsAsItsRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let turn = Interop.FrameTurn(snapshot.orientation)
    #expect(turn.angle.rawValue == (try row.number("rotate_cw")))
    #expect(turn.losesMirror == (try row.number("mirror") == 1))
    let mirror = Orientation<Displayed, Displayed>(mirrored: turn.losesMirror, clockwise: 0)
    #expect(turn.orientationWithoutMirror.then(mirror) == snapshot.orientation)
  }

  // CameraX (CameraOrientationUtil): sensor less display for the back, and more for all others.
  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func cameraXSaysTheSame(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let (sensor, display) = (try row.number("sensor_cw"), try row.number("android_surface_rotation"))
    let isBack = try row.text("facing") == "back"
    let degrees = (isBack ? sensor - display + 360 : sensor + display) % 360
    #expect(Interop.FrameTurn(snapshot.orientation).angle.rawValue == degrees)
  }
}
