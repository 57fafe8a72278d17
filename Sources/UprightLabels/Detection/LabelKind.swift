// Detects a label file's format by its first bytes: the keys, elements (XML 1.0, 2.1 and 2.8) and fields that no other
// format has, and the magnitude of numbers in JSON Lines.

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

/// The kind of boxes in the lines up to the end of the bytes or an invalid line.
struct LineSketch {
  /// The range of relative coordinates, including boxes that extend beyond the image.
  private static let share = -0.5...1.5

  /// Their kind; nil if there are no boxes.
  private(set) var kind: LabelKind?

  init(_ beginning: LabelFile) {
    var (places, edges): ([NumberToken], [NumberToken]) = ([], [])
    var isVision = true
    do throws(LabelError) {
      var scanner = try JSONScanner(beginning)
      while scanner.hasMore() {
        let start = scanner.at
        let list = try Self.numbers(scanner, nil).numbers
        let box: [NumberToken]
        (box, scanner) = try Self.numbers(scanner, .pixels)
        edges += list
        places += box
        if !box.isEmpty { isVision = isVision && Self.isVision(beginning.bytes[start..<scanner.at]) }
      }
    } catch {}
    if places.isEmpty {
      kind = !edges.isEmpty && edges.allSatisfy { Self.share.contains($0.value) } ? .tensorFlow : nil
    } else {
      let isFine = places.contains { $0.value != $0.value.rounded() }
      let areShares = isFine && places.allSatisfy { Self.share.contains($0.value) }
      kind = !areShares ? .boxLines : isVision ? .vision : .shares
    }
  }

  /// The numbers of the boxes on the next line, read as one box in a measure, or as all boxes of an
  /// image for nil; and the end of the line.
  private static func numbers(
    _ scanner: JSONScanner, _ measure: BoxMeasure?
  ) throws(LabelError) -> (numbers: [NumberToken], end: JSONScanner) {
    var (line, end) = (BoxLine(index: 0, line: scanner.line), scanner)
    let image = try line.image(&end, measure)
    return (image.rows.filter { !$0.isLost }.compactMap(\.shape).flatMap(\.numbers), end)
  }

  /// Whether a line has its box in a field named like Vision's property.
  private static func isVision(_ line: ArraySlice<UInt8>) -> Bool {
    line.firstRange(of: Array("\"boundingBox\"".utf8)) != nil
  }
}

/// Finds the root element.
enum XMLRoot {
  /// Its name, after declarations and comments; nil if the bytes end before it, or are not XML.
  static func name(in bytes: [UInt8]) -> String? {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    while true {
      rest = rest.drop(while: TextLines.isSpace)
      if rest.starts(with: "<?".utf8) {
        guard let behind = end(of: "?>", in: rest) else { return nil }
        rest = behind
      } else if rest.starts(with: "<!--".utf8) {
        guard let behind = end(of: "-->", in: rest) else { return nil }
        rest = behind
      } else if rest.starts(with: "<!".utf8) {
        guard let behind = end(of: ">", in: rest) else { return nil }
        rest = behind
      } else {
        break
      }
    }
    guard rest.popFirst() == 0x3C else { return nil }
    guard let end = rest.firstIndex(where: { TextLines.isSpace($0) || $0 == 0x2F || $0 == 0x3E }) else { return nil }
    return String(decoding: rest[..<end], as: UTF8.self)
  }

  /// The bytes after a marker.
  private static func end(of mark: String, in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    bytes.firstRange(of: Array(mark.utf8)).map { bytes[$0.upperBound...] }
  }
}

// The keys of a JSON document's first object (RFC 8259, 4), up to the end of the available bytes.

/// The keys of the document's object, or of the first object in its array.
struct JSONSketch {
  /// Whether the document is an array.
  private(set) var isList = false
  /// Keys whose value is an object.
  private(set) var objects: Set<String> = []
  private var keys: Set<String> = []
  private var inner: [String: Set<String>] = [:]

  /// Reads until the bytes end or are invalid.
  init(_ beginning: LabelFile) {
    do throws(LabelError) {
      var scanner = try JSONScanner(beginning)
      if try scanner.kind() == .array {
        isList = true
        try scanner.openArray()
        guard try scanner.element() else { return }
      }
      if try scanner.kind() == .object { try look(&scanner) }
    } catch {}
  }

  /// Whether one of these keys is present.
  func has(_ any: String...) -> Bool { any.contains(where: keys.contains) }

  /// Whether the first object in the array at key `list` has a key.
  func inside(_ list: String, has key: String) -> Bool { inner[list]?.contains(key) ?? false }

  /// Whether it is Label Studio's JSON_MIN: its lists of results are directly in the task, by the names of tags.
  var isStudioMin: Bool { !has("annotations") && inner.values.contains { $0.contains("original_width") } }

  private mutating func look(_ scanner: inout JSONScanner) throws(LabelError) {
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = JSONText.decoded(scanner.bytes, place)
      keys.insert(key)
      switch try scanner.kind() {
      case .object:
        objects.insert(key)
        try scanner.skip()
      case .array: try look(intoListOf: key, &scanner)
      default: try scanner.skip()
      }
    }
  }

  private mutating func look(intoListOf key: String, _ scanner: inout JSONScanner) throws(LabelError) {
    try scanner.openArray()
    var isFirst = true
    while try scanner.element() {
      guard isFirst, try scanner.kind() == .object else {
        try scanner.skip()
        continue
      }
      isFirst = false
      try scanner.openObject()
      while let place = try scanner.key() {
        inner[key, default: []].insert(JSONText.decoded(scanner.bytes, place))
        try scanner.skip()
      }
    }
  }
}
