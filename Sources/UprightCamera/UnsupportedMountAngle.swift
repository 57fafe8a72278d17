// Why a mount is refused: a tag and a matrix of whole quarters know four turns (TIFF 6.0, tag 274; camera2 SENSOR_ORIENTATION promises multiples of 90).

/// A sensor that is mounted at an angle: its pixels would have to be resampled, and nothing here does that.
public struct UnsupportedMountAngle: Error, Hashable, Sendable, CustomStringConvertible {
  /// The turn that was given, degrees clockwise.
  public let degrees: Int

  /// A mount of so many degrees clockwise, which are no multiple of 90.
  public init(degrees: Int) { self.degrees = degrees }

  /// The reason, for people.
  public var description: String {
    "a sensor at \(degrees)° is not upright after any number of quarter turns: no tag says it"
  }
}
