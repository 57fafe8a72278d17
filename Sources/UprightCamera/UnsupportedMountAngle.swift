// Why a mount is rejected: tags and matrices express only four rotations (TIFF 6.0, tag 274; camera2 SENSOR_ORIENTATION
// promises multiples of 90).

/// A sensor that is mounted at another angle: its pixels would have to be resampled, which this module does not do.
public struct UnsupportedMountAngle: Error, Hashable, Sendable, CustomStringConvertible {
  /// The given rotation, degrees clockwise.
  public let degrees: Int

  /// A mount with this many degrees clockwise, not a multiple of 90.
  public init(degrees: Int) { self.degrees = degrees }

  /// The reason, for people.
  public var description: String {
    "a sensor at \(degrees)° has no orientation tag; must be 0, 90, 180 or 270"
  }
}
