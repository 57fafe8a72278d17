// How a device is held (UIDeviceOrientation; Android's display rotation, which is counterclockwise).

public import UprightGeometry

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
