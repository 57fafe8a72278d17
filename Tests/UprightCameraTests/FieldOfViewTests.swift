// The common field of view of outputs with different shapes, and the same part of the scene in each of them.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct FieldOfViewTests {
  private let sensor = PixelSize<Sensor>(width: 4_000, height: 3_000)

  private func output(_ width: Int, _ height: Int, applied: Orientation<Sensor, Stored> = .identity) -> CaptureSnapshot
  {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: width, height: height), applied: applied)
  }

  @Test func anOutputShowsTheLargestPartOfItsShape() {
    #expect(FieldOfView.seen(by: output(1_920, 1_080), of: sensor) == Rect2D(x: 0, y: 375, width: 4_000, height: 2_250))
    #expect(FieldOfView.seen(by: output(500, 500), of: sensor) == Rect2D(x: 500, y: 0, width: 3_000, height: 3_000))
    let turned = output(1_080, 1_920, applied: Orientation(clockwise: 1))
    #expect(FieldOfView.seen(by: turned, of: sensor) == Rect2D(x: 0, y: 375, width: 4_000, height: 2_250))
    #expect(FieldOfView.seen(by: output(0, 5), of: sensor) == nil)
  }

  @Test func theShapeIsThatOfTheDisplayedImage() throws {
    let outputs = [output(4_000, 3_000), output(1_920, 1_080)]
    let view = Size2D<Displayed>(width: 9, height: 16)
    let inside = try #require(FieldOfView(shape: view, for: .natural, mode: .fill, of: outputs, on: sensor))
    #expect(inside.area == Rect2D(x: 0, y: 375, width: 4_000, height: 2_250))
    let square = Size2D<Displayed>(width: 1, height: 1)
    #expect(
      FieldOfView(shape: square, for: .natural, mode: .fill, of: outputs, on: sensor)?.area
        == Rect2D(x: 875, y: 375, width: 2_250, height: 2_250))
    #expect(
      FieldOfView(shape: square, for: .natural, mode: .fit, of: outputs, on: sensor)?.area
        == Rect2D(x: 0, y: -500, width: 4_000, height: 4_000))
    #expect(
      FieldOfView(shape: square, for: .natural, mode: .stretch, of: outputs, on: sensor)?.area
        == Rect2D(x: 0, y: 375, width: 4_000, height: 2_250))
    #expect(FieldOfView(shape: square, for: .natural, mode: .fill, of: [], on: sensor) == nil)
  }

  @Test func cropsOfAllOutputsShowTheSamePartOfTheScene() throws {
    let outputs = [
      output(4_000, 3_000), output(1_920, 1_080), output(1_080, 1_920, applied: Orientation(clockwise: 1)),
      output(640, 480, applied: Orientation(mirrored: true, clockwise: 2)),
    ]
    let field = try #require(
      FieldOfView(shape: Size2D(width: 3, height: 4), for: .natural, mode: .fill, of: outputs, on: sensor))
    for output in outputs {
      let crop = try #require(field.crop(of: output, on: sensor))
      let seen = try #require(FieldOfView.seen(by: output, of: sensor))
      let back = try #require(output.sensorToStored(crop: seen)?.inverse)
      let area = crop.applying(back)
      for (found, wanted) in zip(
        [area.x, area.y, area.width, area.height],
        [field.area.x, field.area.y, field.area.width, field.area.height])
      {
        #expect(abs(found - wanted) < 1e-6)
      }
      #expect(crop.x >= -1e-6 && crop.maxX <= Double(output.storedSize.width) + 1e-6)
      #expect(crop.y >= -1e-6 && crop.maxY <= Double(output.storedSize.height) + 1e-6)
    }
  }

  // A locked interface in its natural pose, the phone held in each pose: an upright region is sideways on a sensor at
  // 90 degrees, whichever output is asked first.
  @Test(arguments: [
    ([0, 180], Rect2D<Sensor>(x: 0, y: 375, width: 4_000, height: 2_250)),
    ([90, 270], Rect2D<Sensor>(x: 1_156.25, y: 0, width: 1_687.5, height: 3_000)),
  ])
  func theShapeFollowsItsOwnPoseAndNoOutputs(_ poses: [Int], _ expected: Rect2D<Sensor>) throws {
    let view = Size2D<Displayed>(width: 9, height: 16)
    for degrees in poses {
      let shown = DevicePose(turn: try #require(QuarterTurn(degrees: degrees)))
      for held in DevicePose.allCases {
        var (preview, photo) = (output(4_000, 3_000), output(4_000, 3_000))
        (preview.pose, photo.pose) = (shown, held)
        for outputs in [[preview, photo], [photo, preview], [photo]] {
          #expect(FieldOfView(shape: view, for: shown, mode: .fill, of: outputs, on: sensor)?.area == expected)
        }
      }
    }
  }

  // A webcam on a desk shows the same part of the scene however the device beside it is rotated.
  @Test func theShapeOfACameraThatStandsByItselfHangsOnNoPose() {
    for (turn, expected) in [
      (QuarterTurn.zero, Rect2D<Sensor>(x: 1_156.25, y: 0, width: 1_687.5, height: 3_000)),
      (.clockwise, Rect2D<Sensor>(x: 0, y: 375, width: 4_000, height: 2_250)),
    ] {
      var webcam = output(4_000, 3_000)
      webcam.mount = CameraMount(sensorTurn: turn, facing: .external(turnsAs: .neither))
      for pose in DevicePose.allCases {
        let field = FieldOfView(
          shape: Size2D(width: 9, height: 16), for: pose, mode: .fill, of: [webcam], on: sensor)
        #expect(field?.area == expected)
      }
    }
  }

  @Test func outputsOfDifferentMountsHaveNoFieldOfViewInCommon() {
    let back = output(4_000, 3_000)
    let view = Size2D<Displayed>(width: 9, height: 16)
    for mount in [
      CameraMount(sensorTurn: .counterclockwise, facing: .back), CameraMount(sensorTurn: .clockwise, facing: .front),
    ] {
      var other = back
      other.mount = mount
      for outputs in [[back, other], [other, back]] {
        #expect(FieldOfView(shape: view, for: .natural, mode: .fill, of: outputs, on: sensor) == nil)
      }
      #expect(FieldOfView(shape: view, for: .natural, mode: .fill, of: [other], on: sensor) != nil)
    }
  }
}

