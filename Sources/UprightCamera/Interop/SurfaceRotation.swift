// Android's display rotation (android.view.Surface ROTATION_…), which counts counterclockwise, and its orientation listener, which counts clockwise.

extension Interop {
  /// The rotation of Android's display, counterclockwise as the device's user sees it; as a pose nothing is lost.
  public enum SurfaceRotation: Int, CaseIterable, Hashable, Sendable {
    /// The natural pose.
    case rotation0
    /// The device is turned 270 degrees clockwise, its top edge to the left.
    case rotation90
    /// The device is upside down.
    case rotation180
    /// The device is turned 90 degrees clockwise, its top edge to the right.
    case rotation270

    /// The rotation under which an interface is upright in a pose.
    public init(_ pose: DevicePose) { self = Self.allCases[pose.turn.inverse.quarters] }

    /// The pose in which an interface of this rotation is upright.
    public var pose: DevicePose { DevicePose(turn: QuarterTurn(quarters: -rawValue)) }

    /// Degrees counterclockwise, as the constant's name has them.
    public var degrees: Int { rawValue * 90 }

    /// The constant's name, `ROTATION_90`.
    public var name: String { "ROTATION_\(degrees)" }

    /// What Android's orientation listener says when the device is held just so: degrees clockwise, 0…270.
    public var listenerDegrees: Int { pose.turn.degrees }

    /// What CameraX makes of the degrees of Android's listener, 0…359 clockwise: each diagonal goes to the next pose clockwise.
    ///
    /// - Returns: nil for -1, with which the listener says that the device lies flat, and everything else that is no angle.
    public init?(listenerDegrees degrees: Int) {
      guard (0..<360).contains(degrees) else { return nil }
      self.init(DevicePose(turn: QuarterTurn(quarters: (degrees + 45) / 90)))
    }
  }
}
