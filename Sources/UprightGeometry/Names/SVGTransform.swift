// The attribute `transform` of SVG 1.1 (7.6), with a matrix.

/// The value of SVG's `transform` that shows a stored picture upright, its displayed corner at the origin.
public struct SVGTransform: OrientationNaming {
  /// The tag that says the same.
  public let exif: ExifOrientation

  /// The transform for a picture stored with this tag.
  public init(exif: ExifOrientation) { self.exif = exif }

  /// The orientation that a `matrix(…)` amounts to, whatever it scales by; nil where it is none.
  public init?(_ text: String) {
    guard let map = MatrixNotation.transform(text), let found = Orientation(classifying: map) else { return nil }
    exif = found.exif
  }

  /// `matrix(0 1 -1 0 1080 0)`, for a stored picture of `size`.
  public func matrix(in size: PixelSize<Stored>) -> String {
    matrix(OrientationMatrix(exif: exif).texts(width: "\(size.width)", height: "\(size.height)"))
  }

  /// The same with W and H for the stored picture's size.
  var formula: String { matrix(OrientationMatrix(exif: exif).texts()) }

  private func matrix(_ numbers: [String]) -> String { MatrixNotation.text(numbers, separator: " ") }
}
