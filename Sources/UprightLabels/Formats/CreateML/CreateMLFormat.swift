// Create ML's JSON (developer.apple.com, MLObjectDetector.AnnotationType.boundingBox): a list of pictures, boxes by their middle in pixels.

public import UprightGeometry

/// Reads, turns and writes Create ML's annotations.
///
/// Both spellings are read: `image` and `annotations`, which its app and most tools write and which is written here, and `imagefilename`
/// and `annotation` of Apple's page. Units, origin and anchor stand in no file: whoever trains says them, and so does the caller.
public struct CreateMLFormat: LabelCoding {
  /// What the four numbers are.
  public var measure: BoxMeasure
  /// What a file may cost.
  public var limits: LabelLimits
  /// The name of the file that is written.
  public var fileName: String

  /// Create ML with numbers of a measure.
  public init(
    measure: BoxMeasure = .createML, limits: LabelLimits = LabelLimits(),
    fileName: String = "_annotations.createml.json"
  ) {
    (self.measure, self.limits, self.fileName) = (measure, limits, fileName)
  }

  /// One file of all pictures; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = CreateMLWriter(measure)
      writer.write(set)
      return LabelOutput(files: [LabelFile(name: fileName, bytes: writer.bytes)], findings: writer.findings)
    }
  }
}

extension CreateMLFormat: ImageListing {
  var plane: LabelPlane { measure.plane }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scan = CreateMLScan(scanner: try JSONScanner(file, limits), measure)
    try scan.run(take)
  }
}
