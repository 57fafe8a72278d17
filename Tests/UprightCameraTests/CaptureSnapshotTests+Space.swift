// Compares the tables and the code with a third derivation: a camera in space.

import Testing
import UprightCamera
import UprightGeometry
import UprightTestTools

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

  // A point keeps its position relative to the center, in the axes of the scene, scaled until all is visible or all is
  // covered.
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

  // The steps of the chain, none of them omitted.
  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func theStepsAmountToTheWhole(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let steps = snapshot.mount.sensorToDevice.then(snapshot.pose.deviceToInterface)
    #expect(steps.then(snapshot.interfaceToDisplayed) == snapshot.sensorToDisplayed)
    let isSwapped = (try row.text("facing") == "front") != (try row.number("mirror") == 1)
    #expect(snapshot.interfaceToDisplayed == Orientation(mirrored: isSwapped, clockwise: 0))
  }

  // Many marks for every mount, pose, mirror and rotation already applied: buffers, crops, views and layouts are
  // redrawn for each.
  @Test func aMarkOfTheSceneIsInOnePlaceOfPhotoFrameAndPreview() throws {
    var random = SplitMix64(seed: 23)
    func number(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }
    for model in AllCaptures.captures(PixelSize(width: 1, height: 1)) {
      let side = model.mount.facing.side
      let camera = CameraInSpace(
        sensor: model.mount.sensorTurn.degrees, isFront: side == .front,
        pose: side == .neither ? 0 : model.pose.turn.degrees, isMirrored: model.mirror.mirrors(model.mount.facing))
      for mode in [FittingMode.fill, .fit, .stretch] + [.fill, .fit, .stretch] {
        var capture = model
        capture.storedSize = PixelSize(
          width: .random(in: 1...400, using: &random), height: .random(in: 1...400, using: &random))
        let crop = Rect2D<Sensor>(
          x: number(0...900), y: number(0...500), width: number(10...3_000), height: number(10...2_000))
        let share = (x: number(-0.5...0.5), y: number(-0.5...0.5))
        let mark = Point2D<Sensor>(
          x: crop.x + crop.width * (0.5 + share.x), y: crop.y + crop.height * (0.5 + share.y))
        // As fractions of each side from the center, as the image is displayed.
        let axes = camera.matrix.map(Double.init)
        let seen = (x: axes[0] * share.x + axes[2] * share.y, y: axes[1] * share.x + axes[3] * share.y)
        let isAcross = (axes[0] == 0) != (capture.applied.clockwiseQuarters % 2 == 1)
        let (stored, size) = (
          capture.storedSize, capture.displayedSize
        )
        #expect((size.width, size.height) == (isAcross ? (stored.height, stored.width) : (stored.width, stored.height)))
        let (wide, high) = (Double(size.width), Double(size.height))
        let expected = Point2D<Displayed>(x: wide * (0.5 + seen.x), y: high * (0.5 + seen.y))

        let inBuffer = try #require(capture.sensorToStored(crop: crop)).apply(mark)
        let photo = Transform2D(Orientation<Stored, Displayed>(exif: capture.photo().tag), in: stored).apply(inBuffer)
        let frame = Transform2D(capture.residual.orientation, in: stored).apply(inBuffer)
        for found in [photo, frame] { #expect(abs(found.x - expected.x) + abs(found.y - expected.y) < 1e-9) }

        let view = Rect2D<Viewport>(
          x: number(-50...50), y: number(-50...50), width: number(50...900), height: number(50...900))
        let scales = [view.width / wide, view.height / high]
        let scale =
          switch mode {
          case .fill: [max(scales[0], scales[1]), max(scales[0], scales[1])]
          case .fit: [min(scales[0], scales[1]), min(scales[0], scales[1])]
          case .stretch: scales
          }
        let onScreen = capture.preview(in: view, mode: mode).apply(inBuffer)
        let (x, y) = (view.x + view.width / 2, view.y + view.height / 2)
        #expect(
          abs(onScreen.x - x - scale[0] * wide * seen.x) + abs(onScreen.y - y - scale[1] * high * seen.y) < 1e-6)
      }
    }
  }
}
