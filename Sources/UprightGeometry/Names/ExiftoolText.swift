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
