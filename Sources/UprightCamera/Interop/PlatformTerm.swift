// A capture in the terms of each platform, side by side.

import UprightGeometry

extension Interop {
  /// One platform's term for a capture.
  public struct PlatformTerm: Hashable, Sendable {
    /// The subject of a term.
    public enum Subject: String, CaseIterable, Hashable, Sendable {
      /// How the device is held: there is no mirror to express.
      case pose
      /// How the buffer should be displayed.
      case image = "picture"
    }

    /// The platform and the property, `CameraX rotationDegrees`.
    public let title: String
    /// The value.
    public let text: String
    /// The subject.
    public let subject: Subject
    /// Whether this capture is mirrored and the term does not express that.
    public let losesMirror: Bool

    init(_ title: String, _ text: String, of subject: Subject, losesMirror: Bool = false) {
      (self.title, self.text, self.subject, self.losesMirror) = (title, text, subject, losesMirror)
    }
  }

  /// Each platform's correct terms for the pose and the image of a capture.
  public static func terms(for snapshot: CaptureSnapshot) -> [PlatformTerm] {
    poses(snapshot.pose) + images(snapshot)
  }

  private static func poses(_ pose: DevicePose) -> [PlatformTerm] {
    [
      PlatformTerm("VisionCamera pose, iOS", VisionCameraOrientation(pose, on: .iOS).rawValue, of: .pose),
      PlatformTerm("VisionCamera pose, Android", VisionCameraOrientation(pose, on: .android).rawValue, of: .pose),
      PlatformTerm("Android Surface", SurfaceRotation(pose).name, of: .pose),
      PlatformTerm("Android listener degrees", "\(SurfaceRotation(pose).listenerDegrees)", of: .pose),
      PlatformTerm("UIDeviceOrientation", "\(DeviceOrientation(pose))", of: .pose),
      PlatformTerm("UIInterfaceOrientation", "\(CaptureVideoOrientation(pose))", of: .pose),
    ]
  }

  private static func images(_ snapshot: CaptureSnapshot) -> [PlatformTerm] {
    let orientation = snapshot.orientation
    let (turn, exif) = (FrameRotation(snapshot), orientation.exif)
    let (angle, connection) = ("\(turn.angle.degrees)", VideoRotation(orientation))
    let mediaPipe = MediaPipeOptions(snapshot)
    return [
      PlatformTerm("VisionCamera frame, its docs", text(VisionCameraFrame(orientation)), of: .image),
      PlatformTerm("VisionCamera photo, iOS", text(VisionCameraFrame(photo: orientation, on: .iOS)), of: .image),
      PlatformTerm(
        "VisionCamera photo, Android", text(VisionCameraFrame(photo: orientation, on: .android)), of: .image),
      PlatformTerm("AVFoundation", text(connection), of: .image),
      PlatformTerm("CGImagePropertyOrientation", AppleOrientation(exif: exif).rawValue, of: .image),
      PlatformTerm("ML Kit orientation, iOS", AppleOrientation(exif: exif).rawValue, of: .image),
      PlatformTerm("ML Kit degrees, Android", angle, of: .image, losesMirror: turn.losesMirror),
      PlatformTerm("CameraX rotationDegrees", angle, of: .image, losesMirror: turn.losesMirror),
      PlatformTerm("ExifInterface", AndroidOrientation(exif: exif).rawValue, of: .image),
      PlatformTerm(
        "MediaPipe rotation_degrees", "\(mediaPipe.rotationDegrees)", of: .image, losesMirror: mediaPipe.losesMirror),
      PlatformTerm(
        "WebRTC CVO", CVOByte(exif: exif, isBackCamera: snapshot.mount.facing == .back).description, of: .image),
      PlatformTerm(
        "ffprobe rotation", "\(TrackRotation(losingMirrorOf: exif).ffprobe)", of: .image,
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
