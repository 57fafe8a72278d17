// UIKit's two orientations of a device, in which the landscape names are swapped (UIDevice.h, UIApplication.h).

#if canImport(UIKit) && !os(visionOS)
  public import UIKit
  public import UprightCamera
  import UprightGeometry

  extension DevicePose {
    /// How the device is held; nil for flat and unknown.
    public init?(_ orientation: UIDeviceOrientation) {
      guard let pose = DeviceOrientation(rawValue: orientation.rawValue)?.pose else { return nil }
      self = pose
    }

    /// The pose in which an interface of this orientation is upright; nil for unknown.
    public init?(_ orientation: UIInterfaceOrientation) {
      guard let pose = CaptureVideoOrientation(rawValue: orientation.rawValue)?.pose else { return nil }
      self = pose
    }
  }

  extension UIDeviceOrientation {
    /// The value for a pose.
    public init(_ pose: DevicePose) { self = Self(rawValue: DeviceOrientation(pose).rawValue) ?? .unknown }
  }

  extension UIInterfaceOrientation {
    /// The value for the pose in which the interface is upright.
    public init(_ pose: DevicePose) { self = Self(rawValue: CaptureVideoOrientation(pose).rawValue) ?? .unknown }
  }
#endif
