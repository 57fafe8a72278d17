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
