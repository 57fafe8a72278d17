// How a camera is mounted in its device (camera2 SENSOR_ORIENTATION, LENS_FACING; AVCaptureDevice.position).

public import UprightGeometry

/// The direction of a lens.
public enum Facing: Hashable, Sendable {
  /// Away from the person who looks at the screen.
  case back
  /// Toward the person who looks at the screen.
  case front
  /// A camera outside the device, which rotates with it as a lens on the given side would, or not at all. No default is
  /// right: CameraX treats all of them as front cameras.
  case external(turnsAs: Side)

  /// A side of the device, or neither.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The side away from the screen.
    case back
    /// The side of the screen.
    case front
    /// Neither: the camera is independent, on a tripod or a desk, and does not rotate with the device.
    case neither
  }

  /// The side whose rule applies.
  public var side: Side {
    switch self {
    case .back: .back
    case .front: .front
    case .external(let side): side
    }
  }
}

/// How a camera is mounted in its device.
///
/// A device that folds or slides has one mount per state (``FoldingMount``). A device whose natural pose is landscape
/// is no exception, because rotations are relative to that pose.
public struct CameraMount: Hashable, Sendable {
  /// The clockwise rotation that makes the sensor's unmirrored image upright in the device's natural pose.
  ///
  /// Android's `SENSOR_ORIENTATION`; on iOS, the rotation angle for capture in the natural pose.
  public let sensorTurn: QuarterTurn
  /// The direction of the lens.
  public let facing: Facing

  /// A mount with its clockwise rotation and the direction of its lens.
  public init(sensorTurn: QuarterTurn, facing: Facing) {
    self.sensorTurn = sensorTurn
    self.facing = facing
  }

  /// A mount whose rotation is in degrees clockwise, of any sign and size.
  ///
  /// - Throws: ``UnsupportedMountAngle`` unless a multiple of 90.
  public init(sensorDegrees: Int, facing: Facing) throws(UnsupportedMountAngle) {
    guard let turn = QuarterTurn(degrees: sensorDegrees) else { throw UnsupportedMountAngle(degrees: sensorDegrees) }
    self.init(sensorTurn: turn, facing: facing)
  }

  /// The orientation of the sensor's image in the device's plane: a person who looks at the screen sees a front lens's
  /// image mirrored.
  public var sensorToDevice: Orientation<Sensor, Device> {
    Orientation<Sensor, Sensor>(clockwise: sensorTurn.quarters)
      .then(Orientation<Sensor, Device>(mirrored: facing.side == .front, clockwise: 0))
  }
}

// A camera of a device that folds: its mount changes with the fold (camera2 INFO_DEVICE_STATE_SENSOR_ORIENTATION_MAP,
// DeviceStateSensorOrientationMap).

/// A camera's mount in a device that folds, slides or flips, for each device state.
///
/// A fold may rotate the sensor relative to the natural pose, and the screen in use may make a back lens a front lens.
public struct FoldingMount<State: Hashable & Sendable>: Hashable, Sendable {
  /// The mount in all states without one of their own: Android's `SENSOR_ORIENTATION`, which exists even without the
  /// map of states.
  public let standard: CameraMount
  /// The mounts of states that differ from the standard.
  public let states: [State: CameraMount]

  /// A camera with its standard mount and the states with another.
  public init(standard: CameraMount, states: [State: CameraMount] = [:]) {
    self.standard = standard
    self.states = states
  }

  /// The mount in a state. Query it for every capture, because the device may have been folded since.
  public subscript(state: State) -> CameraMount { states[state] ?? standard }
}

// Why a mount is rejected: tags and matrices express only four rotations (TIFF 6.0, tag 274; camera2 SENSOR_ORIENTATION
// promises multiples of 90).

/// A sensor that is mounted at another angle: its pixels would have to be resampled, which this module does not do.
public struct UnsupportedMountAngle: Error, Hashable, Sendable, CustomStringConvertible {
  /// The given rotation, degrees clockwise.
  public let degrees: Int

  /// A mount with this many degrees clockwise, not a multiple of 90.
  public init(degrees: Int) { self.degrees = degrees }

  /// The reason, for people.
  public var description: String {
    "a sensor at \(degrees)° has no orientation tag; must be 0, 90, 180 or 270"
  }
}

// Whether an image is shown and kept mirrored (CameraX MirrorMode; camera2 OutputConfiguration;
// AVCaptureConnection.isVideoMirrored).

/// Whether left and right of the upright image are swapped.
public enum MirrorMode: String, CaseIterable, Hashable, Sendable {
  /// As others see the scene.
  case off
  /// As a mirror shows it.
  case on
  /// Mirrored only for the device's own front lens: CameraX' `MIRROR_MODE_ON_FRONT_ONLY`, camera2's `MIRROR_MODE_AUTO`.
  ///
  /// This is what platforms call automatic, if they define it. An external camera is on neither side of the device,
  /// whichever side it rotates like.
  case frontOnly = "front-only"

  /// Whether an image of a lens with this direction is mirrored.
  public func mirrors(_ facing: Facing) -> Bool {
    switch self {
    case .off: false
    case .on: true
    case .frontOnly: facing == .front
    }
  }
}
