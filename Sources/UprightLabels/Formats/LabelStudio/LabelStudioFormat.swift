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

// Regions as Label Studio's tasks (labelstud.io/guide/task_format), with the fields that an import needs.

/// Writes a set as one list of tasks.
private struct LabelStudioWriter: SingleFileWriter {
  private(set) var findings: [LabelFinding] = []
  private var text = JSONOutput()
  private var rowCount = 0

  var bytes: [UInt8] { text.bytes }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    text.put("[")
    var count = 0
    for image in set.images {
      guard let size = image.size, !size.isEmpty else {
        findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      text.put(count == 0 ? "\n{\"id\":" : ",\n{\"id\":")
      count += 1
      text.put(count)
      text.put(",\"data\":{\"image\":")
      text.put(text: image.name)
      text.put("},\"annotations\":[{\"result\":[")
      rowCount = 0
      for region in image.regions { write(region, set.names, image.name, size) }
      text.put("]}]}")
    }
    text.put("\n]\n")
  }

  private mutating func write<S: Space>(
    _ region: Region<S>, _ names: [String], _ image: String, _ size: PixelSize<S>
  ) {
    let unit = PercentUnit(size, region.precision)
    if !region.keypoints.isEmpty { findings.lost("its keypoints are not written", region, image) }
    func put(_ kind: StaticString, _ values: [(StaticString, [UInt8])]) {
      result(kind, values, region, names, size)
    }
    switch region.outline {
    case nil: put("rectangle", unit.box(region.box))
    case .rotated(let rect): put("rectangle", unit.reoriented(rect))
    case .ellipse(let rect): put("ellipse", unit.ellipse(rect))
    case .polygon(let polygon) where polygon.rings.allSatisfy({ $0.count >= 3 }):
      if polygon.rings.count > 1 { findings.lost("its parts are written as separate rows", region, image) }
      if polygon.filling == .evenOdd { findings.lost("holes are filled", region, image) }
      for ring in polygon.rings { put("polygon", unit.polygon(ring)) }
    case .points(let points) where !points.isEmpty:
      if points.count > 1 { findings.lost("its points are written as separate rows", region, image) }
      for point in points { put("keypoint", unit.keypoint(point)) }
    default:
      findings.lost("only its box is written", region, image)
      put("rectangle", unit.box(region.box))
    }
  }

  private mutating func result<S: Space>(
    _ kind: StaticString, _ values: [(StaticString, [UInt8])], _ region: Region<S>, _ names: [String],
    _ size: PixelSize<S>
  ) {
    let label = region.className(in: names)
    text.put(rowCount == 0 ? "\n" : ",\n")
    rowCount += 1
    text.put("{\"id\":")
    text.put(text: "r\(rowCount)")
    text.put(",\"type\":\"")
    text.put(kind)
    text.put(label == nil ? "\"" : "labels\"")
    text.put(",\"from_name\":\"label\",\"to_name\":\"image\",\"original_width\":")
    text.put(size.width)
    text.put(",\"original_height\":")
    text.put(size.height)
    text.put(",\"image_rotation\":0,\"value\":{")
    for (index, value) in values.enumerated() {
      text.put(index == 0 ? "\"" : ",\"")
      text.put(value.0)
      text.put("\":")
      text.put(bytes: value.1)
    }
    if let label {
      text.put(",\"")
      text.put(kind)
      text.put("labels\":[")
      text.put(text: label)
      text.put("]")
    }
    text.put("}")
    if let score = region.attributes.first(where: { $0.name == "score" }), NumberToken(score.value) != nil {
      text.put(",\"score\":")
      text.put(bytes: Array(score.value.utf8))
    }
    text.put("}")
  }
}

/// Prints coordinates of an image in percent.
private struct PercentUnit<S: Space> {
  private let across, down: Double
  private let precision: LabelPrecision<S>

  init(_ size: PixelSize<S>, _ precision: LabelPrecision<S>) {
    (across, down) = (100 / Double(size.width), 100 / Double(size.height))
    self.precision = LabelPrecision(precision, scaledBy: (across, down))
  }

  private func x(_ value: Double) -> [UInt8] { JSONOutput.number(value * across, precision.across) }
  private func y(_ value: Double) -> [UInt8] { JSONOutput.number(value * down, precision.down) }

  func box(_ box: Rect2D<S>) -> [(StaticString, [UInt8])] {
    let scaled = Rect2D<S>(
      x: box.x * across, y: box.y * down, width: box.width * across, height: box.height * down)
    let numbers = BoxText.corner(scaled, precision)
    return [
      ("x", numbers[0]), ("y", numbers[1]), ("width", numbers[2]), ("height", numbers[3]), ("rotation", [0x30]),
    ]
  }

  func reoriented(_ rect: RotatedRect<S>) -> [(StaticString, [UInt8])] {
    let corner = rect.corners[0]
    return [
      ("x", x(corner.x)), ("y", y(corner.y)), ("width", x(rect.size.width)), ("height", y(rect.size.height)),
      ("rotation", degrees(rect)),
    ]
  }

  func ellipse(_ rect: RotatedRect<S>) -> [(StaticString, [UInt8])] {
    [
      ("x", x(rect.center.x)), ("y", y(rect.center.y)), ("radiusX", x(rect.size.width / 2)),
      ("radiusY", y(rect.size.height / 2)), ("rotation", degrees(rect)),
    ]
  }

  func polygon(_ ring: [Point2D<S>]) -> [(StaticString, [UInt8])] {
    let points = ring.map { [0x5B] + x($0.x) + [0x2C] + y($0.y) + [0x5D] }
    return [("points", [0x5B] + points.joined(separator: [0x2C]) + [0x5D]), ("closed", Array("true".utf8))]
  }

  func keypoint(_ point: Point2D<S>) -> [(StaticString, [UInt8])] {
    [("x", x(point.x)), ("y", y(point.y)), ("width", Array("0.5".utf8))]
  }

  /// Within one turn, starting at 0.
  private func degrees(_ rect: RotatedRect<S>) -> [UInt8] {
    let rest = rect.degrees.truncatingRemainder(dividingBy: 360)
    return JSONOutput.number(rest < 0 ? rest + 360 : rest, 0)
  }
}
