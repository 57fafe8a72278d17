// The regions in one XMP packet, and the ranges of their numbers (MWG 2.0, 5.9; Microsoft Photo 1.2, RegionInfo).

import UprightGeometry

/// Regions of an image in relative coordinates.
struct XMPRegionFile {
  /// A region.
  struct Row {
    /// The meaning of its numbers.
    enum Kind {
      /// Center and size (MWG).
      case center
      /// Left, top, width and height (Microsoft).
      case corner
      /// A center, and optionally a diameter, which a reorientation does not change.
      case point
    }

    let kind: Kind
    let numbers: [NumberToken]
    /// Whether the numbers are pixels of the size for which the regions were made.
    var isInPixels = false
    /// A circle's diameter, relative to the shorter side.
    var diameter: NumberToken?
    let type: String?
    let name: String?
    let line: Int
  }

  /// The size for which the regions were made.
  let width, height: NumberToken?
  private(set) var rows: [Row] = []
  /// Microsoft regions that repeat an MWG region: they are reoriented too, but read once.
  private(set) var repetitions: [Row] = []
  /// Number of invalid regions.
  private(set) var brokenCount = 0

  private let fields: XMPFields

  init(_ file: LabelFile, _ limits: LabelLimits, _ findings: inout FindingList) throws(LabelError) {
    fields = XMPFields(try XMLDocument(file, limits))
    guard !fields.all(.rdf, "RDF").isEmpty else {
      throw LabelError(.wrongFormat, in: file.name, at: 0, line: 1, "XMP needs <rdf:RDF>")
    }
    let lists = fields.all(.regions, "Regions")
    let size = lists.lazy.compactMap { [fields] in fields.field(of: $0, .regions, "AppliedToDimensions") }.first
    width = size.flatMap { [fields] in fields.number(of: $0, .dimensions, "w") }
    height = size.flatMap { [fields] in fields.number(of: $0, .dimensions, "h") }
    for list in lists.compactMap({ fields.field(of: $0, .regions, "RegionList") }) {
      for (index, item) in fields.items(of: list).enumerated() { take(area: item, index, &findings) }
    }
    let infos = fields.all(.microsoft, "RegionInfo").compactMap { fields.field(of: $0, .regionInfo, "Regions") }
    let places = BoxIndex(rows.map { shares($0, in: madeFor) })
    for (index, item) in infos.flatMap({ fields.items(of: $0) }).enumerated() {
      take(rectangle: item, index, besides: places, &findings)
    }
  }

  private mutating func take(area item: Int, _ index: Int, _ findings: inout FindingList) {
    let (line, field) = (fields.document.line(item), "RegionList[\(index)]")
    func lost(_ code: LabelFinding.Code, _ name: String, _ note: String = "") {
      findings.add(code, line: line, field + name, note)
    }
    guard let area = fields.field(of: item, .regions, "Area") else {
      brokenCount += 1
      return lost(.fieldMissing, ".Area")
    }
    let extensions = fields.field(of: item, .regions, "Extensions")
    if fields.place(of: item, .regions, "Rotation") != nil
      || extensions.flatMap({ fields.place(of: $0, .apple, "AngleInfoRoll") }) != nil
    {
      brokenCount += 1
      return lost(.notExpressible, "", "this region contains the face's own rotation, which is not supported")
    }
    var numbers: [NumberToken] = []
    let isSized = fields.place(of: area, .area, "w") != nil
    for name in isSized ? ["x", "y", "w", "h"] : ["x", "y"] {
      guard let number = fields.number(of: area, .area, name), number.isPlace else {
        brokenCount += 1
        return lost(fields.place(of: area, .area, name) == nil ? .fieldMissing : .numberInvalid, ".Area.\(name)")
      }
      numbers.append(number)
    }
    let isInPixels = fields.text(of: area, .area, "unit") == "pixel"
    if isInPixels, PixelSize<Stored>(width, height) == nil {
      brokenCount += 1
      return lost(.imageUnknown, ".Area", "pixel coordinates without an image size")
    }
    rows.append(
      Row(
        kind: isSized ? .center : .point, numbers: numbers, isInPixels: isInPixels,
        diameter: isSized ? nil : fields.number(of: area, .area, "d").flatMap { $0.isPlace ? $0 : nil },
        type: fields.text(of: item, .regions, "Type"), name: fields.text(of: item, .regions, "Name"), line: line))
  }

