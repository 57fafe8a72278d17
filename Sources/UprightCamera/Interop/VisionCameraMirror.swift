// How react-native-vision-camera 5 handles a requested mirror, per photo and in a session with several cameras.

extension Interop {
  /// Whether VisionCamera mirrors a photo.
  ///
  /// - Returns: nil for ``MirrorMode/frontOnly``, its `auto`, on iOS: AVFoundation decides, and its documentation does
  ///   not define the result. Request a mirror explicitly there.
  public static func visionCameraMirrorsPhoto(
    _ mode: MirrorMode, of facing: Facing, on platform: Platform
  ) -> Bool? {
    platform == .iOS && mode == .frontOnly ? nil : mode.mirrors(facing)
  }

  /// The mode of an output in a session with this many cameras.
  ///
  /// On Android, a session with several cameras keeps the output's previous mode. The requested mode is correct
  /// everywhere.
  public static func visionCameraMirrorMode(
    wanted: MirrorMode, before: MirrorMode, cameras: Int, on platform: Platform
  ) -> MirrorMode {
    platform == .android && cameras > 1 ? before : wanted
  }
}
