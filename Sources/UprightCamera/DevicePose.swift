// How a device is held (UIDeviceOrientation; Android's display rotation, which counts the other way).

public import UprightGeometry

/// How far a device is turned from its natural pose, clockwise as its user sees it; words like left and right name it differently on every platform.
public struct DevicePose: Hashable, Sendable, CaseIterable {
  /// The turn from the natural pose, clockwise as its user sees it.
  public let turn: QuarterTurn

  /// A pose by its turn from the natural one, clockwise as its user sees it.
  public init(turn: QuarterTurn) { self.turn = turn }

  /// The natural pose: the one in which the system's own rotation is none.
  public static let natural = Self(turn: .zero)

  /// The four poses, clockwise.
  public static let allCases = QuarterTurn.allCases.map(Self.init)

  /// How the plane of the device lies in that of what is to be upright: whatever the device did, its picture turns with it.
  public var deviceToInterface: Orientation<Device, Interface> { Orientation(clockwise: turn.quarters) }
}

/// The turn, clockwise as displayed, that keeps controls upright on a screen whose interface is locked to another pose than the device is held in.
public func controlTurn(device: DevicePose, interface: DevicePose) -> QuarterTurn { interface.turn - device.turn }
