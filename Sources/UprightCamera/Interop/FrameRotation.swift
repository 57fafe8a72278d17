// A frame for readers that are told of a turn: `rotationDegrees` of CameraX' ImageInfo and of ML Kit's InputImage on Android.

public import UprightGeometry

extension Interop {
  /// A turn of the unmirrored buffer, and whether a mirror after it has to be said or done elsewhere.
  ///
  /// CameraX and ML Kit on Android have no word for the mirror: what they find lies in the turned picture, and has to be mirrored by whoever shows it.
  /// ``VideoRotation`` and ``MediaPipeOptions`` are the same turn for AVFoundation and MediaPipe. ExifInterface's `rotationDegrees` is another one where a quarter
  /// turn meets a mirror, because its mirror comes first: `ClockwiseAngle`.
  public struct FrameRotation: Hashable, Sendable {
    /// The turn, clockwise, that makes the buffer upright; any mirror comes after it.
    public let angle: QuarterTurn
    /// Whether left and right are swapped after the turn, which the angle does not say.
    public let losesMirror: Bool

    /// The turn of a capture's buffer.
    public init(_ capture: CaptureSnapshot) { (angle, losesMirror) = capture.rotateFirst }

    /// What a reader displays that is told of the turn alone.
    public var orientationWithoutMirror: Orientation<Stored, Displayed> { Orientation(clockwise: angle.quarters) }
  }
}
