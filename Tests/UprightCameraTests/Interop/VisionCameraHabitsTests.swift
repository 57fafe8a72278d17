// What react-native-vision-camera does with places, mirrors and ML Kit's orientations.

import Testing
import UprightCamera
import UprightGeometry

// Sizes and corners in the wrong space: the right result next to VisionCamera's.

@Suite struct VisionCameraPlaceTests {
  // Disagreement 12: a phone held upright, its whole image of 400 × 300 visible in a view of 300 × 400, and a spot of
  // 30 points.
  @Test func aSpotHasOneSizeWhereverItIs() throws {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 400, height: 300))
    let sensor = PixelSize<Sensor>(width: 400, height: 300)
    let whole = Rect2D<Sensor>(x: 0, y: 0, width: 400, height: 300)
    let view = Rect2D<Viewport>(x: 0, y: 0, width: 300, height: 400)
    var sizes: [Size2D<Normalized<Sensor>>] = []
    for (x, y) in [(150.0, 40.0), (150, 360), (30, 200)] {
      let spot = Rect2D<Viewport>(x: x - 15, y: y - 15, width: 30, height: 30)
      let area = try #require(capture.meteringArea(spot, in: view, mode: .fit, crop: whole, of: sensor))
      #expect(abs(area.width - 30.0 / 400) < 1e-12 && abs(area.height - 30.0 / 300) < 1e-12)
      let share = Point2D<Normalized<Sensor>>(x: area.x + area.width / 2, y: area.y + area.height / 2)
      // The view's y runs along the sensor's x.
      #expect(abs(share.x - y / 400) < 1e-12)
      sizes.append(Interop.visionCameraMeteringSize(30, at: Point2D(x: x, y: y), on: share, platform: .iOS))
      #expect(
        Interop.visionCameraMeteringSize(30, at: Point2D(x: x, y: y), on: share, platform: .android)
          == Size2D(width: 30, height: 30))
    }
    for (size, expected) in zip(sizes, [0.02, 0.18, 0.5]) {
      #expect(abs(size.width - expected) < 1e-9 && abs(size.height - expected) < 1e-9)
    }
    func atEdge(_ share: Double) -> Double {
      Interop.visionCameraMeteringSize(30, at: Point2D(x: 0, y: 40), on: Point2D(x: share, y: 1), platform: .iOS).width
    }
    #expect(atEdge(0.1) == .infinity && atEdge(0).isNaN)
  }

  // Disagreement 14: a code that fills the center of the buffer, as pixels and as Android's camera points. The
  // documentation passes relative coordinates to a converter that expects pixels, so all four corners map to one point
  // at the buffer's first pixel.
  @Test(arguments: [
    (0.25, 0.25, 480.0, 270.0, 1_000.0, 937.5, 0.520_833, 375.520_833),
    (0.75, 0.25, 1_440, 270, 3_000, 937.5, 1.5625, 375.520_833),
    (0.75, 0.75, 1_440, 810, 3_000, 2_062.5, 1.5625, 376.5625),
    (0.25, 0.75, 480, 810, 1_000, 2_062.5, 0.520_833, 376.5625),
  ])
  func cornersAreSharesBeforeTheyArePixels(
    _ x: Double, _ y: Double, _ column: Double, _ row: Double, _ across: Double, _ down: Double, _ saidAcross: Double,
    _ saidDown: Double
  ) throws {
    let capture = CaptureSnapshot(
      mount: CameraMount(sensorTurn: .clockwise, facing: .back), pose: .natural,
      storedSize: PixelSize(width: 1_920, height: 1_080))
    let camera = try #require(
      Interop.VisionCameraPoints(
        capture, crop: Rect2D(x: 0, y: 375, width: 4_000, height: 2_250), of: PixelSize(width: 4_000, height: 3_000)
      ).frameToArray)
    let corner = Rect2D<Normalized<Stored>>(x: x, y: y, width: 0, height: 0).denormalized(in: capture.storedSize)
    #expect((corner.x, corner.y) == (column, row))
    let right = camera.apply(Point2D(x: corner.x, y: corner.y))
    #expect(abs(right.x - across) < 1e-6 && abs(right.y - down) < 1e-6)
    let said = camera.apply(Interop.visionCameraDocumentedCorner(Point2D(x: x, y: y)))
    #expect(abs(said.x - saidAcross) < 1e-6 && abs(said.y - saidDown) < 1e-6)
  }
}

// A requested mirror, and VisionCamera's result.

