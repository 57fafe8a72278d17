// Label Studio's JSON (labelstud.io/guide/export, "JSON", and its tags): tasks with results, coordinates in percent
// of the image from the top left.

public import UprightGeometry

/// Reads, reorients and writes Label Studio's JSON: a list of tasks, or one task.
///
/// Rectangles are rotated clockwise about their top left corner; `width` and `height` apply before rotation. Results
/// that only describe a region, and those of cancelled annotations, are reoriented but not read. Drafts are read if a
/// task has no annotations, and predictions if it has neither. Brushes and other masks, and results on images rotated
/// in the tool (`image_rotation`), become findings and stay unchanged.
public struct LabelStudioFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String
  /// The names of existing files that begin as an upload's do: their eight digits are part of the name.
  public var uploads: Set<String>

  /// Label Studio with these limits.
  public init(
    limits: LabelLimits = LabelLimits(), fileName: String = "label-studio.json", uploads: Set<String> = []
  ) {
    (self.limits, self.fileName, self.uploads) = (limits, fileName, uploads)
  }

  /// Whether a file name begins with the eight digits and the dash that an upload prepends.
  public static func isUpload(_ name: String) -> Bool {
    LabelStudioData.isUpload(name)
  }

  /// One file with a task for each image; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: LabelStudioWriter(), as: fileName)
  }
}

extension LabelStudioFormat: ImageListing {
  var plane: LabelPlane { .percent }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    if JSONSketch(file).isStudioMin {
      let note = "this is Label Studio's JSON_MIN, which does not state which image a result is on; export it as JSON"
      throw LabelError(.wrongFormat, in: file.name, at: 0, line: 1, note)
    }
    var scan = LabelStudioScan(scanner: try JSONScanner(file, limits), uploads: uploads)
    try scan.run(take)
  }
}
