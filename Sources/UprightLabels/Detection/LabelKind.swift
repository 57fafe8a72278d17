// Detects a label file's format by its first bytes: the keys, elements and fields that no other format has.

/// A format that can be detected from a file.
public enum LabelKind: String, Hashable, Sendable, CaseIterable {
  /// COCO, or a list of COCO results.
  case coco = "COCO"
  /// Pascal VOC; whether pixels are numbered from 0 or 1 cannot be detected.
  case pascalVOC = "Pascal VOC"
  /// CVAT for images or for video.
  case cvat = "CVAT"
  /// Web annotations.
  case webAnnotation = "Web annotations"
  /// Web annotations with all coordinates in percent.
  case webAnnotationPercent = "Web annotations in percent"
  /// LabelMe.
  case labelMe = "LabelMe"
  /// Label Studio.
  case labelStudio = "Label Studio"
  /// Create ML.
  case createML = "Create ML"
  /// Boxes in pixels, as JSON Lines.
  case boxLines = "boxes in pixels"
  /// TensorFlow boxes, as JSON Lines.
  case tensorFlow = "TensorFlow boxes"
  /// Apple Vision's boxes, as JSON Lines.
  case vision = "Vision's boxes"
  /// Boxes in relative coordinates, as JSON Lines, with an unknown origin.
  case shares = "boxes in relative coordinates"

  /// Number of bytes that suffice to detect a format.
  public static let byteCount = 1 << 16

  /// Detects a JSON format from the beginning of a file; nil if unknown.
  public init?(json beginning: LabelFile) {
    let sketch = JSONSketch(beginning)
    guard let kind = sketch.isList ? Self.ofElement(sketch) : Self.ofDocument(sketch) else { return nil }
    self = kind == .webAnnotation && Self.isPercent(beginning.bytes) ? .webAnnotationPercent : kind
  }

  /// Detects an XML format from the beginning of a file; nil if unknown.
  public init?(xml beginning: LabelFile) {
    switch XMLRoot.name(in: beginning.bytes) {
    case "annotation": self = .pascalVOC
    case "annotations": self = .cvat
    default: return nil
    }
  }

  /// Detects a JSON Lines format from the beginning of a file; nil if unknown.
  public init?(lines beginning: LabelFile) {
    guard let kind = LineSketch(beginning).kind else { return nil }
    self = kind
  }

  // MARK: JSON

  private static func ofDocument(_ sketch: JSONSketch) -> Self? {
    let isCOCO = sketch.has("images") || sketch.has("categories")
    if sketch.objects.contains("data"), sketch.has("annotations", "completions", "predictions", "drafts") {
      return .labelStudio
    }
    if isCOCO { return .coco }
    if sketch.has("shapes", "imagePath", "imageData") { return .labelMe }
    if sketch.has("target", "items", "@graph") { return .webAnnotation }
    if sketch.inside("annotations", has: "result") { return .labelStudio }
    return sketch.has("annotations") ? .coco : nil
  }

  /// From the first element of an array.
  private static func ofElement(_ sketch: JSONSketch) -> Self? {
    if sketch.has("image_id") { return .coco }
    if sketch.objects.contains("data") || sketch.inside("annotations", has: "result") || sketch.isStudioMin {
      return .labelStudio
    }
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
