// The attribute `transform` of SVG 1.1 (7.6), as a matrix.

/// The value of SVG's `transform` that displays a stored image upright, with its displayed corner at the origin.
public struct SVGTransform: OrientationNaming {
  /// The equivalent tag.
  public let exif: ExifOrientation

  /// The transform for an image stored with this tag.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// The orientation of a `matrix(…)`, whatever its scale; nil for anything else.
  public init?(_ text: String) {
    guard let map = MatrixNotation.transform(text), let found = Orientation(classifying: map) else { return nil }
    exif = found.exif
  }

  /// `matrix(0 1 -1 0 1080 0)`, for a stored image of `size`.
  public func matrix(in size: PixelSize<Stored>) -> String {
    matrix(OrientationMatrix(exif: exif).texts(width: "\(size.width)", height: "\(size.height)"))
  }

  /// The same with W and H for the stored image's size.
  var formula: String { matrix(OrientationMatrix(exif: exif).texts()) }

  private func matrix(_ numbers: [String]) -> String { MatrixNotation.text(numbers, separator: " ") }
}
