// LabelMe's JSON (github.com/labelmeai/labelme, label_file.py): one file per image, shapes by their points in pixels
// between edges.

public import UprightGeometry

/// Reads, reorients and writes LabelMe's JSON.
///
/// A rectangle is two opposite corners; a circle is its center and a point on its circumference. Polygons with the
/// same label and `group_id` are parts of one object. Masks, which are embedded images, need ``masks``; without it, they
/// become findings. So does an image in the file when labels are reoriented. Shapes of X-AnyLabeling are read too.
public struct LabelMeFormat: LabelCoding {
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// What decodes and reorients masks; nil if nothing does.
  public var masks: MaskImages?

  /// LabelMe with these limits.
  public init(limits: LabelLimits = LabelLimits(), masks: MaskImages? = nil) {
    (self.limits, self.masks) = (limits, masks)
  }

  /// One file per image, for the same folder; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = LabelMeWriter()
      return writer.write(set)
    }
  }
}

extension LabelMeFormat: ImageListing {
  var plane: LabelPlane { .pixels }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scan = LabelMeScan(scanner: try JSONScanner(file, limits), masks: masks)
    take(try scan.image(orNamed: file.stem))
  }
}
