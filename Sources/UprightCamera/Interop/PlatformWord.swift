// A capture in the words of each platform, side by side.

import UprightGeometry

extension Interop {
  /// What one platform says of a capture.
  public struct PlatformWord: Hashable, Sendable {
    /// What a word is about.
    public enum Subject: String, CaseIterable, Hashable, Sendable {
      /// How the device is held: there is no mirror to say.
      case pose
      /// How the buffer is to be displayed.
      case picture
    }

    /// Who says it of what, `CameraX rotationDegrees`.
    public let title: String
    /// What is said.
    public let text: String
    /// What it is about.
    public let subject: Subject
    /// Whether this capture is mirrored and the word does not say so.
    public let losesMirror: Bool

    init(_ title: String, _ text: String, of subject: Subject, losesMirror: Bool = false) {
      (self.title, self.text, self.subject, self.losesMirror) = (title, text, subject, losesMirror)
    }
  }

  /// What each platform calls the pose and the picture of a capture, when it says what is right.
  public static func words(for snapshot: CaptureSnapshot) -> [PlatformWord] {
    poses(snapshot.pose) + pictures(snapshot)
  }

  private static func poses(_ pose: DevicePose) -> [PlatformWord] {
    [
      PlatformWord("VisionCamera pose, iOS", VisionCameraWord(pose, on: .iOS).rawValue, of: .pose),
      PlatformWord("VisionCamera pose, Android", VisionCameraWord(pose, on: .android).rawValue, of: .pose),
      PlatformWord("Android Surface", SurfaceRotation(pose).name, of: .pose),
      PlatformWord("Android listener degrees", "\(SurfaceRotation(pose).listenerDegrees)", of: .pose),
      PlatformWord("UIDeviceOrientation", "\(DeviceOrientation(pose))", of: .pose),
      PlatformWord("UIInterfaceOrientation", "\(CaptureVideoOrientation(pose))", of: .pose),
    ]
  }

  private static func pictures(_ snapshot: CaptureSnapshot) -> [PlatformWord] {
    let orientation = snapshot.orientation
    let (turn, exif) = (FrameRotation(snapshot), orientation.exif)
    let (angle, connection) = ("\(turn.angle.degrees)", VideoRotation(orientation))
    let mediaPipe = MediaPipeOptions(snapshot)
    return [
      PlatformWord("VisionCamera frame, its docs", text(VisionCameraFrame(orientation)), of: .picture),
      PlatformWord("VisionCamera photo, iOS", text(VisionCameraFrame(photo: orientation, on: .iOS)), of: .picture),
      PlatformWord(
        "VisionCamera photo, Android", text(VisionCameraFrame(photo: orientation, on: .android)), of: .picture),
      PlatformWord("AVFoundation", text(connection), of: .picture),
      PlatformWord("CGImagePropertyOrientation", AppleOrientation(exif: exif).rawValue, of: .picture),
      PlatformWord("ML Kit orientation, iOS", AppleOrientation(exif: exif).rawValue, of: .picture),
      PlatformWord("ML Kit degrees, Android", angle, of: .picture, losesMirror: turn.losesMirror),
      PlatformWord("CameraX rotationDegrees", angle, of: .picture, losesMirror: turn.losesMirror),
      PlatformWord("ExifInterface", AndroidOrientation(exif: exif).rawValue, of: .picture),
      PlatformWord(
        "MediaPipe rotation_degrees", "\(mediaPipe.rotationDegrees)", of: .picture, losesMirror: mediaPipe.losesMirror),
      PlatformWord(
        "WebRTC CVO", CVOByte(exif: exif, isBackCamera: snapshot.mount.facing == .back).description, of: .picture),
      PlatformWord(
        "ffprobe rotation", "\(TrackRotation(losingMirrorOf: exif).ffprobe)", of: .picture,
        losesMirror: orientation.isMirrored),
    ]
  }

  private static func text(_ frame: VisionCameraFrame) -> String {
    frame.orientation.rawValue + (frame.isMirrored ? ", isMirrored" : "")
  }

  private static func text(_ connection: VideoRotation) -> String {
    "\(connection.angle.degrees)" + (connection.isVideoMirrored ? ", isVideoMirrored" : "")
  }
}
