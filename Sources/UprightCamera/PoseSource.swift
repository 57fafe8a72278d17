// The source of an image's pose (VisionCamera's orientationSource; UIDevice, UIWindowScene; Android's display and its
// sensors).

/// What determines the pose of the device, and thereby the orientation of its images.
public enum PoseSource: Hashable, Sendable {
  /// The interface: the rotation of the screen by the system, respecting locks.
  case interface
  /// The device as it is held, ignoring locks.
  case device(GravityPolicy)
  /// A pose set by the app, whatever the device does, until the app sets another by `OrientationManager.setCustom`.
  case custom(DevicePose)
}
