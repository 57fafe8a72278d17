// The label formats, by their names on the command line or by the first bytes of files.

public import Upright
package import UprightFiles
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

// Detects the format from the first bytes of label files if it is not given (`LabelKind`).

extension LabelFormatName {
  /// The maximum number of files of a folder that are examined.
  private static let sampledFiles = 16

  /// The format of the file or folder at `path`; nil if only names can tell. Unreadable files in a folder are skipped.
  ///
  /// - Throws: `.io`; `.unanswerable` if files of one folder have several formats, or boxes fit two.
  public static func shown(by path: String) throws(UprightError) -> Self? { try shown(by: FileLocation(path: path)) }

  /// The format of the file or folder at `location`. A file without a name shows it by its first bytes alone.
  ///
  /// - Throws: As `shown(by:)`.
  package static func shown(by location: FileLocation) throws(UprightError) -> Self? {
    if location.isUnnamed { return try shown(byContents: beginning(of: location, named: location.path)) }
    let path = location.path
    let isFolder = try FileIdentity(path: path).kind == .folder
    let names = isFolder ? Folder.files(in: path, recursive: true) : [FileName.last(of: path)]
    let usual = Set(names.compactMap { Self(fileExtension: FileName.fileExtension(of: $0)) })
    guard usual.count == 1, let usual = usual.first, [.coco, .voc, .boxLines].contains(usual) else { return nil }
    let files = names.filter { Self(fileExtension: FileName.fileExtension(of: $0)) == usual }
    var first: (name: String, kind: LabelKind)?
    for name in files.prefix(sampledFiles) {
      let beginning: LabelFile
      do throws(UprightError) {
        beginning = try Self.beginning(
          of: FileLocation(path: isFolder ? FileName.joined(path, name) : path), named: name)
      } catch {
        if isFolder, case .io = error { continue }
        throw error
      }
      guard let kind = usual.kind(beginning) else { continue }
      if let first, first.kind != kind {
        throw .unanswerable(
          field: "\(field: .from)",
          reason: """
            \(first.name) looks like \(first.kind.rawValue), \(name) like \(kind.rawValue); choose with \(option: .from)
            """)
      }
      first = first ?? (name, kind)
    }
    return try first.map { (found) throws(UprightError) in try Self(found.kind, in: found.name) }
  }

  /// The format of a kind of file.
  private init(_ kind: LabelKind, in name: String) throws(UprightError) {
    switch kind {
    case .coco: self = .coco
    case .pascalVOC: self = .voc
    case .cvat: self = .cvat
    case .webAnnotation: self = .w3c
    case .webAnnotationPercent: self = .w3cPercent
    case .labelMe: self = .labelMe
    case .labelStudio: self = .labelStudio
    case .createML: self = .createML
    case .boxLines: self = .boxLines
    case .tensorFlow: self = .tensorFlow
    case .vision: self = .vision
    case .shares:
      throw .unanswerable(
        field: "\(field: .from)",
        reason: """
          the boxes of \(name) are fractions, not pixels; \(option: .from, "vision") reads fractions from the lower \
          left corner
          """)
    }
  }

  /// The kind of a file, among the formats of its extension.
  private func kind(_ beginning: LabelFile) -> LabelKind? {
    switch self {
    case .voc: LabelKind(xml: beginning)
    case .boxLines: LabelKind(lines: beginning)
    default: LabelKind(json: beginning)
    }
  }

  /// The format of a file whose name states none.
  private static func shown(byContents beginning: LabelFile) throws(UprightError) -> Self? {
    let first = beginning.bytes.first { !$0.isSpace }
    let kind: LabelKind? =
      switch first {
      case UInt8(ascii: "<"): LabelKind(xml: beginning)
      case UInt8(ascii: "{"), UInt8(ascii: "["): LabelKind(json: beginning) ?? LabelKind(lines: beginning)
      default: nil
      }
    return try kind.map { (kind) throws(UprightError) in try Self(kind, in: beginning.name) }
  }

  private static func beginning(of location: FileLocation, named name: String) throws(UprightError) -> LabelFile {
    let file = try FileBytes(location)
    do throws(MetadataError) {
      return LabelFile(name: name, bytes: try file.read(0..<min(file.byteCount, LabelKind.byteCount)))
    } catch { throw UprightError(error).naming(location.path) }
  }
}

extension UInt8 {
  /// Whether it is white space, or part of a byte order mark.
  fileprivate var isSpace: Bool { [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF].contains(self) }
}
