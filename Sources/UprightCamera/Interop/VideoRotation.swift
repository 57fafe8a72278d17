// A capture connection's way to hold a picture upright (AVCaptureConnection.videoRotationAngle and isVideoMirrored; its older videoOrientation).

public import UprightGeometry

extension Interop {
  /// The pair that AVFoundation has on a connection: the turn first, the mirror after it. Nothing is lost.
  ///
  /// Connections of photos and movies say it in a tag or matrix; those of frames and depth do it to the pixels, and then it is to be
  /// ``CaptureSnapshot/applied`` as well.
  public struct VideoRotation: Hashable, Sendable {
    /// `videoRotationAngle`, clockwise as displayed.
    public let angle: QuarterTurn
    /// `isVideoMirrored`: whether left and right are swapped after turning.
    public let isVideoMirrored: Bool

    /// The pair for a buffer with this orientation.
    public init(_ orientation: Orientation<Stored, Displayed>) {
      let (quarters, mirrored) = orientation.rotateFirst
      (angle, isVideoMirrored) = (QuarterTurn(quarters: quarters), mirrored)
    }

    /// The pair as a connection has it; nil where the degrees are no multiple of 90, which a connection can turn by and no tag says.
    public init?(videoRotationAngle degrees: Double, isVideoMirrored: Bool) {
      guard let whole = Int(exactly: degrees), let angle = QuarterTurn(degrees: whole) else { return nil }
      (self.angle, self.isVideoMirrored) = (angle, isVideoMirrored)
    }

    /// What the connection makes of the sensor's picture.
    public var orientation: Orientation<Stored, Displayed> {
      Orientation(clockwiseFirst: angle.quarters, thenMirrored: isVideoMirrored)
    }
  }
}
