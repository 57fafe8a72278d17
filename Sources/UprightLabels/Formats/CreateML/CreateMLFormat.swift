// Create ML's JSON (developer.apple.com, MLObjectDetector.AnnotationType.boundingBox): a list of images, boxes by
// their center in pixels.

public import UprightGeometry

/// Reads, reorients and writes Create ML's annotations.
///
/// Reads both spellings: `image` and `annotations` from its app and most tools, and `imagefilename` and `annotation`
/// from Apple's documentation. Writes the former. No file states units, origin and anchor: they are training
/// parameters, and the caller provides them.
public struct CreateMLFormat: LabelCoding {
  /// The meaning of the four numbers.
  public var measure: BoxMeasure
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// Create ML with this measure.
  public init(
    measure: BoxMeasure = .createML, limits: LabelLimits = LabelLimits(),
    fileName: String = "_annotations.createml.json"
  ) {
    (self.measure, self.limits, self.fileName) = (measure, limits, fileName)
  }

  /// One file for all images; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: CreateMLWriter(measure), as: fileName)
  }
}

extension CreateMLFormat: ImageListing {
  var plane: LabelPlane { measure.plane }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scan = CreateMLScan(scanner: try JSONScanner(file, limits), measure)
    try scan.run(take)
  }
}
