// One place of a file that says how its picture lies, whether or not it is believed.

public import UprightGeometry

/// A carrier and what it says.
public struct OrientationStatement: Hashable, Sendable {
  /// Where it stands.
  public let source: OrientationSource
  /// What it says; nil where that is none of 1…8.
  public let value: ExifOrientation?

  /// A carrier's word.
  public init(_ source: OrientationSource, _ value: ExifOrientation?) {
    self.source = source
    self.value = value
  }
}
