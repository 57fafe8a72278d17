// Mounts in degrees, and positions in the plane of the device.

import Testing
import UprightCamera
import UprightGeometry

@Suite struct CameraMountTests {
  @Test func degreesOfAnySignAndSizeAreMounts() throws {
    #expect(try CameraMount(sensorDegrees: 0, facing: .back).sensorTurn == .zero)
    #expect(try CameraMount(sensorDegrees: -90, facing: .back).sensorTurn == .counterclockwise)
    #expect(try CameraMount(sensorDegrees: 450, facing: .front).sensorTurn == .clockwise)
    #expect(throws: UnsupportedMountAngle(degrees: 45)) { try CameraMount(sensorDegrees: 45, facing: .back) }
  }

  @Test func anExternalCameraTurnsAsTheSideThatIsNamed() {
    for turn in QuarterTurn.allCases {
      func toDevice(_ facing: Facing) -> Orientation<Sensor, Device> {
        CameraMount(sensorTurn: turn, facing: facing).sensorToDevice
      }
      #expect(toDevice(.external(turnsAs: .back)) == toDevice(.back))
      #expect(toDevice(.external(turnsAs: .front)) == toDevice(.front))
      #expect(toDevice(.external(turnsAs: .neither)) == Orientation(clockwise: turn.quarters))
    }
  }

  // A webcam on a stand: its mount alone makes it upright, whatever happens to the device.
  @Test func aCameraThatStandsByItselfDoesNotTurnWithTheDevice() {
    let expected: [(QuarterTurn, off: UInt8, on: UInt8)] = [
      (.zero, 1, 2), (.clockwise, 6, 5), (.half, 3, 4), (.counterclockwise, 8, 7),
    ]
    for (turn, off, on) in expected {
      for pose in DevicePose.allCases {
        func tag(_ mirror: MirrorMode) -> UInt8 {
          CaptureSnapshot(
            mount: CameraMount(sensorTurn: turn, facing: .external(turnsAs: .neither)), pose: pose, mirror: mirror,
            storedSize: PixelSize(width: 4, height: 3)
          ).orientation.exif.rawValue
        }
        #expect(tag(.off) == off && tag(.frontOnly) == off && tag(.on) == on)
      }
    }
  }

  // A tablet whose natural pose is landscape, with upright sensors. In portrait, its display reports ROTATION_90 or
  // ROTATION_270, as a phone's does in landscape.
  @Test func aNaturalLandscapeDeviceCountsFromLandscape() {
    let rows: [(Interop.SurfaceRotation, back: UInt8, front: UInt8, width: Int, height: Int)] = [
      (.rotation0, 1, 1, 1920, 1080), (.rotation90, 8, 6, 1080, 1920), (.rotation180, 3, 3, 1920, 1080),
      (.rotation270, 6, 8, 1080, 1920),
    ]
    for row in rows {
      func capture(_ facing: Facing) -> CaptureSnapshot {
        CaptureSnapshot(
          mount: CameraMount(sensorTurn: .zero, facing: facing), pose: row.0.pose,
          storedSize: PixelSize(width: 1920, height: 1080))
      }
      #expect(capture(.back).orientation.exif.rawValue == row.back)
      #expect(capture(.front).orientation.exif.rawValue == row.front)
      #expect(capture(.back).displayedSize == PixelSize(width: row.width, height: row.height))
    }
  }

  // The sensor of a phone's back camera is mounted sideways: its first row runs along the device's right edge, its
  // first column along the top.
  @Test func theFirstPixelLiesWhereThePhonesMakerPutIt() {
    let size = PixelSize<Sensor>(width: 4, height: 3)
    func corner(_ mount: CameraMount) -> Point2D<Device> {
      Transform2D(mount.sensorToDevice, in: size).apply(Point2D(x: 0, y: 0))
    }
    #expect(corner(CameraMount(sensorTurn: .clockwise, facing: .back)) == Point2D(x: 3, y: 0))
    #expect(corner(CameraMount(sensorTurn: .counterclockwise, facing: .front)) == Point2D(x: 3, y: 4))
    #expect(corner(CameraMount(sensorTurn: .zero, facing: .front)) == Point2D(x: 4, y: 0))
  }
}

