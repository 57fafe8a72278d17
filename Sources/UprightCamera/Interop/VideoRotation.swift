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
