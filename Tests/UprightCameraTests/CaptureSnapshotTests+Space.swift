// The tables and the code against a third derivation: a camera in space.

import Testing
import UprightCamera
import UprightGeometry

extension CaptureSnapshotTests {
  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aCaptureIsAsInSpace(_ row: Row) throws {
    let camera = CameraInSpace(
      sensor: try row.number("sensor_cw"), isFront: try row.text("facing") == "front",
      pose: try row.number("target_cw"), isMirrored: try row.number("mirror") == 1)
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    #expect(camera.tag == (try row.number("exif")))
    #expect(camera.tag == Int(snapshot.orientation.exif.rawValue))
    #expect(camera.matrix == (try ["a", "b", "c", "d"].map(row.number)))
    let map = snapshot.storedToDisplayed
    #expect(camera.matrix == [map.a, map.b, map.c, map.d].map { Int($0) })
  }

  // A point keeps its place relative to the centre, in the axes of the scene, scaled until all is seen or all is covered.
  @Test(arguments: Row.all(of: "camera-preview-vectors.csv"))
  func aPreviewIsAsInSpace(_ row: Row) throws {
    let camera = CameraInSpace(
      sensor: try row.number("sensor_cw"), isFront: try row.text("facing") == "front",
      pose: try row.number("ui_cw"), isMirrored: try row.number("mirror") == 1)
    let snapshot = try row.snapshot(pose: "ui_cw", width: "buffer_w", height: "buffer_h")
    let (width, height) = (try row.real("buffer_w"), try row.real("buffer_h"))
    let view = (width: try row.real("view_w"), height: try row.real("view_h"))
    let axes = camera.matrix.map(Double.init)
    let across = abs(axes[0]) * width + abs(axes[2]) * height
    let down = abs(axes[1]) * width + abs(axes[3]) * height
    let isCover = try row.text("fit") == "cover"
    let scales = [view.width / across, view.height / down].sorted()
    let scale = isCover ? scales[1] : scales[0]
    let map = snapshot.preview(
      in: Rect2D(x: 0, y: 0, width: view.width, height: view.height), mode: isCover ? .fill : .fit)
    for (x, y) in [(0, 0), (width, 0), (17, 801), (width / 2, height / 2)] {
      let (across, down) = (x - width / 2, y - height / 2)
      let seen = map.apply(Point2D(x: x, y: y))
      #expect(abs(seen.x - view.width / 2 - scale * (axes[0] * across + axes[2] * down)) < 1e-6)
      #expect(abs(seen.y - view.height / 2 - scale * (axes[1] * across + axes[3] * down)) < 1e-6)
    }
  }

  // The steps of the chain, and none of them left out.
  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func theStepsAmountToTheWhole(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let steps = snapshot.mount.sensorToDevice.then(snapshot.pose.deviceToInterface)
    #expect(steps.then(snapshot.interfaceToDisplayed) == snapshot.sensorToDisplayed)
    let isSwapped = (try row.text("facing") == "front") != (try row.number("mirror") == 1)
    #expect(snapshot.interfaceToDisplayed == Orientation(mirrored: isSwapped, clockwise: 0))
  }
}
