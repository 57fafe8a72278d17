// Android's display rotation (android.view.Surface ROTATION_…), which is counterclockwise, and its orientation
// listener, which is clockwise.

extension Interop {
  /// The rotation of Android's display, counterclockwise as the device's user sees it; lossless as a pose.
  public enum SurfaceRotation: Int, CaseIterable, Hashable, Sendable {
    /// The natural pose.
    case rotation0
    /// The device is rotated by 270 degrees clockwise, with its top edge to the left.
    case rotation90
    /// The device is upside down.
    case rotation180
    /// The device is rotated by 90 degrees clockwise, with its top edge to the right.
    case rotation270

    /// The rotation with which an interface is upright in a pose.
    public init(_ pose: DevicePose) { self = Self.allCases[pose.turn.inverse.quarters] }

    /// The pose in which an interface with this rotation is upright.
    public var pose: DevicePose { DevicePose(turn: QuarterTurn(quarters: -rawValue)) }

    /// Degrees counterclockwise, as in the constant's name.
    public var degrees: Int { rawValue * 90 }

    /// The constant's name, `ROTATION_90`.
    public var name: String { "ROTATION_\(degrees)" }

    /// The value of Android's orientation listener for exactly this pose: degrees clockwise, 0…270.
    public var listenerDegrees: Int { pose.turn.degrees }

    /// CameraX's result for the degrees of Android's listener, 0…359 clockwise: each diagonal goes to the next pose
    /// clockwise.
    ///
    /// - Returns: nil for -1, with which the listener reports a flat device, and for anything else that is not an
    ///   angle.
    public init?(listenerDegrees degrees: Int) {
      guard (0..<360).contains(degrees) else { return nil }
      self.init(DevicePose(turn: QuarterTurn(quarters: (degrees + 45) / 90)))
    }
  }
}
