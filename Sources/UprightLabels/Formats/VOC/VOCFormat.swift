// Pascal VOC's XML (host.robots.ox.ac.uk/pascal/VOC, devkit 2012, 4.1): one file per image, boxes by their four edges
// in pixels.

public import UprightGeometry

/// Reads, reorients and writes Pascal VOC's XML.
public struct VOCFormat: LabelCoding {
  /// The meaning of a box's four numbers, which files do not state.
  public enum Numbering: Hashable, Sendable, CaseIterable {
    /// As in the devkit: pixels are counted from 1, and `xmax` is the last one inside.
    case fromOne
    /// As in many tools: edges between pixels, counted from 0.
    case fromZero
  }

  /// The meaning of the numbers.
  public var numbering: Numbering
  /// The limits for reading a file.
  public var limits: LabelLimits

  /// Pascal VOC with this numbering.
  public init(numbering: Numbering = .fromOne, limits: LabelLimits = LabelLimits()) {
    (self.numbering, self.limits) = (numbering, limits)
  }

  /// Adds the objects of one image; see ``LabelCoding``.
  public func read<S: Space>(
    _ file: LabelFile, into set: inout LabelSet<S>, size: @escaping (_ image: String) -> PixelSize<S>?
  ) throws(LabelError) {
    let annotation = try VOCAnnotation(file, limits)
    var findings = FindingList(file.name, limits)
    defer { set.findings += findings.all }
    let index = set.files.count
    set.files.append(file.name)
    let declared = PixelSize<S>(annotation.width, annotation.height)
    if let fault = annotation.sizeFault { findings.add(fault.code, line: annotation.sizeLine, fault.field, fault.note) }
    let known = annotation.sizeFault == nil ? size(annotation.image) : nil
    var image = LabelledImage(name: annotation.image, size: findings.size(known, stated: declared, "size"))
    image.statesMalformedSize = annotation.sizeFault != nil
    for (row, object) in annotation.objects(&findings).enumerated() {
      let rotated: RotatedRect<S>? = object.rotated.map(VOCAnnotation.rect)
      let box: Rect2D<S>? = object.numbers.isEmpty ? rotated.flatMap { Rect2D(around: $0.corners) } : nil
      var region = Region<S>(box: box ?? numbering.box(object.numbers), outline: rotated.map { .rotated($0) })
      region.label = object.name.map { set.index(of: $0) }
      region.attributes = object.attributes
      region.location = LabelLocation(file: index, line: object.line, row: row)
      if !object.points.isEmpty {
        findings.add(.detailLost, line: object.line, "object[\(row)]", "only its box is read, not its point or polygon")
      }
      findings.leaveOut(.part, line: object.line, "object[\(row)].part", count: object.parts.count)
      image.regions.append(region)
    }
    set.images.append(image)
  }

  /// Reorients a file in place; see ``LabelCoding``.
  public func reoriented<From: Space, To: Space>(
    _ file: LabelFile, _ turn: @escaping (_ image: String) -> LabelReorientation<From, To>?
  ) throws(LabelError) -> LabelEdit {
    let annotation = try VOCAnnotation(file, limits)
    var findings = FindingList(file.name, limits)
    var edit = LabelEdit(file.bytes)
    let objects = annotation.objects(&findings).filter { !$0.hasBrokenPart }
    let declared = PixelSize<From>(annotation.width, annotation.height)
    let turn = turn(annotation.image)
    if turn != nil, let fault = annotation.sizeFault {
      findings.add(fault.code, line: annotation.sizeLine, fault.field, fault.note)
      edit.unchangedRows = annotation.objectCount
    } else if turn != nil, declared != nil, objects.count < annotation.objectCount {
      findings.add(.imageUnknown, line: nil, "", partialNote(annotation.image))
      edit.unchangedRows = annotation.objectCount
    } else if let turn, let change = turn.change(of: declared) {
      var places: [ByteEdit] = []
      let extra = numbering == .fromOne ? 1 : 0
      let grid = GridReorientation(
        turn.orientation, across: ExactDecimal(turn.size.width + extra), down: ExactDecimal(turn.size.height + extra),
        source: file.bytes)
      let edges = GridReorientation(turn, source: file.bytes)
      if turn.orientation.swapsAxes, change == .reoriented, let width = annotation.width, let height = annotation.height
      {
        places += [width, height].places([.kept(1), .kept(0)], in: file.bytes)
      }
      for object in objects {
        for numbers in [object.numbers] + object.parts where !numbers.isEmpty {
          places += numbers.places(grid.edgeBox(numbers), in: file.bytes)
        }
        if let rotated = object.rotated {
          places += Array(rotated[..<4]).places(edges.centerBox(Array(rotated[..<4])), in: file.bytes)
          if turn.orientation.isMirrored { places += rotated[4].negatedAngle(in: file.bytes) }
        }
        places += object.points.places(grid.points(object.points), in: file.bytes)
      }
      edit.change(places)
      (edit.reorientedRows, edit.unchangedRows) = (objects.count, annotation.objectCount - objects.count)
    } else {
      findings.add(
        .imageUnknown, line: nil, "", "the image's orientation is unknown, or its header states another size")
      edit.unchangedRows = annotation.objectCount
    }
    edit.findings = findings.all
    return edit
  }

