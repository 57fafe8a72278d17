// UIKit's names of poses: UIDeviceOrientation, and UIInterfaceOrientation and AVCaptureVideoOrientation, whose
// landscape names are swapped.

public import UprightGeometry

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
