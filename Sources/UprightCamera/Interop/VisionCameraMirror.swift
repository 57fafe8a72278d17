// What react-native-vision-camera 5 makes of a mirror that is asked for, photo by photo and in a session of several cameras.

extension Interop {
  /// Whether VisionCamera mirrors a photo.
  ///
  /// - Returns: nil for ``MirrorMode/frontOnly``, its `auto`, on iOS: it is left to AVFoundation, whose documents do not say. Ask for a mirror by name there.
  public static func visionCameraMirrorsPhoto(
    _ mode: MirrorMode, of facing: Facing, on platform: Platform
  ) -> Bool? {
    platform == .iOS && mode == .frontOnly ? nil : mode.mirrors(facing)
  }

  /// The mode that an output has in a session of so many cameras.
  ///
  /// On Android a session of several cameras keeps what the output had before. What was asked for is right everywhere.
  public static func visionCameraMirrorMode(
    wanted: MirrorMode, before: MirrorMode, cameras: Int, on platform: Platform
  ) -> MirrorMode {
    platform == .android && cameras > 1 ? before : wanted
  }
}
