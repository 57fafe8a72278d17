// What a MediaPipe task is told of a frame (ImageProcessingOptions: rotation_degrees, region_of_interest).

public import UprightGeometry

extension Interop {
  /// The options of a MediaPipe task: it cuts the region out of the buffer first and turns what is left after that.
  ///
  /// There is no word for a mirror: mirror what is found.
  public struct MediaPipeOptions: Hashable, Sendable {
    /// `rotation_degrees`: clockwise, 0…270.
    public let rotationDegrees: Int
    /// `region_of_interest`: 0…1 of the buffer as it is stored, before it is turned; nil for all of it.
    public let region: Rect2D<Normalized<Stored>>?
    /// Whether left and right are swapped after the turn, which the options do not say.
    public let losesMirror: Bool

    /// The options for all of a buffer.
    public init(_ capture: CaptureSnapshot) { self.init(capture, stored: nil) }

    /// The options for a part of a buffer.
    ///
    /// - Parameters:
    ///   - capture: The frame.
    ///   - region: The part that is meant, in pixels of the picture as displayed.
    /// - Returns: nil where nothing of it lies in the picture.
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
