// What the first bytes of a label file show of its format: the keys, elements and fields that no other format has.

/// A format that a file shows by itself.
public enum LabelKind: String, Hashable, Sendable, CaseIterable {
  /// COCO, or a list of its results.
  case coco = "COCO"
  /// Pascal VOC; from where it counts is not to be seen.
  case pascalVOC = "Pascal VOC"
  /// CVAT for images, or for films.
  case cvat = "CVAT"
  /// Web annotations.
  case webAnnotation = "Web annotations"
  /// Web annotations, all in hundredths of the picture.
  case webAnnotationPercent = "Web annotations in percent"
  /// LabelMe.
  case labelMe = "LabelMe"
  /// Label Studio.
  case labelStudio = "Label Studio"
  /// Create ML.
  case createML = "Create ML"
  /// Boxes in pixels in JSON Lines.
  case boxLines = "boxes in pixels"
  /// TensorFlow's boxes in JSON Lines.
  case tensorFlow = "TensorFlow's boxes"
  /// Apple Vision's boxes in JSON Lines.
  case vision = "Vision's boxes"
  /// Boxes in shares in JSON Lines, of which nothing says from which corner they are counted.
  case shares = "boxes in shares"

  /// So many bytes of a file are enough to see it.
  public static let byteCount = 1 << 16

  /// The kind of a file of JSON, by its beginning; nil where that shows none.
  public init?(json beginning: LabelFile) {
    let sketch = JSONSketch(beginning)
    guard let kind = sketch.isList ? Self.ofElement(sketch) : Self.ofDocument(sketch) else { return nil }
    self = kind == .webAnnotation && Self.isPercent(beginning.bytes) ? .webAnnotationPercent : kind
  }

  /// The kind of a file of XML, by its beginning; nil where that shows none.
  public init?(xml beginning: LabelFile) {
    switch XMLRoot.name(in: beginning.bytes) {
    case "annotation": self = .pascalVOC
    case "annotations": self = .cvat
    default: return nil
    }
  }

  /// The kind of a file of JSON Lines, by its beginning; nil where that shows none.
  public init?(lines beginning: LabelFile) {
    guard let kind = LineSketch(beginning).kind else { return nil }
    self = kind
  }

  // MARK: JSON

  private static func ofDocument(_ sketch: JSONSketch) -> Self? {
    let isCOCO = sketch.has("images") || sketch.has("categories")
    if sketch.objects.contains("data"), sketch.has("annotations", "completions", "predictions") { return .labelStudio }
    if isCOCO { return .coco }
    if sketch.has("shapes", "imagePath", "imageData") { return .labelMe }
    if sketch.has("target", "items", "@graph") { return .webAnnotation }
    if sketch.inside("annotations", has: "result") { return .labelStudio }
    return sketch.has("annotations") ? .coco : nil
  }

  /// Of the first element of a list.
  private static func ofElement(_ sketch: JSONSketch) -> Self? {
    if sketch.has("image_id") { return .coco }
    if sketch.objects.contains("data") || sketch.inside("annotations", has: "result") { return .labelStudio }
    if sketch.has("target", "items") { return .webAnnotation }
    let hasBoxes = ["annotations", "annotation"].contains { sketch.inside($0, has: "coordinates") }
    let isListed = sketch.has("image", "imagefilename") && sketch.has("annotations", "annotation")
    return hasBoxes || isListed ? .createML : nil
  }

  /// Whether all fragments and regions are in percent.
  private static func isPercent(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes, as: UTF8.self)
    let percent = text.ranges(of: "xywh=percent:").count
    return percent > 0 && percent == text.ranges(of: "xywh=").count
  }
}
