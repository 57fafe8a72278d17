// A frame for readers that are told of a turn: CameraX and ML Kit's rotationDegrees on Android, MediaPipe's rotation_degrees, AVFoundation's videoRotationAngle.

public import UprightGeometry

extension Interop {
  /// A turn of the unmirrored buffer, and whether a mirror after it has to be said or done elsewhere.
  ///
  /// CameraX, ML Kit on Android and MediaPipe have no word for the mirror: what they find lies in the turned picture, and has to be mirrored by whoever shows
  /// it. AVFoundation has `isVideoMirrored` beside the angle. MediaPipe cuts its region of interest before it turns.
  public struct FrameTurn: Hashable, Sendable {
    /// The turn, clockwise, that makes the buffer upright; any mirror comes after it.
    public let angle: ClockwiseAngle
    /// Whether left and right are swapped after the turn, which the angle does not say.
    public let losesMirror: Bool

    /// The turn of a buffer with this orientation.
    public init(_ orientation: Orientation<Stored, Displayed>) {
      let (quarters, mirrored) = orientation.turnFirst
      self.angle = ClockwiseAngle.allCases[quarters & 3]
      losesMirror = mirrored
    }

    /// What a reader displays that is told of the turn alone.
    public var orientationWithoutMirror: Orientation<Stored, Displayed> { Orientation(clockwise: angle.quarters) }
  }
}
