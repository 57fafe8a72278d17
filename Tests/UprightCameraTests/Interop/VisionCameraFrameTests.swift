// VisionCamera's terms for buffers: the documentation's for all 64 captures, and where its platforms and components
// differ.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct VisionCameraFrameTests {
  typealias Frame = Interop.VisionCameraFrame
  typealias Reading = Interop.VisionCameraInterpretation
  typealias Row = CaptureSnapshotTests.Row

  private func snapshot(
    _ facing: Facing, _ pose: DevicePose = .natural, mirror: MirrorMode = .off, sensor: QuarterTurn = .clockwise
  ) -> CaptureSnapshot {
    CaptureSnapshot(
      mount: CameraMount(sensorTurn: sensor, facing: facing), pose: pose, mirror: mirror,
      storedSize: PixelSize(width: 4, height: 3))
  }

  @Test(arguments: Row.all(of: "camera-vectors.csv"))
  func aFrameIsAsItsRowSays(_ row: Row) throws {
    let snapshot = try row.snapshot(pose: "target_cw", width: "stored_w", height: "stored_h")
    let frame = Frame(snapshot.orientation)
    #expect(frame.orientation.rawValue == (try row.text("frame_orientation")))
    #expect(frame.isMirrored == (try row.number("frame_is_mirrored") == 1))
    #expect(Frame(android: snapshot) == frame)
    #expect(Reading.documentation.orientation(of: frame) == snapshot.orientation)
  }

  // Disagreement 3: the frame and the photo of one upright phone.
  @Test func aPhotoIsNamedTheOtherWayOnIOS() {
    let upright = snapshot(.back).orientation
    #expect(upright.exif == .rightTop)
    #expect(Frame(upright) == Frame(orientation: .left, isMirrored: false))
    #expect(Frame(photo: upright, on: .iOS) == Frame(orientation: .right, isMirrored: false))
    #expect(Frame(photo: upright, on: .android) == Frame(orientation: .left, isMirrored: false))
    for orientation in Orientation<Stored, Displayed>.all {
      let photo = Frame(photo: orientation, on: .iOS)
      let name = photo.orientation.rawValue + (photo.isMirrored ? "Mirrored" : "")
      #expect(AppleOrientation(rawValue: name)?.exif == orientation.exif)
    }
  }

  // Disagreement 4: the four readings, as clockwise rotations with the mirror after them.
  @Test(arguments: [
    (Reading.documentation, [90, 90, 270, 270]), (.sameWordUIImage, [270, 90, 90, 270]),
    (.androidImage, [270, 270, 90, 90]), (.cameraMatrix, [90, 270, 270, 90]),
  ])
  func componentsReadOnePairInFourWays(_ reading: Reading, _ turns: [Int]) {
    let frames = [(Interop.VisionCameraOrientation.left, false), (.left, true), (.right, false), (.right, true)]
      .map { Frame(orientation: $0.0, isMirrored: $0.1) }
    for (frame, turn) in zip(frames, turns) {
      let (quarters, mirrored) = reading.orientation(of: frame).rotateFirst
      #expect(quarters * 90 == turn && mirrored == frame.isMirrored)
    }
    for word in [Interop.VisionCameraOrientation.up, .down] {
      for isMirrored in [false, true] {
        let frame = Frame(orientation: word, isMirrored: isMirrored)
        #expect(reading.orientation(of: frame) == Reading.documentation.orientation(of: frame))
      }
    }
  }

  typealias Errors = (sensor: Int, back: [Int], front: [Int])

  private static let iOSErrors: [Errors] = [
    (0, [90, 90, 90, 90], [270, 90, 270, 90]),
    (90, [0, 0, 0, 0], [180, 0, 180, 0]),
    (180, [270, 270, 270, 270], [90, 270, 90, 270]),
    (270, [180, 180, 180, 180], [0, 180, 0, 180]),
  ]

  // Disagreement 6: the rule of iOS ignores the mount and the facing. Its error, clockwise, in the poses 0, 90, 180,
  // 270.
  @Test(arguments: iOSErrors)
  func theRuleOfIOSIsOffBy(_ row: Errors) throws {
    let sensor = try #require(QuarterTurn(degrees: row.sensor))
    func errors(_ facing: Facing) throws -> [Int] {
      try DevicePose.allCases.map { pose in
        let capture = snapshot(facing, pose, sensor: sensor)
        let said = Reading.documentation.orientation(of: try #require(Frame(iOS: capture)))
        return capture.orientation.inverse.then(said).clockwiseQuarters * 90
      }
    }
    #expect(try errors(.back) == row.back)
    #expect(try errors(.front) == row.front)
  }

  // Disagreement 6, as terms: a phone whose sensors are both at 90.
  @Test func iOSTurnsUprightFrontFramesUpsideDown() {
    func said(_ facing: Facing) -> [Interop.VisionCameraOrientation?] {
      DevicePose.allCases.map { Frame(iOS: snapshot(facing, $0))?.orientation }
    }
    func right(_ facing: Facing) -> [Interop.VisionCameraOrientation] {
      DevicePose.allCases.map { Frame(snapshot(facing, $0).orientation).orientation }
    }
    #expect(right(.back) == [.left, .down, .right, .up])
    #expect(said(.back) == [.left, .down, .right, .up])
    #expect(right(.front) == [.left, .up, .right, .down])
    #expect(said(.front) == [.right, .up, .left, .down])
  }

  @Test(arguments: Orientation<Sensor, Stored>.all)
  func theRuleOfIOSIsOneOfRawBuffers(_ applied: Orientation<Sensor, Stored>) {
    var capture = snapshot(.front)
    capture.applied = applied
    #expect((Frame(iOS: capture) == nil) == !applied.isIdentity)
  }

  // Disagreement 7: "auto" mirrors a front preview, and both platforms report its frames as not mirrored.
  @Test func framesOfAnAutomaticMirrorDoNotSaySo() {
    let selfie = snapshot(.front, mirror: .frontOnly)
    #expect(Frame(selfie.orientation).isMirrored)
    #expect(Frame(iOS: selfie)?.isMirrored == false)
    #expect(!Frame(android: selfie).isMirrored)
    let away = snapshot(.back, mirror: .frontOnly)
    #expect(!Frame(away.orientation).isMirrored && !Frame(android: away).isMirrored)
    #expect(Frame(iOS: away)?.isMirrored == false)
  }

  // Disagreement 8: pixels that were rotated but not mirrored must still be mirrored.
  @Test func turnedPixelsAreStillToBeMirrored() {
    for pose in DevicePose.allCases {
      var selfie = snapshot(.front, pose, mirror: .on)
      selfie.applied = Orientation(clockwise: selfie.rotateFirst.turn.quarters)
      #expect(Frame(selfie.orientation) == Frame(orientation: .up, isMirrored: true))
      #expect(Frame(android: selfie) == Frame(orientation: .up, isMirrored: true))
      let whole = selfie.sensorToDisplayed
      selfie.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
      #expect(Frame(selfie.orientation) == Frame(orientation: .up, isMirrored: false))
    }
  }

  typealias Depth = (
    facing: Facing, pose: Int, mirror: MirrorMode, said: Interop.VisionCameraOrientation, isMirrored: Bool
  )

  private static let depths: [Depth] = [
    (.back, 0, .off, .left, false), (.back, 90, .off, .down, false), (.back, 180, .off, .right, false),
    (.back, 270, .off, .up, false), (.back, 0, .on, .left, true), (.back, 0, .frontOnly, .left, false),
    (.front, 0, .off, .right, false), (.front, 90, .off, .up, false), (.front, 180, .off, .left, false),
    (.front, 270, .off, .down, false), (.front, 0, .on, .right, true), (.front, 0, .frontOnly, .right, false),
  ]

  // Disagreement 11: a depth map whose pixels were rotated needs no term. iOS keeps reporting that of the raw one, by
  // the rule of disagreement 6.
  @Test(arguments: depths)
  func iOSTurnsADepthMapTwice(_ row: Depth) throws {
    let pose = DevicePose(turn: try #require(QuarterTurn(degrees: row.pose)))
    let depth = turned(snapshot(row.facing, pose, mirror: row.mirror))
    #expect(Frame(depth.orientation) == Frame(orientation: .up, isMirrored: false))
    #expect(Frame(iOSRotatedDepth: depth) == Frame(orientation: row.said, isMirrored: row.isMirrored))
  }

  // Disagreement 11, continued: a depth map of a photo has the photo's term; read as a frame's it is off by 180°.
  @Test func aDepthMapOfAPhotoIsReadUpsideDown() {
    let upright = snapshot(.back).orientation
    let said = Frame(photo: upright, on: .iOS)
    #expect(said == Frame(orientation: .right, isMirrored: false))
    #expect(upright.exif == .rightTop)
    #expect(Reading.documentation.orientation(of: said).exif == .leftBottom)
  }

  // Disagreement 15: images that iOS' asset writer rotated get tag 1 and a plain matrix; by the documentation they
  // would be tagged as if not rotated.
  @Test func turnedPixelsOfAMovieNeedNoMatrix() throws {
    for facing in [Facing.back, .front] {
      for pose in DevicePose.allCases {
        for mirror in [MirrorMode.off, .on] {
          let before = snapshot(facing, pose, mirror: mirror)
          let written = turned(before)
          #expect(written.orientation.exif == .topLeft && written.trackMatrix == .identity)
          #expect(written.displayedSize == before.displayedSize)
          #expect(
            written.displayedSize == PixelSize(width: written.storedSize.width, height: written.storedSize.height))
          let documented = Interop.visionCameraDocumentation(of: written)
          #expect(documented == before)
          #expect((documented.trackMatrix == .identity) == before.orientation.isIdentity)
        }
      }
    }
  }

  /// The same capture after its platform has rotated and mirrored the pixels.
  private func turned(_ before: CaptureSnapshot) -> CaptureSnapshot {
    let (whole, shown) = (before.sensorToDisplayed, before.displayedSize)
    var after = before
    after.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
    after.storedSize = PixelSize(width: shown.width, height: shown.height)
    return after
  }
}
