// Platform terms for how a captured frame becomes upright.

import Foundation
import Testing
import UprightCamera
import UprightFixtures
import UprightGeometry
import UprightTestTools

// ffmpeg's nine numbers, its angle and the determinant that reveals a mirror, for every tag.

@Suite struct DisplayMatrixTests {
  typealias Row = (tag: UInt8, words: [Int32], rotation: Double, determinant: Double)

  // For a buffer of 4 × 3. The angle is counterclockwise and the direction of x: tags 2 and 4 have that of 3 and 1, 5
  // and 7 that of 6 and 8.
  private static let one: Int32 = 65_536
  private static let table: [Row] = [
    (1, [one, 0, 0, 0, one, 0, 0, 0, 1 << 30], 0, 1),
    (2, [-one, 0, 0, 0, one, 0, 4 * one, 0, 1 << 30], -180, -1),
    (3, [-one, 0, 0, 0, -one, 0, 4 * one, 3 * one, 1 << 30], -180, 1),
    (4, [one, 0, 0, 0, -one, 0, 0, 3 * one, 1 << 30], 0, -1),
    (5, [0, one, 0, one, 0, 0, 0, 0, 1 << 30], -90, -1),
    (6, [0, one, 0, -one, 0, 0, 3 * one, 0, 1 << 30], -90, 1),
    (7, [0, -one, 0, -one, 0, 0, 3 * one, 4 * one, 1 << 30], 90, -1),
    (8, [0, -one, 0, one, 0, 0, 0, 4 * one, 1 << 30], 90, 1),
  ]

  @Test(arguments: table)
  func theSideDataOfATagIsAsWorkedOutByHand(_ row: Row) throws {
    let tag = try #require(ExifOrientation(rawValue: row.tag))
    let before = Orientation<Stored, Displayed>(exif: tag).inverse
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 4, height: 3),
      applied: Orientation(mirrored: before.isMirrored, clockwise: before.clockwiseQuarters))
    let matrix = try #require(Interop.DisplayMatrix(capture))
    #expect(matrix.words == row.words)
    #expect(matrix.rotation == row.rotation)
    #expect(matrix.determinant == row.determinant)
    #expect(matrix.orientation?.exif == tag)
    #expect(Interop.DisplayMatrix(words: row.words) == matrix)
  }

  @Test func otherMatricesHaveAnAngleTooOrNone() throws {
    let slanted = try #require(Interop.DisplayMatrix(words: [46_341, 46_341, 0, -46_341, 46_341, 0, 0, 0, 1 << 30]))
    #expect(abs((slanted.rotation ?? 0) + 45) < 1e-9 && slanted.orientation == nil)
    let doubled = try #require(Interop.DisplayMatrix(words: [0, -131_072, 0, 65_536, 0, 0, 0, 0, 1 << 30]))
    #expect(doubled.rotation == 90 && doubled.determinant == 2)
    #expect(Interop.DisplayMatrix(words: Array(repeating: 0, count: 9))?.rotation == nil)
    #expect(Interop.DisplayMatrix(words: [1, 2, 3]) == nil)
    let long = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .zero, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 40_000, height: 3))
    #expect(Interop.DisplayMatrix(long) == nil)
  }

  @Test(.enabled(if: OutsideTool.ffprobe.isInstalled, "\(OutsideTool.ffprobe.reason)"), arguments: table.dropFirst())
  func ffprobeSaysTheSameNumbersAndAngle(_ row: Row) throws {
    let folder = try ScratchFolder()
    var file = TinyMovie(TinyImage.sixColors, as: .topLeft)
    file.matrix = try #require(TrackMatrix(words: row.words))
    let path = try folder.write(file.bytes, as: "movie.mov")
    let answer = try OutsideTool.ffprobe.run([
      "-v", "error", "-show_entries", "stream_side_data=displaymatrix,rotation", "-of", "json", path,
    ])
    let whole = try JSONSerialization.jsonObject(with: Data(answer.output)) as? [String: Any]
    let stream = try #require((whole?["streams"] as? [[String: Any]])?.first, "\(answer.complaints)")
    let side = try #require((stream["side_data_list"] as? [[String: Any]])?.first)
    let lines = try #require(side["displaymatrix"] as? String).split(separator: "\n")
    #expect(lines.flatMap { $0.split(separator: " ").dropFirst().compactMap { Int32($0) } } == row.words)
    #expect(side["rotation"] as? Double == Interop.DisplayMatrix(words: row.words)?.rotation)
  }
}

// MediaPipe's options: the region is in the stored buffer, and is cut out before the rotation.

