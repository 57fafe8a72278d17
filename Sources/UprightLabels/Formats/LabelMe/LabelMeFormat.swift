// LabelMe's JSON (github.com/labelmeai/labelme, label_file.py): a file for each picture, shapes by their points in pixels between edges.

public import UprightGeometry

/// Reads, turns and writes LabelMe's JSON.
///
/// A rectangle is two opposite corners, a circle its middle and a place on its rim. Polygons of one label and one `group_id` are parts of
/// one thing. Masks, which are pictures of their own, are findings; so is, where labels are turned, a picture inside the file.
public struct LabelMeFormat: LabelCoding {
  /// What a file may cost.
  public var limits: LabelLimits

  /// LabelMe within `limits`.
  public init(limits: LabelLimits = LabelLimits()) { self.limits = limits }

  /// A file for each picture, for the same folder; see ``LabelCoding``.
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
    var scan = LabelMeScan(scanner: try JSONScanner(file, limits))
    take(try scan.picture(orNamed: file.stem))
  }

  /// The picture that `imagePath` means: relative to the file, with whatever slashes, without what leads out of its folder.
  static func picture(_ path: String) -> String? {
    let parts = path.split { $0 == "/" || $0 == "\\" }.filter { $0 != "." }
    guard let last = parts.last, last != ".." else { return nil }
    if path.first == "/" || path.dropFirst().first == ":" { return String(last) }
    let inner = parts.drop { $0 == ".." }
    return inner.contains("..") ? String(last) : inner.joined(separator: "/")
  }
}
