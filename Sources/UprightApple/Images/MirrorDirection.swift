// In which direction a displayed image is mirrored.

public import UprightGeometry

/// Which sides of the displayed image are swapped.
public enum MirrorDirection: Hashable, Sendable, CaseIterable {
  /// Left and right.
  case horizontally
  /// Top and bottom.
  case vertically

  /// The orientation of the same stored image, displayed mirrored.
  public func applied(to orientation: Orientation<Stored, Displayed>) -> Orientation<Stored, Displayed> {
    switch self {
    case .horizontally: orientation.mirroredHorizontallyAsDisplayed
    case .vertically: orientation.mirroredVerticallyAsDisplayed
    }
  }
}
