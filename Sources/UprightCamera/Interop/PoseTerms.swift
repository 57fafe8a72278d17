// Platform terms for poses, rotations and mirrors, beginning with poses; everywhere else in this module, poses,
// rotations and orientations are types.

public import UprightGeometry

/// Platform terms. The same word has opposite meanings on two platforms: convert it, never pass it on.
public enum Interop {
  /// The two systems with different terms.
  public enum Platform: String, CaseIterable, Hashable, Sendable {
    /// Apple's.
    case iOS
    /// Google's.
    case android = "Android"
  }
}

// UIKit's names of poses: UIDeviceOrientation, and UIInterfaceOrientation and AVCaptureVideoOrientation, whose
// landscape names are swapped.
extension DeviceOrientation {
  /// The name of the pose; lossless.
  public init(_ pose: DevicePose) {
    self =
      switch pose.turn {
      case .zero: .portrait
      case .clockwise: .landscapeRight
      case .half: .portraitUpsideDown
      case .counterclockwise: .landscapeLeft
      }
  }

  /// The pose; nil if the device is flat, which determines no orientation.
  public var pose: DevicePose? {
    switch self {
    case .portrait: .natural
    case .landscapeRight: DevicePose(turn: .clockwise)
    case .portraitUpsideDown: DevicePose(turn: .half)
    case .landscapeLeft: DevicePose(turn: .counterclockwise)
    case .faceUp, .faceDown: nil
    }
  }
}

extension CaptureVideoOrientation {
  /// The interface orientation that is upright in a pose; `UIInterfaceOrientation` has the same names and numbers.
  /// Lossless.
  public init(_ pose: DevicePose) {
    self =
      switch pose.turn {
      case .zero: .portrait
      case .clockwise: .landscapeLeft
      case .half: .portraitUpsideDown
      case .counterclockwise: .landscapeRight
      }
  }

  /// The pose in which an interface of this orientation is upright.
  public var pose: DevicePose {
    switch self {
    case .portrait: .natural
    case .landscapeLeft: DevicePose(turn: .clockwise)
    case .portraitUpsideDown: DevicePose(turn: .half)
    case .landscapeRight: DevicePose(turn: .counterclockwise)
    }
  }
}

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
