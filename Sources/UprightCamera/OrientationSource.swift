// Where the pose of a picture comes from (VisionCamera's orientationSource; UIDevice, UIWindowScene; Android's display and its sensors).

/// What decides which way a picture is up.
public enum OrientationSource: Hashable, Sendable {
  /// The interface: what the system turned its screen to, locks obeyed.
  case interface
  /// The device as it is held, locks ignored.
  case device(GravityPolicy)
  /// What the app says, whatever the device does.
  case custom(DevicePose)
}
