// The words for the eight orientations that programs print.

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

// exiftool's text for the tag (Image::ExifTool::Exif, %orientation); its compound texts are mirror-first.

/// exiftool's text for a tag.
public enum ExiftoolText: String, ListedNaming {
  /// Tag 1.
  case normal = "Horizontal (normal)"
  /// Tag 2.
  case mirrorHorizontal = "Mirror horizontal"
  /// Tag 3.
  case rotate180 = "Rotate 180"
  /// Tag 4.
  case mirrorVertical = "Mirror vertical"
  /// Tag 5.
  case mirrorHorizontalRotate270 = "Mirror horizontal and rotate 270 CW"
  /// Tag 6.
  case rotate90 = "Rotate 90 CW"
  /// Tag 7.
  case mirrorHorizontalRotate90 = "Mirror horizontal and rotate 90 CW"
  /// Tag 8.
  case rotate270 = "Rotate 270 CW"
}

// exiv2's text for the tag (tags_int.cpp, exifOrientation): the sides of row 0 and of column 0.

/// exiv2's text for a tag.
public struct Exiv2Text: OrientationNaming {
  /// `top, left`: the displayed sides of row 0 and column 0.
  public let text: String

  /// The text of the tag.
  public init(exif: ExifOrientation) { text = "\(exif.row0.rawValue), \(exif.column0.rawValue)" }

  /// Parses the text.
  public init?(_ text: String) { self.init({ $0.text }, is: text) }
}

// jhead's text for the tag (exif.c, OrientTab): jpegtran's switch without its hyphen.

/// jhead's text for a tag.
public struct JheadText: OrientationNaming {
  /// `rotate 90`; empty for tag 1, which jhead does not print.
  public let text: String

  /// The text of the tag.
  public init(exif: ExifOrientation) { text = JpegtranSwitch(exif: exif).map { String($0.rawValue.dropFirst()) } ?? "" }

  /// Parses the text.
  public init?(_ text: String) { self.init({ $0.text }, is: text) }
}

// ImageMagick's OrientationType (MagickCore/image.h), as `identify -format '%[orientation]'` prints it; its values are
// the tag's.

/// A name of ImageMagick's `OrientationType`; `Undefined` (0) is not an orientation and is omitted.
public struct ImageMagickOrientation: OrientationNaming {
  /// `TopLeft`, `RightTop` …: the sides of row 0 and of column 0.
  public let name: String

  /// The type's number, 1…8.
  public var rawValue: Int { Int(exif.rawValue) }

  /// The name of the tag.
  public init(exif: ExifOrientation) {
    name = [exif.row0, exif.column0].map { $0.rawValue.prefix(1).uppercased() + $0.rawValue.dropFirst() }.joined()
  }

  /// Parses the name.
  public init?(name: String) { self.init({ $0.name }, is: name) }

  /// The name with this number, 1…8.
  public init?(rawValue: Int) { self.init({ $0.rawValue }, is: rawValue) }
}
