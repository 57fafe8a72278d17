// The parameters of a MediaPipe task for a frame (ImageProcessingOptions: rotation_degrees, region_of_interest).

public import UprightGeometry

extension Interop {
  /// The options of a MediaPipe task: it crops the region out of the buffer first and then rotates it.
  ///
  /// The options cannot express a mirror: mirror the results.
  public struct MediaPipeOptions: Hashable, Sendable {
    /// `rotation_degrees`: clockwise, 0…270.
    public let rotationDegrees: Int
    /// `region_of_interest`: 0…1 of the stored buffer, before rotation; nil for all of it.
    public let region: Rect2D<Normalized<Stored>>?
    /// Whether left and right are swapped after the rotation, which the options do not express.
    public let losesMirror: Bool

    /// The options for a whole buffer.
    public init(_ capture: CaptureSnapshot) { self.init(capture, stored: nil) }

    /// The options for a part of a buffer.
    ///
    /// - Parameters:
    ///   - capture: The frame.
    ///   - region: The part, in pixels of the displayed image.
    /// - Returns: nil if no part of it is in the image.
    public init?(_ capture: CaptureSnapshot, region: Rect2D<Displayed>) {
      let stored = region.applying(capture.orientation.inverse, in: capture.displayedSize)
      guard let inside = stored.clipped(to: capture.storedSize) else { return nil }
      self.init(capture, stored: inside.normalized(in: capture.storedSize))
    }

    private init(_ capture: CaptureSnapshot, stored region: Rect2D<Normalized<Stored>>?) {
      let turn = FrameRotation(capture)
      (rotationDegrees, losesMirror, self.region) = (turn.angle.degrees, turn.losesMirror, region)
    }
  }
}