// Which images are mirrored.

@Suite struct MirrorModeTests {
  private static let table: [(facing: Facing, off: Bool, on: Bool, frontOnly: Bool)] = [
    (.back, false, true, false),
    (.front, false, true, true),
    (.external(turnsAs: .back), false, true, false),
    (.external(turnsAs: .front), false, true, false),
    (.external(turnsAs: .neither), false, true, false),
  ]

  // CameraX mirrors only LENS_FACING_FRONT; camera2 does not mirror external cameras by itself, although they rotate
  // like front ones.
  @Test(arguments: table)
  func onlyTheDevicesOwnFrontLensIsMirroredByItself(_ row: (facing: Facing, off: Bool, on: Bool, frontOnly: Bool)) {
    #expect(MirrorMode.off.mirrors(row.facing) == row.off)
    #expect(MirrorMode.on.mirrors(row.facing) == row.on)
    #expect(MirrorMode.frontOnly.mirrors(row.facing) == row.frontOnly)
  }

  // A sensor at 270: rotated as a front lens rotates, and mirrored only on it.
  @Test func anExternalCameraTurnsAsAFrontOneAndIsNotMirrored() {
    func tags(_ facing: Facing) -> [UInt8] {
      DevicePose.allCases.map { pose in
        CaptureSnapshot(
          mount: CameraMount(sensorTurn: .counterclockwise, facing: facing), pose: pose, mirror: .frontOnly,
          storedSize: PixelSize(width: 4, height: 3)
        ).orientation.exif.rawValue
      }
    }
    #expect(tags(.front) == [7, 4, 5, 2])
    #expect(tags(.external(turnsAs: .front)) == [8, 3, 6, 1])
    #expect(tags(.external(turnsAs: .back)) == [8, 1, 6, 3])
    #expect(tags(.external(turnsAs: .neither)) == [8, 8, 8, 8])
  }
}

// A camera whose mount changes with the fold.

@Suite struct FoldingMountTests {
  private enum Fold: CaseIterable { case closed, halfOpen, open }

  // Closed, the cover screen makes the back lens a front one. Opened, the natural pose is landscape and the same sensor
  // is upright in it.
  @Test func eachStateHasItsMount() {
    let camera = FoldingMount<Fold>(
      standard: CameraMount(sensorTurn: .clockwise, facing: .back),
      states: [
        .closed: CameraMount(sensorTurn: .counterclockwise, facing: .front),
        .open: CameraMount(sensorTurn: .zero, facing: .back),
      ])
    func tags(_ fold: Fold) -> [UInt8] {
      DevicePose.allCases.map { pose in
        CaptureSnapshot(mount: camera[fold], pose: pose, storedSize: PixelSize(width: 4, height: 3))
          .orientation.exif.rawValue
      }
    }
    #expect(tags(.closed) == [8, 3, 6, 1])
    #expect(tags(.halfOpen) == [6, 3, 8, 1])
    #expect(tags(.open) == [1, 6, 3, 8])
  }

  @Test func withoutAMapOfStatesThereIsTheUsualMount() {
    let usual = CameraMount(sensorTurn: .clockwise, facing: .back)
    for fold in Fold.allCases { #expect(FoldingMount<Fold>(standard: usual)[fold] == usual) }
  }
}

// Why a mount is refused, in one sentence.

@Suite struct UnsupportedMountAngleTests {
  @Test(arguments: [45, 89, 1, -30, Int.min, Int.max])
  func aMountAtAnAngleIsRefusedWithTheReason(_ degrees: Int) throws {
    let refused = try #require(throws: UnsupportedMountAngle.self) {
      try CameraMount(sensorDegrees: degrees, facing: .back)
    }
    #expect(refused == UnsupportedMountAngle(degrees: degrees))
    #expect(
      "\(refused)" == "a sensor at \(degrees)° has no orientation tag; must be 0, 90, 180 or 270")
  }
}
