// An orientation stated by one field of a file, used or not.

public import UprightGeometry

/// A field and the orientation that it states.
public struct OrientationStatement: Hashable, Sendable {
  /// The field.
  public let source: OrientationSource
  /// The stated orientation; nil if the value is outside 1…8.
  public let value: ExifOrientation?

  /// A field and its value.
  public init(_ source: OrientationSource, _ value: ExifOrientation?) {
    self.source = source
    self.value = value
  }
}
