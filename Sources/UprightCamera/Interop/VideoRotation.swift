// How a capture connection makes an image upright (AVCaptureConnection.videoRotationAngle and isVideoMirrored; the
// older videoOrientation).

public import UprightGeometry

extension Interop {
  /// AVFoundation's pair on a connection: the rotation first, then the mirror. Lossless.
  ///
  /// Connections for photos and movies put it in a tag or matrix. Those for frames and depth apply it to the pixels, so
  /// it also belongs in ``CaptureSnapshot/applied``.
  public struct VideoRotation: Hashable, Sendable {
    /// `videoRotationAngle`, clockwise as displayed.
    public let angle: QuarterTurn
    /// `isVideoMirrored`: whether left and right are swapped after rotating.
    public let isVideoMirrored: Bool

    /// The pair for a buffer with this orientation.
    public init(_ orientation: Orientation<Stored, Displayed>) {
      let (quarters, mirrored) = orientation.rotateFirst
      (angle, isVideoMirrored) = (QuarterTurn(quarters: quarters), mirrored)
    }

    /// The pair of a connection; nil unless the degrees are a multiple of 90. A connection can rotate by other angles,
    /// but no tag expresses them.
    public init?(videoRotationAngle degrees: Double, isVideoMirrored: Bool) {
      guard let whole = Int(exactly: degrees), let angle = QuarterTurn(degrees: whole) else { return nil }
      (self.angle, self.isVideoMirrored) = (angle, isVideoMirrored)
    }

    /// The connection's effect on the sensor's image.
    public var orientation: Orientation<Stored, Displayed> {
      Orientation(clockwiseFirst: angle.quarters, thenMirrored: isVideoMirrored)
    }
  }
}

// A frame for readers that take a rotation: `rotationDegrees` of CameraX' ImageInfo and of ML Kit's InputImage on
// Android.

extension Interop {
  /// A rotation of the unmirrored buffer, and whether a mirror after it must be handled elsewhere.
  ///
  /// CameraX and ML Kit on Android cannot express the mirror. Their results are in the rotated image, and the app that
  /// shows them must mirror them. ``VideoRotation`` and ``MediaPipeOptions`` contain the same rotation for AVFoundation
  /// and MediaPipe. ExifInterface's `rotationDegrees` differs if a 90-degree rotation and a mirror combine, because its
  /// mirror comes first: `ClockwiseAngle`.
  public struct FrameRotation: Hashable, Sendable {
    /// The clockwise rotation that makes the buffer upright; any mirror comes after it.
    public let angle: QuarterTurn
    /// Whether left and right are swapped after the rotation, which the angle does not express.
    public let losesMirror: Bool

    /// The rotation of a capture's buffer.
    public init(_ capture: CaptureSnapshot) { (angle, losesMirror) = capture.rotateFirst }

    /// The orientation that a reader displays if it knows only the rotation.
    public var orientationWithoutMirror: Orientation<Stored, Displayed> { Orientation(clockwise: angle.quarters) }
  }
}

// The two angles of a rotation coordinator (AVCaptureDevice.RotationCoordinator, iOS 17).

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
