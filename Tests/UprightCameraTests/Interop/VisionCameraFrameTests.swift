// What VisionCamera says of buffers: the documentation's words for all 64 captures, and where its platforms and components say otherwise.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct VisionCameraFrameTests {
  typealias Frame = Interop.VisionCameraFrame
  typealias Reading = Interop.VisionCameraReading
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

  // Disagreement 4: the four readings, as turns clockwise with the mirror after them.
  @Test(arguments: [
    (Reading.documentation, [90, 90, 270, 270]), (.sameWordUIImage, [270, 90, 90, 270]),
    (.androidImage, [270, 270, 90, 90]), (.cameraMatrix, [90, 270, 270, 90]),
  ])
  func componentsReadOnePairInFourWays(_ reading: Reading, _ turns: [Int]) {
    let frames = [(Interop.VisionCameraWord.left, false), (.left, true), (.right, false), (.right, true)]
      .map { Frame(orientation: $0.0, isMirrored: $0.1) }
    for (frame, turn) in zip(frames, turns) {
      let (quarters, mirrored) = reading.orientation(of: frame).turnFirst
      #expect(quarters * 90 == turn && mirrored == frame.isMirrored)
    }
    for word in [Interop.VisionCameraWord.up, .down] {
      for isMirrored in [false, true] {
        let frame = Frame(orientation: word, isMirrored: isMirrored)
        #expect(reading.orientation(of: frame) == Reading.documentation.orientation(of: frame))
      }
    }
  }

  // Disagreement 5: the word handed to ML Kit as it is, and the documentation's snippet, whose mirror is the wrong way round.
  @Test func wordsHandedToMLKitAreHalfATurnOff() {
    let orientation = snapshot(.back).orientation
    let right = AppleOrientation(exif: orientation.exif)
    #expect(right == .right)
    let passedOn = AppleOrientation(rawValue: Frame(orientation).orientation.rawValue)
    #expect(passedOn == .left)
    #expect(Reading.sameWordUIImage.orientation(of: Frame(orientation)) == passedOn?.orientation)
    for isMirrored in [false, true] {
      let frame = Frame(orientation: .up, isMirrored: isMirrored)
      let name: AppleOrientation = isMirrored ? .upMirrored : .up
      #expect(Reading.documentation.orientation(of: frame) == name.orientation)
      let snippet = isMirrored ? "portrait" : "portraitMirrored"
      #expect(AppleOrientation(rawValue: snippet) == nil)
    }
  }

  // Disagreement 6: the rule of iOS leaves out which way the lens looks.
  @Test func iOSTurnsUprightFrontFramesUpsideDown() {
    #expect(Frame(snapshot(.front).orientation).orientation == .left)
    #expect(Frame(iOS: snapshot(.front)).orientation == .right)
    let wrong = DevicePose.allCases.filter {
      Frame(iOS: snapshot(.front, $0)) != Frame(snapshot(.front, $0).orientation)
    }
    #expect(wrong == [.natural, DevicePose(turn: .half)])
    for pose in DevicePose.allCases {
      let back = snapshot(.back, pose)
      #expect(Frame(iOS: back) == Frame(back.orientation))
      let other = snapshot(.back, pose, sensor: .zero)
      #expect(Frame(iOS: other) != Frame(other.orientation))
    }
  }

  // Disagreement 7: "auto" mirrors a front preview, and both platforms say of its frames that nothing is mirrored.
  @Test func framesOfAnAutomaticMirrorDoNotSaySo() {
    let selfie = snapshot(.front, mirror: .frontOnly)
    #expect(Frame(selfie.orientation).isMirrored)
    #expect(!Frame(iOS: selfie).isMirrored)
    #expect(!Frame(android: selfie).isMirrored)
    let away = snapshot(.back, mirror: .frontOnly)
    #expect(!Frame(away.orientation).isMirrored && !Frame(iOS: away).isMirrored && !Frame(android: away).isMirrored)
  }

  // Disagreement 8: pixels that were turned and not mirrored are still to be mirrored.
  @Test func turnedPixelsAreStillToBeMirrored() {
    for pose in DevicePose.allCases {
      var selfie = snapshot(.front, pose, mirror: .on)
      selfie.applied = Orientation(clockwise: selfie.turnFirst.turn.quarters)
      #expect(Frame(selfie.orientation) == Frame(orientation: .up, isMirrored: true))
      #expect(Frame(android: selfie) == Frame(orientation: .up, isMirrored: true))
      let whole = selfie.sensorToDisplayed
      selfie.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
      #expect(Frame(selfie.orientation) == Frame(orientation: .up, isMirrored: false))
    }
  }

  // Disagreement 11: a depth map whose pixels were turned has nothing left to say; iOS says what it said before, and so turns it twice.
  @Test func iOSTurnsADepthMapTwice() {
    for facing in [Facing.back, .front] {
      for pose in DevicePose.allCases {
        for mirror in [MirrorMode.off, .on] {
          let before = snapshot(facing, pose, mirror: mirror)
          let depth = turned(before)
          #expect(Frame(depth.orientation) == Frame(orientation: .up, isMirrored: false))
          let said = Frame(iOSRotatedDepth: depth)
          #expect(said == Frame(before.orientation))
          // The error is the whole turn again, so it is none only where there was nothing to turn.
          let error = Reading.documentation.orientation(of: said)
          #expect(error.isIdentity == before.orientation.isIdentity)
          #expect(error == before.orientation)
        }
      }
    }
    // A depth map of a photo carries the photo's word: read as a frame's it is half a turn off.
    let upright = snapshot(.back).orientation
    let read = Reading.documentation.orientation(of: Frame(photo: upright, on: .iOS))
    #expect(upright.inverse.then(read).clockwiseQuarters == 2)
  }

  // Disagreement 15: what iOS' asset writer turned gets tag 1 and a plain matrix; by the documentation it would be tagged as if it lay.
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

  /// The same capture after its platform has turned and mirrored the pixels.
  private func turned(_ before: CaptureSnapshot) -> CaptureSnapshot {
    let (whole, shown) = (before.sensorToDisplayed, before.displayedSize)
    var after = before
    after.applied = Orientation(mirrored: whole.isMirrored, clockwise: whole.clockwiseQuarters)
    after.storedSize = PixelSize(width: shown.width, height: shown.height)
    return after
  }
}