  /// The positions of elements; see ``LabelCoding``.
  public func rows(in file: LabelFile, of numbers: Set<Int>) -> [Int: LabelRow] { LabelRow.numbered("object", numbers) }

  /// One file per image; see ``LabelCoding``.
  public func written<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    set.refusingBroken { set in
      var writer = VOCWriter(numbering: numbering)
      return writer.write(set)
    }
  }
}

extension VOCFormat.Numbering {
  /// The box between edges for the four numbers.
  func box<S: Space>(_ numbers: [NumberToken]) -> Rect2D<S> {
    let start = self == .fromOne ? 1.0 : 0
    let (x, y) = (numbers[0].value - start, numbers[1].value - start)
    return Rect2D(x: x, y: y, width: numbers[2].value - x, height: numbers[3].value - y)
  }
}

/// The contents of one file.
struct VOCAnnotation {
  /// One `object` with a readable box.
  struct Object {
    /// The edges of its box; empty if it has only a rotated one.
    let numbers: [NumberToken]
    /// Its rotated box: center, width and height between edges, and radians clockwise (roLabelImg).
    let rotated: [NumberToken]?
    /// The boxes of its parts, which are not separate objects.
    let parts: [[NumberToken]]
    /// Whether the box of a part cannot be read, so that the object cannot be reoriented as a whole.
    let hasBrokenPart: Bool
    /// x and y of its point and of its polygon's corners, which are reoriented but not read.
    let points: [NumberToken]
    let name: String?
    let attributes: [LabelAttribute]
    let line: Int
  }

  private let document: XMLDocument
  let image: String
  let width: NumberToken?
  let height: NumberToken?
  /// The line of the size element.
  let sizeLine: Int?
  let sizeFault: FieldFault?

  init(_ file: LabelFile, _ limits: LabelLimits) throws(LabelError) {
    let document = try XMLDocument(file, limits)
    self.document = document
    guard document.isNamed(0, "annotation") else {
      throw LabelError(
        .wrongFormat, in: file.name, at: 0, line: 1,
        "Pascal VOC files start with <annotation>"
      ).ofOtherFormat
    }
    let name = document.child(of: 0, "filename").flatMap { document.text(of: $0) }
    image = name.flatMap { $0.isEmpty ? nil : $0 } ?? file.stem
    let size = document.child(of: 0, "size")
    width = size.flatMap { document.side(in: $0, "width") }
    height = size.flatMap { document.side(in: $0, "height") }
    sizeLine = size.map { document.line($0) }
    sizeFault = Self.repetition(document, size) ?? FieldFault(size: width, height, ("size.width", "size.height"))
  }

  /// Elements that appear twice and should state one image, or one size; readers differ in which one they use.
  private static func repetition(_ document: XMLDocument, _ size: Int?) -> FieldFault? {
    let inside = size.map { size in ["width", "height"].map { (size, $0, "size.\($0)") } } ?? []
    let all = [(0, "filename", "filename"), (0, "size", "size")] + inside
    guard let found = all.first(where: { document.children(of: $0.0, $0.1).count > 1 }) else { return nil }
    return FieldFault(.sizeMalformed, found.2, "duplicate element")
  }

  var objectCount: Int { document.children(of: 0, "object").count }

