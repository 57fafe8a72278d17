// The rotation alone, for every capture.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct FrameRotationTests {
  typealias Row = CaptureSnapshotTests.Row

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aTurnIsAsItsRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let turn = Interop.FrameRotation(snapshot)
    #expect(turn.angle.degrees == (try row.number("rotate_cw")))
    #expect(turn.losesMirror == (try row.number("mirror") == 1))
    let mirror = Orientation<Displayed, Displayed>(mirrored: turn.losesMirror, clockwise: 0)
    #expect(turn.orientationWithoutMirror.then(mirror) == snapshot.orientation)
  }

  // CameraX (CameraOrientationUtil): sensor minus display for the back, and plus for all others.
  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func cameraXSaysTheSame(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let (sensor, display) = (try row.number("sensor_cw"), try row.number("android_surface_rotation"))
    let isBack = try row.text("facing") == "back"
    let degrees = (isBack ? sensor - display + 360 : sensor + display) % 360
    #expect(Interop.FrameRotation(snapshot).angle.degrees == degrees)
  }

  // A mirrored selfie held upright, the sensor at 90 (tag 5) and at 270 (tag 7). ExifInterface's number is off by 180°,
  // because its mirror comes first.
  @Test(arguments: [
    (QuarterTurn.clockwise, 5, 90, 270), (.counterclockwise, 7, 270, 90), (.zero, 2, 0, 0), (.half, 4, 180, 180),
  ])
  func ofAMirroredSelfieExifInterfaceSaysAnotherTurn(_ sensor: QuarterTurn, _ tag: UInt8, _ turn: Int, _ exif: Int) {
    let selfie = CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: .front), pose: .natural, mirror: .on,
      storedSize: PixelSize(width: 4, height: 3))
    #expect(selfie.orientation.exif.rawValue == tag)
    #expect(Interop.FrameRotation(selfie).angle.degrees == turn)
    #expect(ClockwiseAngle(losingMirrorOf: selfie.orientation.exif).rawValue == exif)
  }
}
