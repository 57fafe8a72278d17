// What jhead prints for the tag (exif.c, OrientTab): jpegtran's switch without its hyphen.

/// jhead's text for a tag.
public struct JheadText: OrientationNaming {
  /// `rotate 90`; empty for tag 1, of which jhead prints nothing.
  public let text: String

  /// The text of the tag.
  public init(exif: ExifOrientation) { text = JpegtranSwitch(exif: exif).map { String($0.rawValue.dropFirst()) } ?? "" }

  /// What the text says.
  public init?(_ text: String) { self.init(\.text, is: text) }
}