  /// The objects with a readable box; the others become findings.
  func objects(_ findings: inout FindingList) -> [Object] {
    var objects: [Object] = []
    for (index, element) in document.children(of: 0, "object").enumerated() {
      let (line, field) = (document.line(element), "object[\(index)]")
      let isRotated = document.child(of: element, "robndbox") != nil
      let rotated = isRotated ? rotatedBox(in: element, line, field, &findings) : nil
      if isRotated, rotated == nil { continue }
      let isAlone = isRotated && document.child(of: element, "bndbox") == nil
      guard let numbers = isAlone ? [] : box(in: element, line, field, &findings) else { continue }
      let (points, foreign) = VOCPoints.all(of: element, in: document)
      if let foreign {
        findings.add(
          .notExpressible, line: line, "\(field).\(foreign)",
          "coordinates in <\(foreign)> cannot be rotated, so the object is left unchanged")
        continue
      }
      var parts: [[NumberToken]] = []
      let inside = document.children(of: element, "part")
      for (part, inner) in inside.enumerated() {
        if let box = box(in: inner, document.line(inner), "\(field).part[\(part)]", &findings) { parts.append(box) }
      }
      objects.append(
        Object(
          numbers: numbers, rotated: rotated, parts: parts, hasBrokenPart: parts.count < inside.count, points: points,
          name: document.child(of: element, "name").flatMap { document.text(of: $0) },
          attributes: attributes(element), line: line))
    }
    return objects
  }

