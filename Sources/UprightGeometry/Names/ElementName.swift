// The elements of the dihedral group D4, by the short names of the project's tables.

/// An orientation's short name: what is done to the stored picture, as seen.
public enum ElementName: String, ListedNaming {
  /// Nothing moves (tag 1).
  case identity
  /// Left and right swapped (tag 2).
  case flipH
  /// Half a turn (tag 3).
  case rot180
  /// Top and bottom swapped (tag 4).
  case flipV
  /// Reflected in the main diagonal (tag 5).
  case transpose
  /// A quarter turn clockwise (tag 6).
  case rot90CW
  /// Reflected in the other diagonal (tag 7).
  case transverse
  /// Three quarters clockwise (tag 8).
  case rot270CW
}
