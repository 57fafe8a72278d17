// How a camera sits in its device (camera2 SENSOR_ORIENTATION, LENS_FACING; AVCaptureDevice.position).

public import UprightGeometry

/// Which way a lens looks.
public enum Facing: Hashable, Sendable {
  /// Away from whoever looks at the screen.
  case back
  /// At whoever looks at the screen.
  case front
  /// A camera that is not part of the device, and turns with it as a lens of the named side would, or not at all. There is no right guess: CameraX takes all of
  /// them for front.
  case external(turnsAs: Side)

  /// A side of the device, or neither.
  public enum Side: String, CaseIterable, Hashable, Sendable {
    /// The side away from the screen.
    case back
    /// The side of the screen.
    case front
    /// Neither: the camera stands by itself, on a tripod or a desk, and does not turn when the device does.
    case neither
  }

  /// The side whose rule it follows.
  public var side: Side {
    switch self {
    case .back: .back
    case .front: .front
    case .external(let side): side
    }
  }
}

/// How a camera sits in its device.
///
/// A device that folds or slides has one mount for each of its states (``FoldingMount``); a device whose natural pose is landscape is no exception, because the
/// turn counts from that pose.
public struct CameraMount: Hashable, Sendable {
  /// The turn, clockwise, that makes the sensor's unmirrored picture upright while the device is in its natural pose.
  ///
  /// Android's `SENSOR_ORIENTATION`; on iOS the rotation angle for capture in the natural pose.
  public let sensorTurn: QuarterTurn
  /// Which way the lens looks.
  public let facing: Facing

  /// A mount with its turn, clockwise, and the way its lens looks.
  public init(sensorTurn: QuarterTurn, facing: Facing) {
    self.sensorTurn = sensorTurn
    self.facing = facing
  }

  /// A mount whose turn is given in degrees clockwise, of any sign and size.
  ///
  /// - Throws: ``UnsupportedMountAngle`` where they are no multiple of 90.
  public init(sensorDegrees: Int, facing: Facing) throws(UnsupportedMountAngle) {
    guard let turn = QuarterTurn(degrees: sensorDegrees) else { throw UnsupportedMountAngle(degrees: sensorDegrees) }
    self.init(sensorTurn: turn, facing: facing)
  }

  /// How the sensor's picture lies in the plane of the device: whoever looks at the screen sees what a front lens sees mirrored.
  public var sensorToDevice: Orientation<Sensor, Device> {
    Orientation<Sensor, Sensor>(clockwise: sensorTurn.quarters)
      .then(Orientation<Sensor, Device>(mirrored: facing.side == .front, clockwise: 0))
  }
}
