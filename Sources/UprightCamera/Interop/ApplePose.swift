// How UIKit names poses: UIDeviceOrientation, and UIInterfaceOrientation and AVCaptureVideoOrientation, whose landscapes bear each other's names.

public import UprightGeometry

extension DeviceOrientation {
  /// The name of the pose; nothing is lost.
  public init(_ pose: DevicePose) {
    self =
      switch pose.turn {
      case .zero: .portrait
      case .clockwise: .landscapeRight
      case .half: .portraitUpsideDown
      case .counterclockwise: .landscapeLeft
      }
  }

  /// How the device is held; nil where it lies flat, which says nothing of a picture.
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
  /// The interface orientation that is upright in a pose; `UIInterfaceOrientation` has the same names and numbers. Nothing is lost.
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
