// The label formats that the command line knows, by the words that are typed for them.

import ArgumentParser
import UprightBatch
import UprightLabels

/// A label format.
enum LabelFormatName: String, CaseIterable, Sendable, ExpressibleByArgument {
  /// COCO's JSON.
  case coco
  /// YOLO's text, boxes.
  case yolo
  /// YOLO's text, polygons.
  case yoloSegment = "yolo-segment"
  /// YOLO's text, four corners.
  case yoloOBB = "yolo-obb"
  /// Pascal VOC's XML, pixels counted from 1.
  case voc
  /// Pascal VOC's XML as many tools write it, edges counted from 0.
  case vocFromZero = "voc-0"
  /// CVAT's XML of pictures.
  case cvat
  /// Web annotations in JSON-LD, pixels.
  case w3c
  /// Web annotations in JSON-LD, hundredths of the picture.
  case w3cPercent = "w3c-percent"
  /// Regions in files of XMP beside the pictures.
  case xmp
  /// LabelMe's JSON.
  case labelMe = "labelme"
  /// Label Studio's JSON.
  case labelStudio = "label-studio"
  /// Create ML's JSON.
  case createML = "create-ml"
  /// JSON Lines of left, top, width and height in pixels.
  case boxLines = "jsonl"
  /// JSON Lines of shares in the order of TensorFlow's Object Detection API.
  case tensorFlow = "tensorflow"
  /// JSON Lines of Apple Vision's shares, counted from the lower left.
  case vision

  /// What reads and writes it.
  func coding(keypoints: YOLOKeypoints? = nil) -> any LabelCoding {
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
    case .labelMe: LabelMeFormat()
    case .labelStudio: LabelStudioFormat()
    case .createML: CreateMLFormat()
    case .boxLines: BoxLinesFormat()
    case .tensorFlow: BoxLinesFormat(.tensorFlow)
    case .vision: BoxLinesFormat(.boxes(.vision))
    }
  }

  /// Whether there is a file for each picture.
  var isFilePerImage: Bool {
    ![.coco, .cvat, .w3c, .w3cPercent, .labelStudio, .createML, .boxLines, .tensorFlow, .vision].contains(self)
  }

  /// Whether it counts in shares of the picture, and so has to be told each picture's size.
  var isInShares: Bool { hasNamesElsewhere || [.w3cPercent, .tensorFlow, .vision].contains(self) }

  /// Whether its files number the classes, and another file names them.
  var hasNamesElsewhere: Bool { [.yolo, .yoloSegment, .yoloOBB].contains(self) }

  /// In what it counts.
  var unit: LabelUnit {
    switch self {
    case .xmp, .labelStudio: .sharesOfStatedSize
    default: isInShares ? .shares : .pixels
    }
  }

  /// The end of its files' names.
  var fileExtension: String {
    switch self {
    case .coco, .w3c, .w3cPercent, .labelMe, .labelStudio, .createML: "json"
    case .boxLines, .tensorFlow, .vision: "jsonl"
    case .yolo, .yoloSegment, .yoloOBB: "txt"
    case .voc, .vocFromZero, .cvat: "xml"
    case .xmp: "xmp"
    }
  }

  /// The format that most files of this extension are in; nil where there is none.
  init?(fileExtension: String) {
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
