// The elements of the dihedral group D4, by the project's short names.

/// An orientation's short name: what is done to the stored image, as displayed.
public enum ElementName: String, ListedNaming {
  /// The identity (tag 1).
  case identity
  /// Left and right swapped (tag 2).
  case flipH
  /// Rotated by 180 degrees (tag 3).
  case rot180
  /// Top and bottom swapped (tag 4).
  case flipV
  /// Reflected in the main diagonal (tag 5).
  case transpose
  /// Rotated by 90 degrees clockwise (tag 6).
  case rot90CW
  /// Reflected in the other diagonal (tag 7).
  case transverse
  /// Rotated by 270 degrees clockwise (tag 8).
  case rot270CW
}
