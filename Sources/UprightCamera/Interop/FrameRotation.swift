// A frame for readers that take a rotation: `rotationDegrees` of CameraX' ImageInfo and of ML Kit's InputImage on
// Android.

public import UprightGeometry

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