  /// The four numbers of the box in an element; nil with a finding if invalid.
  private func box(in element: Int, _ line: Int, _ field: String, _ findings: inout FindingList) -> [NumberToken]? {
    guard let box = document.child(of: element, "bndbox") else {
      findings.add(.fieldMissing, line: line, field + ".bndbox")
      return nil
    }
    let edges = ["xmin", "ymin", "xmax", "ymax"]
    if document.children(of: element, "bndbox").count > 1
      || edges.contains(where: { document.children(of: box, $0).count > 1 })
    {
      findings.add(.rowMalformed, line: line, "\(field).bndbox", "duplicate box or box edge")
      return nil
    }
    var numbers: [NumberToken] = []
    for edge in edges {
      guard let number = document.number(in: box, edge), number.isPlace else {
        let isThere = document.child(of: box, edge) != nil
        findings.add(isThere ? .numberInvalid : .fieldMissing, line: line, "\(field).bndbox.\(edge)")
        return nil
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The five numbers of the rotated box in an element; nil with a finding if invalid.
  private func rotatedBox(
    in element: Int, _ line: Int, _ field: String, _ findings: inout FindingList
  ) -> [NumberToken]? {
    guard let box = document.child(of: element, "robndbox") else { return nil }
    let names = ["cx", "cy", "w", "h", "angle"]
    if document.children(of: element, "robndbox").count > 1
      || names.contains(where: { document.children(of: box, $0).count > 1 })
    {
      findings.add(.rowMalformed, line: line, "\(field).robndbox", "duplicate box or box field")
      return nil
    }
    var numbers: [NumberToken] = []
    for name in names {
      guard let number = document.number(in: box, name), number.isPlace else {
        let isThere = document.child(of: box, name) != nil
        findings.add(isThere ? .numberInvalid : .fieldMissing, line: line, "\(field).robndbox.\(name)")
        return nil
      }
      numbers.append(number)
    }
    return numbers
  }

  /// The rectangle of a rotated box's five numbers.
  static func rect<S: Space>(_ numbers: [NumberToken]) -> RotatedRect<S> {
    RotatedRect(
      center: Point2D(x: numbers[0].value, y: numbers[1].value),
      size: Size2D(width: numbers[2].value, height: numbers[3].value), degrees: numbers[4].value * 180 / .pi)
  }

  private func attributes(_ object: Int) -> [LabelAttribute] {
    ["pose", "truncated", "difficult", "occluded"].compactMap { name in
      document.child(of: object, name).flatMap { document.text(of: $0) }.map { LabelAttribute(name, $0) }
    }
  }
}

extension XMLDocument {
  /// The number in a child element's text.
  func number(in element: Int, _ name: String) -> NumberToken? {
    child(of: element, name).flatMap { textPlace(of: $0) }.flatMap { NumberToken(file.bytes, $0) }
  }
}

/// Writes a set as one file per image.
private struct VOCWriter {
  private let numbering: VOCFormat.Numbering
  private var output = LabelOutput()

  init(numbering: VOCFormat.Numbering) { self.numbering = numbering }

  mutating func write<S: Space>(_ set: LabelSet<S>) -> LabelOutput {
    for image in set.images {
      guard let name = output.name(for: image.name, extension: "xml") else { continue }
      output.files.append(LabelFile(name: name, bytes: document(image, set.names)))
    }
    return output
  }

  private mutating func document<S: Space>(_ image: LabelledImage<S>, _ names: [String]) -> [UInt8] {
    var xml = XMLWriter()
    xml.open("annotation")
    xml.element("filename", String(image.name.split(separator: "/").last ?? ""))
    if let size = image.size {
      xml.open("size")
      xml.element("width", String(size.width))
      xml.element("height", String(size.height))
      xml.element("depth", "3")
      xml.close("size")
    }
    for region in image.regions {
      xml.open("object")
      xml.element("name", region.className(in: names) ?? "object")
      for (name, standard) in [("pose", "Unspecified"), ("truncated", "0"), ("difficult", "0")] {
        xml.element(name, region.attributes.first { $0.name == name }?.value ?? standard)
      }
      xml.open("bndbox")
      for (name, text) in zip(["xmin", "ymin", "xmax", "ymax"], numbering.edges(of: region.box, region.precision)) {
        xml.element(name, String(decoding: text, as: UTF8.self))
      }
      xml.close("bndbox")
      xml.close("object")
      output.findings.lostAllButBox(region, image.name)
    }
    xml.close("annotation")
    return xml.bytes
  }
}

extension VOCFormat.Numbering {
  /// Left, top, right and bottom of a box between edges.
  func edges<S: Space>(of box: Rect2D<S>, _ precision: LabelPrecision<S>) -> [[UInt8]] {
    var box = box
    if self == .fromOne {
      (box.x, box.y, box.width, box.height) = (box.x + 1, box.y + 1, box.width - 1, box.height - 1)
    }
    return BoxText.edges(box, precision)
  }
}

// Positions of a Pascal VOC object besides its box: the point of a person (VOC2012, "Action Classification"), and
// polygons of other tools.

/// Finds the positions in an object.
private enum VOCPoints {
  /// Elements with positions, in the orders in which tools write them; the box and parts are read elsewhere.
  private static let known: Set<String> = ["point", "polygon"]
  private static let places: Set<String> = [
    "x", "y", "cx", "cy", "w", "h", "width", "height", "angle", "xmin", "ymin", "xmax", "ymax",
  ]

  /// x and y of each point, or the name of an element with unknown positions.
  static func all(of object: Int, in document: XMLDocument) -> (points: [NumberToken], foreign: String?) {
    var points: [NumberToken] = []
    for element in document.children(of: object) {
      let name = document.name(element)
      guard !["bndbox", "robndbox", "part"].contains(name) else { continue }
      guard known.contains(name) else {
        if hasPlaces(element, document) { return ([], name) }
        continue
      }
      guard let found = pairs(in: element, document) else { return ([], name) }
      points += found
    }
    return (points, nil)
  }

  /// `<x/><y/>`, `<x1/><y1/><x2/><y2/>…`, or such inside `<pt>`; nil for anything else.
  private static func pairs(in element: Int, _ document: XMLDocument) -> [NumberToken]? {
    let children = document.children(of: element)
    if children.isEmpty { return document.text(of: element).map { $0.isEmpty } ?? true ? [] : nil }
    var (numbers, suffix): ([NumberToken], String?) = ([], nil)
    for child in children {
      let name = document.name(child)
      if name == "pt" || name == "point" {
        guard suffix == nil, let inner = pairs(in: child, document) else { return nil }
        numbers += inner
        continue
      }
      if name == "username" { continue }
      let isAcross = suffix == nil
      guard name.hasPrefix(isAcross ? "x" : "y"), suffix.map({ name.dropFirst() == $0 }) ?? true,
        name.dropFirst().allSatisfy(\.isNumber),
        let place = document.textPlace(of: child), let number = NumberToken(document.file.bytes, place), number.isPlace
      else { return nil }
      numbers.append(number)
      suffix = isAcross ? String(name.dropFirst()) : nil
    }
    return suffix == nil ? numbers : nil
  }

  private static func hasPlaces(_ element: Int, _ document: XMLDocument) -> Bool {
    document.children(of: element).contains {
      let name = document.name($0)
      return places.contains(name) || ["x", "y"].contains(name.prefix(1)) && name.dropFirst().allSatisfy(\.isNumber)
        || hasPlaces($0, document)
    }
  }
}
