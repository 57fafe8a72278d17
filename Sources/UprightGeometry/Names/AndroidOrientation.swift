// The constants ORIENTATION_… of Android's ExifInterface (android.media and androidx.exifinterface): their values are the tag's numbers.

/// The constants of Android's `ExifInterface`, by name; `ORIENTATION_UNDEFINED` (0) says nothing and so is none of them.
public enum AndroidOrientation: String, ListedNaming {
  /// Tag 1.
  case normal = "ORIENTATION_NORMAL"
  /// Tag 2, mirrored left to right.
  case flipHorizontal = "ORIENTATION_FLIP_HORIZONTAL"
  /// Tag 3.
  case rotate180 = "ORIENTATION_ROTATE_180"
  /// Tag 4, mirrored top to bottom.
  case flipVertical = "ORIENTATION_FLIP_VERTICAL"
  /// Tag 5.
  case transpose = "ORIENTATION_TRANSPOSE"
  /// Tag 6, to be turned a quarter clockwise to be displayed.
  case rotate90 = "ORIENTATION_ROTATE_90"
  /// Tag 7.
  case transverse = "ORIENTATION_TRANSVERSE"
  /// Tag 8, to be turned three quarters clockwise to be displayed.
  case rotate270 = "ORIENTATION_ROTATE_270"

  /// The constant's value, 1…8.
  public var constant: Int { Int(exif.rawValue) }

  /// The constant of this value, 1…8.
  public init?(constant: Int) { self.init(\.constant, is: constant) }
}