  private mutating func take(
    rectangle item: Int, _ index: Int, besides others: BoxIndex, _ findings: inout FindingList
  ) {
    // A person without a position is not a region.
    guard let place = fields.place(of: item, .region, "Rectangle") else { return }
    let bytes = fields.document.file.bytes
    let parts = fields.document.parts(of: place, between: 0x2C)
    let numbers = parts.compactMap { NumberToken.only(in: bytes, $0) }
    let line = fields.document.line(item)
    guard parts.count == 4, numbers.count == 4, numbers.allSatisfy(\.isPlace) else {
      brokenCount += 1
      return findings.add(
        .numberInvalid, line: line, "RegionInfo[\(index)].Rectangle", "expected four numbers separated by commas")
    }
    let row = Row(
      kind: .corner, numbers: numbers, type: "Face", name: fields.text(of: item, .region, "PersonDisplayName"),
      line: line)
    if others.holds(shares(row, in: madeFor)) { repetitions.append(row) } else { rows.append(row) }
  }

  private var madeFor: PixelSize<Stored> { PixelSize(width, height) ?? PixelSize(width: 1, height: 1) }

  /// The box of a region in relative coordinates; `size` is the one for which it was made.
  func shares<S: Space>(_ row: Row, in size: PixelSize<S>) -> Rect2D<Normalized<S>> {
    let values = row.numbers.map(\.value)
    let (wide, high) = (max(1, Double(size.width)), max(1, Double(size.height)))
    let (across, down) = row.isInPixels ? (1 / wide, 1 / high) : (1, 1)
    var (width, height) = row.kind == .point ? (0, 0) : (values[2], values[3])
    if let diameter = row.diameter?.value {
      let least = min(wide, high)
      (width, height) = row.isInPixels ? (diameter, diameter) : (diameter * least / wide, diameter * least / high)
    }
    if row.kind == .corner { return Rect2D(x: values[0], y: values[1], width: width, height: height) }
    return Rect2D(
      x: (values[0] - width / 2) * across, y: (values[1] - height / 2) * down, width: width * across,
      height: height * down)
  }
}

/// A spatial index of boxes in relative coordinates.
private struct BoxIndex {
  /// Maximum difference of edges for boxes to be treated as equal.
  private static let tolerance = 0.001
  private typealias Box = Rect2D<Normalized<Stored>>

  private var cells: [[Int]: [Box]] = [:]

  init(_ boxes: [Rect2D<Normalized<Stored>>]) {
    for box in boxes { cells[Self.cell(box, 0), default: []].append(box) }
  }

  /// Whether there is a box with about the same position and size.
  func holds(_ box: Rect2D<Normalized<Stored>>) -> Bool {
    let (low, high) = (Self.cell(box, -Self.tolerance), Self.cell(box, Self.tolerance))
    for choice in 0..<16 {
      let cell = low.indices.map { choice >> $0 & 1 == 0 ? low[$0] : high[$0] }
      if cells[cell]?.contains(where: { Self.isSame($0, box) }) == true { return true }
    }
    return false
  }

  private static func isSame(_ one: Box, _ two: Box) -> Bool {
    (one.x - two.x).magnitude <= tolerance && (one.y - two.y).magnitude <= tolerance
      && (one.width - two.width).magnitude <= tolerance && (one.height - two.height).magnitude <= tolerance
  }

  /// The cell of a box, wider than twice the tolerance; coordinates are small enough not to overflow.
  private static func cell(_ box: Box, _ offset: Double) -> [Int] {
    [box.x, box.y, box.width, box.height].map { Int((($0 + offset) / (3 * tolerance)).rounded(.down)) }
  }
}

