// Create ML's JSON (developer.apple.com, MLObjectDetector.AnnotationType.boundingBox): a list of images, boxes by
// their center in pixels.

public import UprightGeometry

/// Reads, reorients and writes Create ML's annotations.
///
/// Reads both spellings: `image` and `annotations` from its app and most tools, and `imagefilename` and `annotation`
/// from Apple's documentation. Writes the former. No file states units, origin and anchor: they are training
/// parameters, and the caller provides them.
public struct CreateMLFormat: LabelCoding {
  /// The meaning of the four numbers.
  public var measure: BoxMeasure
  /// The limits for reading a file.
  public var limits: LabelLimits
  /// The name of the written file.
  public var fileName: String

  /// Create ML with this measure.
  public init(
    measure: BoxMeasure = .createML, limits: LabelLimits = LabelLimits(),
    fileName: String = "_annotations.createml.json"
  ) {
    (self.measure, self.limits, self.fileName) = (measure, limits, fileName)
  }

  /// One file for all images; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.written(by: CreateMLWriter(measure), as: fileName)
  }
}

extension CreateMLFormat: ImageListing {
  var plane: LabelPlane { measure.plane }

  func list(_ file: LabelFile, _ take: (ListedImage) -> Void) throws(LabelError) {
    var scan = CreateMLScan(scanner: try JSONScanner(file, limits), measure)
    try scan.run(take)
  }
}

/// One pass over a file.
struct CreateMLScan {
  private var scanner: JSONScanner
  private let measure: BoxMeasure
  private static let imageKeys = JSONKeys(
    ["image", "annotations", "imagefilename", "annotation"], places: ["annotations", "annotation"],
    names: ["image", "imagefilename"])
  private static let rowKeys = JSONKeys(["label", "coordinates", "confidence"], places: ["coordinates"])
  private static let numberKeys = JSONKeys(["x", "y", "width", "height"], places: ["x", "y", "width", "height"])

  init(scanner: JSONScanner, _ measure: BoxMeasure) { (self.scanner, self.measure) = (scanner, measure) }

  /// Delivers one image at a time.
  ///
  /// - Throws: `LabelError` if it is not a JSON array.
  mutating func run(_ take: (ListedImage) -> Void) throws(LabelError) {
    try scanner.openArray()
    var index = 0
    while try scanner.element() {
      let isObject = try scanner.kind() == .object
      var image = ListedImage(line: scanner.line, field: "[\(index)]")
      index += 1
      if isObject { try self.image(&image) } else { try scanner.skip() }
      take(image)
    }
    try scanner.finish()
  }

  private mutating func image(_ image: inout ListedImage) throws(LabelError) {
    var fields = JSONFields(Self.imageKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &image.remarks) {
      switch key {
      case 0, 2: image.name = try scanner.textOrSkip() ?? image.name
      default: try rows(&image)
      }
    }
    image.takeAmbiguities(fields)
  }

  private mutating func rows(_ image: inout ListedImage) throws(LabelError) {
    guard try scanner.kind() == .array else {
      if try scanner.kind() != .null {
        image.remarks.append(FieldFault(.rowMalformed, ".annotations", "expected a list of annotations"))
      }
      try scanner.skip()
      return
    }
    try scanner.openArray()
    while try scanner.element() {
      let isObject = try scanner.kind() == .object
      let index = image.rows.count
      var row = ListedRow(line: scanner.line, index: index, field: "\(image.field).annotations[\(index)]")
      if isObject {
        try annotation(&row)
      } else {
        try scanner.skip()
        row.faults.append(FieldFault(.rowMalformed, "", "an annotation must be an object"))
      }
      image.rows.append(row)
    }
  }

  private mutating func annotation(_ row: inout ListedRow) throws(LabelError) {
    var fields = JSONFields(Self.rowKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &row.faults) {
      switch key {
      case 0: row.label = try scanner.wordOrSkip()
      case 1 where try scanner.kind() == .object: try coordinates(&row)
      case 2:
        if let score = try scanner.wordOrSkip() { row.attributes.append(LabelAttribute("score", score)) }
      default: try scanner.skip()
      }
    }
    guard row.shape == nil, !row.isLost else { return }
    row.faults.append(FieldFault(.fieldMissing, ".coordinates", "expected x, y, width and height"))
  }

  private mutating func coordinates(_ row: inout ListedRow) throws(LabelError) {
    var numbers = [NumberToken?](repeating: nil, count: 4)
    var fields = JSONFields(Self.numberKeys)
    try scanner.openObject()
    while let key = try fields.next(&scanner, &row.faults, in: ".coordinates") {
      let number = try scanner.numberOrSkip()
      if let number, number.isPlace {
        numbers[key] = number
      } else {
        row.faults.append(FieldFault(.numberInvalid, ".coordinates", "expected a number that fits an image"))
      }
    }
    let all = numbers.compactMap { $0 }
    if all.count == 4 { row.shape = measure.shape(all) }
  }
}

/// Writes a set as one file.
private struct CreateMLWriter: SingleFileWriter {
  private let measure: BoxMeasure
  private(set) var findings: [LabelFinding] = []
  private var text = JSONOutput()

  init(_ measure: BoxMeasure) { self.measure = measure }

  var bytes: [UInt8] { text.bytes }

  mutating func write<S: Space>(_ set: LabelSet<S>) {
    text.put("[")
    var isFirst = true
    for image in set.images {
      guard let numbers = BoxNumbers(measure, image.size) else {
        findings.append(LabelFinding(.imageUnknown, in: image.name))
        continue
      }
      text.put(isFirst ? "\n{\"image\":" : ",\n{\"image\":")
      isFirst = false
      text.put(text: image.name)
      text.put(",\"annotations\":[")
      for (index, region) in image.regions.enumerated() {
        text.put(index == 0 ? "\n" : ",\n")
        write(region, set.names, numbers)
        findings.lostAllButBox(region, image.name)
      }
      text.put("]}")
    }
    text.put("\n]\n")
  }

  private mutating func write<S: Space>(_ region: Region<S>, _ names: [String], _ numbers: BoxNumbers<S>) {
    let keys: [StaticString] = ["{\"x\":", ",\"y\":", ",\"width\":", ",\"height\":"]
    text.put("{\"label\":")
    text.put(text: region.className(in: names) ?? "object")
    text.put(",\"coordinates\":")
    for (key, number) in zip(keys, numbers.numbers(region)) {
      text.put(key)
      text.put(bytes: number)
    }
    text.put("}}")
  }
}