// A point in front of the camera is seen at the same place, whether its image or its coordinates are rotated.

@Suite struct CameraIntrinsicsTests {
  private let matrix = [1_400.0, 0, 0, 0, 1_500, 0, 950, 520, 1]
  private let size = PixelSize<Stored>(width: 1_920, height: 1_080)

  private func seen<S: Space>(_ camera: CameraIntrinsics<S>, _ x: Double, _ y: Double, _ z: Double) -> Point2D<S> {
    Point2D(
      x: camera.focalLength.width * x / z + camera.center.x, y: camera.focalLength.height * y / z + camera.center.y)
  }

  @Test func everyOrientationAndCropSeesTheSamePoints() throws {
    let camera = try #require(CameraIntrinsics<Stored>(columns: matrix))
    #expect(camera.columns == matrix)
    let crop = Rect2D<Displayed>(x: 100, y: 50, width: 600, height: 400)
    for orientation in Orientation<Stored, Displayed>.all {
      let map = Transform2D(orientation, in: size)
      let turned = camera.applying(orientation, in: size)
      #expect(camera.applying(map) == turned)
      let half = Transform2D<Displayed, Output>(scaleX: 0.5, scaleY: 0.25, tx: -50, ty: -12.5)
      let small = try #require(camera.applying(map.then(half)))
      for (x, y, z) in [(0.3, -0.2, 2.0), (-0.5, 0.4, 1.5), (0, 0, 1)] {
        let before = seen(camera, x, y, z)
        // The camera's axes rotate and mirror with the image.
        let (right, down) = (map.a * x + map.c * y, map.b * x + map.d * y)
        let after = seen(turned, right, down, z)
        let expected = before.applying(map)
        #expect(abs(after.x - expected.x) < 1e-9 && abs(after.y - expected.y) < 1e-9)
        let cropped = seen(turned.cropped(to: crop), right, down, z)
        #expect(abs(cropped.x - expected.x + 100) < 1e-9 && abs(cropped.y - expected.y + 50) < 1e-9)
        let reduced = seen(small, right, down, z)
        let there = expected.applying(half)
        #expect(abs(reduced.x - there.x) < 1e-9 && abs(reduced.y - there.y) < 1e-9)
      }
    }
  }

  @Test func whatIsNoneIsNil() throws {
    #expect(CameraIntrinsics<Stored>(columns: [1, 2]) == nil)
    for (index, wrong) in [(0, 0.0), (1, 0.1), (3, 0.1), (4, -1), (8, 2), (6, .nan)] {
      var numbers = matrix
      numbers[index] = wrong
      #expect(CameraIntrinsics<Stored>(columns: numbers) == nil, "\(index)")
    }
    let camera = try #require(CameraIntrinsics<Stored>(columns: matrix))
    let maps: [Transform2D<Stored, Output>] = [
      Transform2D(a: 1, b: 1, c: -1, d: 1, tx: 0, ty: 0), Transform2D(scaleX: 0, scaleY: 1),
      Transform2D(a: 0, b: 0, c: 0, d: 0, tx: 0, ty: 0), Transform2D(a: 1, b: 0, c: 1, d: 1, tx: 0, ty: 0),
    ]
    for map in maps { #expect(camera.applying(map) == nil) }
  }
}