// RDF structures in XMP (XMP Specification Part 1, 7.4 to 7.9): fields as attributes, as elements, or in nested
// descriptions.

/// Finds fields by namespace, whatever prefixes a document uses.
struct XMPFields {
  /// The namespaces of region metadata.
  enum Namespace: String, CaseIterable {
    case rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
    case regions = "http://www.metadataworkinggroup.com/schemas/regions/"
    case area = "http://ns.adobe.com/xmp/sType/Area#"
    case dimensions = "http://ns.adobe.com/xap/1.0/sType/Dimensions#"
    case microsoft = "http://ns.microsoft.com/photo/1.2/"
    case regionInfo = "http://ns.microsoft.com/photo/1.2/t/RegionInfo#"
    case region = "http://ns.microsoft.com/photo/1.2/t/Region#"
    case apple = "http://ns.apple.com/faceinfo/1.0/"
  }

  let document: XMLDocument
  private var prefixes: [Namespace: Set<String>] = [:]

  init(_ document: XMLDocument) {
    self.document = document
    let bytes = document.file.bytes
    for element in document.elements.indices {
      for attribute in document.attributes(of: element) where bytes[attribute.name].starts(with: "xmlns:".utf8) {
        let address = XMLText.decoded(bytes, attribute.value)
        guard let namespace = Namespace(rawValue: address) else { continue }
        prefixes[namespace, default: []].insert(String(decoding: bytes[attribute.name.dropFirst(6)], as: UTF8.self))
      }
    }
  }

  private func isNamed(_ name: Range<Int>, _ namespace: Namespace, _ local: String) -> Bool {
    let parts = document.file.bytes[name].split(separator: 0x3A, maxSplits: 1)
    return parts.count == 2 && parts[1].elementsEqual(local.utf8)
      && prefixes[namespace, default: []].contains(String(decoding: parts[0], as: UTF8.self))
  }

  /// All elements with a name, at any level.
  func all(_ namespace: Namespace, _ local: String) -> [Int] {
    document.elements.indices.filter { isNamed(document.elements[$0].name, namespace, local) }
  }

  /// The elements that hold an element's fields: itself, and nested descriptions.
  private func containers(of element: Int) -> [Int] {
    [element] + document.children(of: element).filter { isNamed(document.elements[$0].name, .rdf, "Description") }
  }

  /// A field in element form.
  func field(of element: Int, _ namespace: Namespace, _ local: String) -> Int? {
    containers(of: element).lazy.flatMap { document.children(of: $0) }
      .first { isNamed(document.elements[$0].name, namespace, local) }
  }

  /// The range of a text field, without surrounding whitespace.
  func place(of element: Int, _ namespace: Namespace, _ local: String) -> Range<Int>? {
    for holder in containers(of: element) {
      if let found = document.attributes(of: holder).first(where: { isNamed($0.name, namespace, local) }) {
        return document.trimmed(found.value)
      }
    }
    return field(of: element, namespace, local).flatMap { document.textPlace(of: $0) }
  }

  /// A text field.
  func text(of element: Int, _ namespace: Namespace, _ local: String) -> String? {
    place(of: element, namespace, local).map { XMLText.decoded(document.file.bytes, $0) }
  }

  /// A number field.
  func number(of element: Int, _ namespace: Namespace, _ local: String) -> NumberToken? {
    place(of: element, namespace, local).flatMap { NumberToken(document.file.bytes, $0) }
  }

  /// The items of a bag, sequence or alternative.
  func items(of element: Int) -> [Int] {
    document.children(of: element)
      .filter { child in ["Bag", "Seq", "Alt"].contains { isNamed(document.elements[child].name, .rdf, $0) } }
      .flatMap { document.children(of: $0) }.filter { isNamed(document.elements[$0].name, .rdf, "li") }
  }
}
