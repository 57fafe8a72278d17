// How a device is held, as a rotation by quarter turns (UIDeviceOrientation; Android's display rotation, which is
// counterclockwise), and the spaces that it turns.

public import UprightGeometry

// A multiple of 90 degrees: the only rotations in which a camera can be mounted and an image can be tagged (TIFF 6.0,
// tag 274).

/// A clockwise rotation, from the viewer's position.
public enum QuarterTurn: Int, CaseIterable, Hashable, Sendable {
  /// No rotation.
  case zero = 0
  /// 90 degrees clockwise.
  case clockwise = 90
  /// 180 degrees.
  case half = 180
  /// 90 degrees counterclockwise.
  case counterclockwise = 270

  /// From degrees clockwise, of any sign and size; nil unless a multiple of 90.
  public init?(degrees: Int) {
    let rest = degrees % 360
    self.init(rawValue: rest < 0 ? rest + 360 : rest)
  }

  /// Quarter turns clockwise; any integer is taken modulo 4.
  public init(quarters: Int) { self = Self.allCases[quarters & 3] }

  /// Degrees clockwise, 0…270.
  public var degrees: Int { rawValue }

  /// Quarter turns clockwise, 0…3.
  public var quarters: Int { rawValue / 90 }

  /// Degrees clockwise the shorter way, -90…180, to animate a control on the screen.
  public var signedDegrees: Int { self == .counterclockwise ? -90 : rawValue }

  /// The inverse rotation.
  public var inverse: Self { Self(quarters: -quarters) }

  /// One rotation followed by the other.
  public static func + (first: Self, second: Self) -> Self { Self(quarters: first.quarters + second.quarters) }

  /// The rotation from `second` to `first`.
  public static func - (first: Self, second: Self) -> Self { Self(quarters: first.quarters - second.quarters) }
}

// The spaces of a camera before there is an image: the sensor, the device, and the interface on its screen (camera2
// SENSOR_ORIENTATION; UIKit's two orientations).

/// The sensor's whole active array, in its pixels, as read out: not rotated, not mirrored, not cropped.
public enum Sensor: Space {}

/// The plane of the device as seen by a person who looks at its screen, in its natural pose.
public enum Device: Space {}

/// The plane that should be upright: the device's, rotated clockwise by the pose, like the device itself.
public enum Interface: Space {}

// How a device is held (UIDeviceOrientation; Android's display rotation, which is counterclockwise).

/// A device's rotation from its natural pose, clockwise as its user sees it. Words like left and right mean something
/// else on every platform.
public struct DevicePose: Hashable, Sendable, CaseIterable {
  /// The rotation from the natural pose, clockwise as its user sees it.
  public let turn: QuarterTurn

  /// A pose by its rotation from the natural one, clockwise as its user sees it.
  public init(turn: QuarterTurn) { self.turn = turn }

  /// The natural pose, in which the system's own rotation is zero.
  public static let natural = Self(turn: .zero)

  /// The four poses, clockwise.
  public static let allCases = QuarterTurn.allCases.map(Self.init)

  /// The orientation from the device's plane to the one that should be upright: the image rotates with the device.
  public var deviceToInterface: Orientation<Device, Interface> { Orientation(clockwise: turn.quarters) }
}

/// The rotation, clockwise as displayed, that keeps controls upright on a screen whose interface is locked to a pose
/// other than the device's.
public func controlTurn(device: DevicePose, interface: DevicePose) -> QuarterTurn { interface.turn - device.turn }
