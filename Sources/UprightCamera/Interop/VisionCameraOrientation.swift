// `CameraOrientation` of react-native-vision-camera 5, as a pose and in degrees: on Android, left and right are swapped
// relative to iOS.

extension Interop {
  /// VisionCamera's four terms for how a device is held, and for how a frame's content is oriented.
  ///
  /// As a pose, a term is lossless; for an image, it is the rotation without the mirror: ``VisionCameraFrame`` has
  /// both.
  public enum VisionCameraOrientation: String, CaseIterable, Hashable, Sendable {
    /// No rotation.
    case up
    /// As a pose on iOS, 90 degrees clockwise as the user sees it; on Android, 90 degrees counterclockwise.
    case right
    /// 180 degrees.
    case down
    /// As a pose on iOS, 90 degrees counterclockwise as the user sees it; on Android, 90 degrees clockwise.
    case left

    /// The platform's term for a pose.
    public init(_ pose: DevicePose, on platform: Platform) {
      self.init(platform == .iOS ? pose.turn : pose.turn.inverse)
    }

    /// The term with the ``degrees`` of a rotation.
    init(_ turn: QuarterTurn) {
      self =
        switch turn {
        case .zero: .up
        case .clockwise: .right
        case .half: .down
        case .counterclockwise: .left
        }
    }

    /// The pose with this term on the platform.
    public func pose(on platform: Platform) -> DevicePose {
      DevicePose(turn: platform == .iOS ? turn : turn.inverse)
    }

    /// The platform's `degrees` of the term: 0, 90, 180, 270 in the order of the cases on both.
    public var degrees: Int { turn.degrees }

    /// The term's number as a rotation, clockwise by its name.
    private var turn: QuarterTurn {
      switch self {
      case .up: .zero
      case .right: .clockwise
      case .down: .half
      case .left: .counterclockwise
      }
    }

    /// The result of the platform's `fromDegrees` for multiples of 90; on Android it is not the inverse of ``degrees``.
    ///
    /// - Returns: nil for degrees that are not a multiple of 90.
    public init?(degrees: Int, on platform: Platform) {
      guard let turn = QuarterTurn(degrees: degrees) else { return nil }
      self.init(DevicePose(turn: turn), on: platform)
    }

    /// The result of Android's manager for the degrees of its listener, 0…359 clockwise.
    ///
    /// As in CameraX (``SurfaceRotation/init(listenerDegrees:)``), except for three of the four diagonals, which go to
    /// the previous pose.
    ///
    /// - Returns: nil for -1, with which the listener reports a flat device, and for anything else that is not an
    ///   angle.
    public init?(listenerDegrees degrees: Int) {
      let isLater = [135, 225, 315].contains(degrees)
      guard let surface = SurfaceRotation(listenerDegrees: isLater ? degrees - 1 : degrees) else { return nil }
      self.init(surface.pose, on: .android)
    }
  }

  /// VisionCamera's rotation for controls on a screen whose interface is locked, in degrees clockwise, the shorter way,
  /// as its users apply it.
  ///
  /// It subtracts the terms' degrees: correct on iOS, off by 180 degrees on Android when held sideways.
  /// ``controlTurn(device:interface:)`` is correct on both.
  public static func visionCameraControlTurn(device: DevicePose, interface: DevicePose, on platform: Platform) -> Int {
    let degrees = [interface, device].map { VisionCameraOrientation($0, on: platform).degrees }
    return QuarterTurn(quarters: (degrees[0] - degrees[1]) / 90).signedDegrees
  }
}
