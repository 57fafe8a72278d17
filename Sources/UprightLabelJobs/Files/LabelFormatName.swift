// The label formats, by their names on the command line.

public import UprightLabels

/// A label format.
public enum LabelFormatName: String, CaseIterable, Sendable {
  /// COCO's JSON.
  case coco
  /// YOLO's text, boxes.
  case yolo
  /// YOLO's text, polygons.
  case yoloSegment = "yolo-segment"
  /// YOLO's text, four corners.
  case yoloOBB = "yolo-obb"
  /// Pascal VOC's XML, pixels from 1.
  case voc
  /// Pascal VOC's XML as many tools write it, edges from 0.
  case vocFromZero = "voc-0"
  /// CVAT's XML for images.
  case cvat
  /// Web annotations in JSON-LD, in pixels.
  case w3c
  /// Web annotations in JSON-LD, in percent of the image.
  case w3cPercent = "w3c-percent"
  /// Regions in XMP sidecar files.
  case xmp
  /// LabelMe's JSON.
  case labelMe = "labelme"
  /// Label Studio's JSON.
  case labelStudio = "label-studio"
  /// Create ML's JSON.
  case createML = "create-ml"
  /// JSON Lines of left, top, width and height in pixels.
  case boxLines = "jsonl"
  /// JSON Lines of relative coordinates in the order of TensorFlow's Object Detection API.
  case tensorFlow = "tensorflow"
  /// JSON Lines of Apple Vision's relative coordinates, from the lower left.
  case vision
  /// Mask images, which are not written.
  case masks

  /// The formats that are read and written.
  public static let allCases: [Self] = [
    .coco, .yolo, .yoloSegment, .yoloOBB, .voc, .vocFromZero, .cvat, .w3c, .w3cPercent, .xmp, .labelMe, .labelStudio,
    .createML, .boxLines, .tensorFlow, .vision,
  ]

  /// The coding that reads and writes it.
  ///
  /// - Parameter uploads: Names of image files that begin as Label Studio's uploads do.
  public func coding(keypoints: YOLOKeypoints? = nil, uploads: Set<String> = []) -> any LabelCoding {
    switch self {
    case .coco: COCOFormat()
    case .yolo: YOLOFormat(rows: .boxes, keypoints: keypoints)
    case .yoloSegment: YOLOFormat(rows: .polygons, keypoints: keypoints)
    case .yoloOBB: YOLOFormat(rows: .corners, keypoints: keypoints)
    case .voc: VOCFormat(numbering: .fromOne)
    case .vocFromZero: VOCFormat(numbering: .fromZero)
    case .cvat: CVATFormat()
    case .w3c: WebAnnotationFormat(unit: .pixel)
    case .w3cPercent: WebAnnotationFormat(unit: .percent)
    case .xmp: XMPRegionsFormat()
    case .labelMe: LabelMeFormat(masks: .decoded)
    case .labelStudio: LabelStudioFormat(uploads: uploads)
    case .createML: CreateMLFormat()
    case .boxLines: BoxLinesFormat()
    case .tensorFlow: BoxLinesFormat(.tensorFlow)
    case .vision: BoxLinesFormat(.boxes(.vision))
    case .masks: MaskFormat(masks: .decoded)
    }
  }

  /// Whether there is one file per image.
  public var isFilePerImage: Bool {
    ![.coco, .cvat, .w3c, .w3cPercent, .labelStudio, .createML, .boxLines, .tensorFlow, .vision].contains(self)
  }

  /// Whether its coordinates are relative, so that it needs each image's size.
  public var isInShares: Bool { hasNamesElsewhere || [.w3cPercent, .tensorFlow, .vision].contains(self) }

  /// Whether its files contain class numbers whose names are in another file.
  public var hasNamesElsewhere: Bool { [.yolo, .yoloSegment, .yoloOBB].contains(self) }

  /// The unit of its coordinates.
  public var unit: LabelUnit {
    switch self {
    case .xmp, .labelStudio: .sharesOfStatedSize
    default: isInShares ? .shares : .pixels
    }
  }

  /// The extension of its files.
  public var fileExtension: String {
    switch self {
    case .coco, .w3c, .w3cPercent, .labelMe, .labelStudio, .createML: "json"
    case .boxLines, .tensorFlow, .vision: "jsonl"
    case .yolo, .yoloSegment, .yoloOBB: "txt"
    case .voc, .vocFromZero, .cvat: "xml"
    case .xmp: "xmp"
    case .masks: "png"
    }
  }

  /// The format of most files with this extension; nil for none.
  public init?(fileExtension: String) {
    switch fileExtension.lowercased() {
    case "json": self = .coco
    case "jsonl": self = .boxLines
    case "txt": self = .yolo
    case "xml": self = .voc
    case "xmp": self = .xmp
    default: return nil
    }
  }
}
