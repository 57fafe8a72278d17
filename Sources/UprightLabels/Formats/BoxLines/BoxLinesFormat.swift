// Boxes in JSON Lines (jsonlines.org): one object per line, with an image and either one box or all boxes of the
// image.

public import UprightGeometry

/// Reads, reorients and writes boxes in JSON Lines.
///
/// There is no standard; these lines are read and written:
/// - `.boxes(measure)`: `{"image":"a.jpg","x":30,"y":16,"w":40,"h":8,"label":"cat"}`. `width` and `height` may
///   replace `w` and `h`; `"bbox"` or `"boundingBox"` with an object or an array may replace the four numbers.
///   `confidence` or `score` may follow. A line with only `image` is an image without boxes; a line with other fields
///   must contain a box.
/// - `.tensorFlow`: `{"image":"a.jpg","boxes":[[ymin,xmin,ymax,xmax],…],"classes":["cat",…],"scores":[0.9,…]}`, in
///   relative coordinates, in the order of TensorFlow's Object Detection API; its key names with the prefix
///   `detection_` work too. Or one box per line:
///   `{"image":"a.jpg","label":"cat","ymin":0.4,"xmin":0.3,"ymax":0.6,"xmax":0.7}`. `width` and `height` are the
///   image's.
///
/// A line that is not JSON becomes a finding, and the others are read; a file without any readable line is an error.
/// Besides a nested box, `width` and `height` are the image's size.
public struct BoxLinesFormat: LabelCoding {
  /// The contents of a line.
  public enum Rows: Hashable, Sendable {
    /// One box, in a measure.
    case boxes(BoxMeasure)
    /// All boxes of an image, in the number order of TensorFlow's Object Detection API.
    case tensorFlow

    /// The measure of a line's one box; nil for all boxes of an image.
    var measure: BoxMeasure? { if case .boxes(let measure) = self { measure } else { nil } }
  }

  /// The contents of a line.
  public var rows: Rows
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// Lines of this kind.
  public init(_ rows: Rows = .boxes(.pixels), limits: LabelLimits = LabelLimits(), fileName: String = "labels.jsonl") {
    (self.rows, self.limits, self.fileName) = (rows, limits, fileName)
  }

  /// One file for all images; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: BoxLinesWriter(rows.measure), as: fileName)
  }
}

extension BoxLinesFormat: ImageListing {
  var hasLines: Bool { true }

  var plane: LabelPlane { rows.measure?.plane ?? LabelPlane(extent: 1, risesUp: false) }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scanner = try JSONScanner(file, limits)
    var (index, isAnyRead): (Int, Bool) = (0, false)
    var faults: [(index: Int, error: LabelError)] = []
    while scanner.hasMore() {
      let (start, first) = (scanner.at, scanner.line)
      var line = BoxLine(index: index, line: first)
      do throws(LabelError) {
        let image = try line.image(&scanner, rows.measure)
        for fault in faults { take(Self.broken(fault.error, fault.index)) }
        faults = []
        isAnyRead = true
        take(image)
      } catch {
        guard error.code != .encoding else { throw error }
        if isAnyRead { take(Self.broken(error, index)) } else { faults.append((index, error)) }
        scanner = scanner.resumed(behind: start, line: first)
      }
      index += 1
    }
    if let first = faults.first { throw first.error }
  }

  /// An invalid line, without an image name.
  private static func broken(_ error: LabelError, _ index: Int) -> ListedImage {
    var image = ListedImage(line: error.line, field: "")
    var row = ListedRow(line: error.line, index: index, field: "")
    row.faults = [FieldFault(error.code == .notANumber ? .numberInvalid : .rowMalformed, "", error.note)]
    image.rows = [row]
    return image
  }
}

// Regions as JSON Lines (jsonlines.org); see BoxLinesFormat for their fields.

/// Writes a set as one file.
private struct BoxLinesWriter: SingleFileWriter {
  /// The measure of one box per line; nil for one line per image, with all boxes.
  private let measure: BoxMeasure?
  private(set) var findings: [LabelFinding] = []
  private var text = JSONOutput()

  init(_ measure: BoxMeasure?) { self.measure = measure }

  var bytes: [UInt8] { text.bytes }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    let shares = BoxMeasure(unit: .shares, origin: .topLeft, anchor: .corner)
    for image in set.images {
      guard let numbers = BoxNumbers(measure ?? shares, image.size) else {
        findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      for region in image.regions { findings.lostAllButBox(region, image.name) }
      if measure == nil { line(image, set.names, numbers) } else { lines(image, set.names, numbers) }
    }
  }

  /// One line per region; if there are none, one line with only the image.
  private mutating func lines<S: Space>(_ image: LabelledImage<S>, _ names: [String], _ numbers: BoxNumbers<S>) {
    if image.regions.isEmpty {
      text.put("{\"image\":")
      text.put(text: image.name)
      text.put("}\n")
    }
    let isVision = measure == .vision
    let keys: [StaticString] = isVision ? ["x", "y", "width", "height"] : ["x", "y", "w", "h"]
    for region in image.regions {
      text.put("{\"image\":")
      text.put(text: image.name)
      text.put(isVision ? ",\"boundingBox\":{" : ",")
      for (index, number) in numbers.numbers(region).enumerated() {
        text.put(index == 0 ? "\"" : ",\"")
        text.put(keys[index])
        text.put("\":")
        text.put(bytes: number)
      }
      if isVision { text.put("}") }
      if let label = region.className(in: names) {
        text.put(",\"label\":")
        text.put(text: label)
      }
      if let score = Self.score(region) {
        text.put(isVision ? ",\"confidence\":" : ",\"score\":")
        text.put(bytes: score)
      }
      text.put("}\n")
    }
  }

  private static func score<S: Space>(_ region: Region<S>) -> [UInt8]? {
    region.attributes.first { $0.name == "score" && NumberToken($0.value) != nil }.map { Array($0.value.utf8) }
  }

  /// One line with all boxes. Classes without a name are null; scores are written only if all regions have one.
  private mutating func line<S: Space>(_ image: LabelledImage<S>, _ names: [String], _ numbers: BoxNumbers<S>) {
    text.put("{\"image\":")
    text.put(text: image.name)
    list(",\"boxes\":[", image.regions) { text, region in
      let edges = numbers.edges(region)
      text.put("[")
      text.put(bytes: [edges[1], edges[0], edges[3], edges[2]].joined(separator: [0x2C]).map { $0 })
      text.put("]")
    }
    list(",\"classes\":[", image.regions) { text, region in
      if let label = region.className(in: names) { text.put(text: label) } else { text.put(nil) }
    }
    let scores = image.regions.compactMap { Self.score($0) }
    if !scores.isEmpty, scores.count == image.regions.count {
      list(",\"scores\":[", scores) { text, score in text.put(bytes: score) }
    }
    text.put("}\n")
  }

  private mutating func list<Element>(
    _ start: StaticString, _ elements: [Element], _ write: (inout JSONOutput, Element) -> Void
  ) {
    text.put(start)
    for (index, element) in elements.enumerated() {
      if index > 0 { text.put(",") }
      write(&text, element)
    }
    text.put("]")
  }
}