@Suite struct VisionCameraMirrorTests {
  private func photo(_ mode: MirrorMode, _ facing: Facing, _ pose: DevicePose) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: .counterclockwise, facing: facing), pose: pose, mirror: mode,
      storedSize: PixelSize(width: 4, height: 3))
  }

  private static let table: [(mode: MirrorMode, facing: Facing, isMirrored: Bool)] = [
    (.off, .back, false), (.off, .front, false), (.on, .back, true), (.on, .front, true), (.frontOnly, .back, false),
    (.frontOnly, .front, true), (.frontOnly, .external(turnsAs: .front), false),
  ]

  // Disagreement 9: "auto" is the front camera's mirror on Android, and undefined on iOS.
  @Test(arguments: table)
  func anAutomaticMirrorIsTheFrontCameras(_ row: (mode: MirrorMode, facing: Facing, isMirrored: Bool)) {
    for pose in DevicePose.allCases {
      let tag = photo(row.mode, row.facing, pose).orientation.exif
      let mirrored: [ExifOrientation] = [.topRight, .bottomLeft, .leftTop, .rightBottom]
      #expect(mirrored.contains(tag) == row.isMirrored)
    }
    #expect(Interop.visionCameraMirrorsPhoto(row.mode, of: row.facing, on: .android) == row.isMirrored)
    let iOS = Interop.visionCameraMirrorsPhoto(row.mode, of: row.facing, on: .iOS)
    #expect(iOS == (row.mode == .frontOnly ? nil : row.isMirrored))
  }

  typealias Session = (
    wanted: MirrorMode, before: MirrorMode, cameras: Int, right: UInt8, iOS: UInt8, android: UInt8
  )

  private static let sessions: [Session] = [
    (.on, .off, 1, 7, 7, 7), (.off, .on, 1, 8, 8, 8), (.on, .off, 2, 7, 7, 8), (.off, .on, 2, 8, 8, 7),
    (.frontOnly, .off, 2, 7, 7, 8), (.off, .frontOnly, 2, 8, 8, 7), (.on, .on, 2, 7, 7, 7), (.on, .off, 3, 7, 7, 8),
  ]

  // Disagreement 10: with several cameras at once, Android's outputs stay unchanged.
  @Test(arguments: sessions)
  func severalCamerasKeepAnOldMirrorOnAndroid(_ row: Session) {
    func mode(_ platform: Interop.Platform) -> MirrorMode {
      Interop.visionCameraMirrorMode(wanted: row.wanted, before: row.before, cameras: row.cameras, on: platform)
    }
    // Held upright, the front camera's photo.
    #expect(photo(row.wanted, .front, .natural).orientation.exif.rawValue == row.right)
    #expect(photo(mode(.iOS), .front, .natural).orientation.exif.rawValue == row.iOS)
    #expect(photo(mode(.android), .front, .natural).orientation.exif.rawValue == row.android)
  }
}

// Frames for ML Kit on iOS: the correct input, VisionCamera's term, and its documentation's snippet.

@Suite struct VisionCameraMLKitTests {
  typealias Row = (
    word: Interop.VisionCameraOrientation, isMirrored: Bool, right: AppleOrientation, passedOn: AppleOrientation
  )

  private static let table: [Row] = [
    (.up, false, .up, .up), (.up, true, .upMirrored, .upMirrored), (.down, false, .down, .down),
    (.down, true, .downMirrored, .downMirrored), (.left, false, .right, .left), (.right, false, .left, .right),
    (.left, true, .leftMirrored, .leftMirrored), (.right, true, .rightMirrored, .rightMirrored),
  ]

  // Disagreement 5: the term passed unchanged to ML Kit, which is off by 180° for a phone held upright.
  @Test(arguments: table)
  func aWordPassedOnIsHalfATurnOffAtTheSides(_ row: Row) {
    let frame = Interop.VisionCameraFrame(orientation: row.word, isMirrored: row.isMirrored)
    #expect(Interop.mlKitOrientation(of: frame) == row.right)
    #expect(Interop.visionCameraPassedToMLKit(frame) == row.passedOn)
  }

  // Disagreement 5, continued: the snippet mirrors the wrong way, with names that are not UIKit's.
  @Test func theDocumentationsSnippetNamesWhatIsNotThere() {
    #expect(Interop.visionCameraDocumentedMLKitName(isMirrored: true) == "portrait")
    #expect(Interop.visionCameraDocumentedMLKitName(isMirrored: false) == "portraitMirrored")
    let names = AppleOrientation.allCases.map(\.rawValue)
    #expect(!names.contains("portrait") && !names.contains("portraitMirrored"))
  }

  // Google's table for iOS: a sensor at 90, the front camera mirrored.
  @Test func theClassicPhoneIsAsInGooglesTable() {
    func told(_ facing: Facing) -> [AppleOrientation] {
      DevicePose.allCases.map { pose in
        let capture = CaptureSnapshot(
          mount: CameraMount(sensorTurn: .clockwise, facing: facing), pose: pose, mirror: .frontOnly,
          storedSize: PixelSize(width: 4, height: 3))
        return Interop.mlKitOrientation(of: Interop.VisionCameraFrame(capture.orientation))
      }
    }
    #expect(told(.back) == [.right, .down, .left, .up])
    #expect(told(.front) == [.leftMirrored, .upMirrored, .rightMirrored, .downMirrored])
  }
}
