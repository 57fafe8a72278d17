// The constants ORIENTATION_… of Android's ExifInterface (android.media and androidx.exifinterface): their values are
// the tag's.

/// The constants of Android's `ExifInterface`, by name; `ORIENTATION_UNDEFINED` (0) is not an orientation and is
/// omitted.
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
  /// Tag 6, displayed after a rotation by 90 degrees clockwise.
  case rotate90 = "ORIENTATION_ROTATE_90"
  /// Tag 7.
  case transverse = "ORIENTATION_TRANSVERSE"
  /// Tag 8, displayed after a rotation by 270 degrees clockwise.
  case rotate270 = "ORIENTATION_ROTATE_270"

  /// The constant's value, 1…8.
  public var constant: Int { Int(exif.rawValue) }

  /// The constant with this value, 1…8.
  public init?(constant: Int) { self.init({ $0.constant }, is: constant) }
}
