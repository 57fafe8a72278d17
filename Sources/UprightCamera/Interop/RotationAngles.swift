// The two angles of a rotation coordinator (AVCaptureDevice.RotationCoordinator, iOS 17).

import UprightGeometry

extension Interop {
  /// The angles of `AVCaptureDevice.RotationCoordinator`, degrees clockwise, before any mirror.
  public struct RotationAngles: Hashable, Sendable {
    /// `videoRotationAngleForHorizonLevelCapture`: by the pose in which the device is held, whatever the interface's
    /// lock.
    public let capture: QuarterTurn
    /// `videoRotationAngleForHorizonLevelPreview`: by the pose of the interface that shows the preview.
    public let preview: QuarterTurn

    /// The angles of a camera in a device that is held in one pose, with an interface that may be locked to another.
    public init(_ mount: CameraMount, device: DevicePose, interface: DevicePose) {
      (capture, preview) = (Self.angle(mount, device), Self.angle(mount, interface))
    }

    private static func angle(_ mount: CameraMount, _ pose: DevicePose) -> QuarterTurn {
      CaptureSnapshot(mount: mount, pose: pose, storedSize: PixelSize(width: 1, height: 1)).rotateFirst.turn
    }
  }
}
