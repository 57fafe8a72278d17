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
