// UIKit's two orientations of a device, in which the landscape names are swapped (UIDevice.h, UIApplication.h).

#if canImport(UIKit) && !os(visionOS)
  public import UIKit
  public import UprightCamera
  import UprightGeometry

  extension DevicePose {
    /// How the device is held; nil for flat and unknown.
    public init?(_ orientation: UIDeviceOrientation) {
      switch orientation {
      case .portrait: self = .natural
      case .landscapeRight: self.init(turn: .clockwise)
      case .portraitUpsideDown: self.init(turn: .half)
      case .landscapeLeft: self.init(turn: .counterclockwise)
      default: return nil
      }
    }

    /// The pose in which an interface of this orientation is upright; nil for unknown.
    public init?(_ orientation: UIInterfaceOrientation) {
      switch orientation {
      case .portrait: self = .natural
      case .landscapeLeft: self.init(turn: .clockwise)
      case .portraitUpsideDown: self.init(turn: .half)
      case .landscapeRight: self.init(turn: .counterclockwise)
      default: return nil
      }
    }
  }

  extension UIDeviceOrientation {
    /// The value for a pose.
    public init(_ pose: DevicePose) {
      switch pose.turn {
      case .zero: self = .portrait
      case .clockwise: self = .landscapeRight
      case .half: self = .portraitUpsideDown
      case .counterclockwise: self = .landscapeLeft
      }
    }
  }

  extension UIInterfaceOrientation {
    /// The value for the pose in which the interface is upright.
    public init(_ pose: DevicePose) {
      switch pose.turn {
      case .zero: self = .portrait
      case .clockwise: self = .landscapeLeft
      case .half: self = .portraitUpsideDown
      case .counterclockwise: self = .landscapeRight
      }
    }
  }
#endif
