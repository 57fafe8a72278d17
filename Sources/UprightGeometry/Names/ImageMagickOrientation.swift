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