@Suite struct MediaPipeOptionsTests {
  private func capture(_ sensor: QuarterTurn, _ facing: Facing, _ mirror: MirrorMode = .off) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing), pose: .natural, mirror: mirror,
      storedSize: PixelSize(width: 400, height: 300))
  }

  // The upper left quarter of an image of 300 × 400 as displayed, by hand in a buffer of 400 × 300.
  @Test(arguments: [
    (QuarterTurn.clockwise, Facing.back, MirrorMode.off, 90, 0.0, 0.5),
    (.counterclockwise, .front, .off, 270, 0.5, 0.0),
    (.counterclockwise, .front, .on, 270, 0.5, 0.5), (.clockwise, .front, .on, 90, 0.0, 0.0),
  ])
  func aRegionIsCutOutBeforeItIsTurned(
    _ sensor: QuarterTurn, _ facing: Facing, _ mirror: MirrorMode, _ degrees: Int, _ x: Double, _ y: Double
  ) throws {
    let capture = capture(sensor, facing, mirror)
    let options = try #require(
      Interop.MediaPipeOptions(capture, region: Rect2D(x: 0, y: 0, width: 150, height: 200)))
    #expect(options.rotationDegrees == degrees)
    #expect(options.region == Rect2D(x: x, y: y, width: 0.5, height: 0.5))
    #expect(options.losesMirror == (mirror == .on))
  }

  @Test func aRegionIsCutAtTheImagesEdge() {
    let upright = capture(.clockwise, .back)
    #expect(Interop.MediaPipeOptions(upright).region == nil)
    #expect(Interop.MediaPipeOptions(upright).rotationDegrees == 90)
    #expect(
      Interop.MediaPipeOptions(upright, region: Rect2D(x: 150, y: -100, width: 300, height: 300))?.region
        == Rect2D(x: 0, y: 0, width: 0.5, height: 0.5))
    #expect(Interop.MediaPipeOptions(upright, region: Rect2D(x: 300, y: 0, width: 9, height: 9)) == nil)
  }
}

// AVFoundation's angle and mirror for every tag, and back.

@Suite struct VideoRotationTests {
  private static let table: [(tag: UInt8, angle: Int, isVideoMirrored: Bool, name: CaptureVideoOrientation)] = [
    (1, 0, false, .landscapeRight), (2, 0, true, .landscapeRight), (3, 180, false, .landscapeLeft),
    (4, 180, true, .landscapeLeft), (5, 90, true, .portrait), (6, 90, false, .portrait),
    (7, 270, true, .portraitUpsideDown), (8, 270, false, .portraitUpsideDown),
  ]

  @Test(arguments: table)
  func aConnectionSaysEveryTag(_ row: (tag: UInt8, angle: Int, isVideoMirrored: Bool, name: CaptureVideoOrientation))
    throws
  {
    let tag = try #require(ExifOrientation(rawValue: row.tag))
    let pair = Interop.VideoRotation(Orientation(exif: tag))
    #expect(pair.angle.degrees == row.angle && pair.isVideoMirrored == row.isVideoMirrored)
    #expect(pair.orientation.exif == tag)
    #expect(
      Interop.VideoRotation(videoRotationAngle: Double(row.angle), isVideoMirrored: row.isVideoMirrored) == pair)
    // The older property together with the same mirror.
    #expect(CaptureVideoOrientation(losingMirrorOf: tag) == row.name)
  }

  @Test func anglesThatNoTagSaysAreNone() {
    for degrees in [45, 0.5, .nan, .infinity, 1e300] {
      #expect(Interop.VideoRotation(videoRotationAngle: degrees, isVideoMirrored: false) == nil)
    }
    #expect(Interop.VideoRotation(videoRotationAngle: -90, isVideoMirrored: false)?.angle == .counterclockwise)
  }
}

// The rotation alone, for every capture.

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

// The angles that were reported from devices (Apple's sample; reports of the iPhone 14 Pro and 17 Pro), and the formula.

@Suite struct RotationAnglesTests {
  @Test func theAnglesOfKnownDevices() {
    let back = CameraMount(sensorTurn: .clockwise, facing: .back)
    let upright = Interop.RotationAngles(back, device: .natural, interface: .natural)
    #expect(upright.capture.degrees == 90 && upright.preview.degrees == 90)
    // An interface that is locked to portrait, while the device is held with its top edge to the left.
    let locked = Interop.RotationAngles(back, device: DevicePose(turn: .counterclockwise), interface: .natural)
    #expect(locked.capture.degrees == 0 && locked.preview.degrees == 90)
    // iPhone 14 Pro: 90 in portrait, 180 with the home side to the right. iPhone 17 Pro: 0 in portrait.
    let front = CameraMount(sensorTurn: .clockwise, facing: .front)
    let sideways = Interop.RotationAngles(front, device: DevicePose(turn: .counterclockwise), interface: .natural)
    #expect(sideways.capture.degrees == 180)
    let newer = CameraMount(sensorTurn: .zero, facing: .front)
    #expect(Interop.RotationAngles(newer, device: .natural, interface: .natural).capture == .zero)
  }

  @Test func aFrontLensTurnsTheOtherWay() {
    for mount in QuarterTurn.allCases {
      for pose in DevicePose.allCases {
        func angle(_ facing: Facing) -> QuarterTurn {
          Interop.RotationAngles(CameraMount(sensorTurn: mount, facing: facing), device: pose, interface: .natural)
            .capture
        }
        #expect(angle(.back) == mount + pose.turn && angle(.front) == mount - pose.turn)
      }
    }
  }
}
