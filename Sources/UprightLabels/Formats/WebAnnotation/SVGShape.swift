// The shape of an `SvgSelector` (W3C Web Annotation Data Model, 4.2.7; SVG 1.1, 9 and 8.3): one shape, in pixels,
// without transforms.

import UprightGeometry

/// A shape and the ranges of its numbers in the file.
struct SVGShape {
  /// The meaning of its numbers.
  enum Kind {
    /// Left, top, width and height.
    case rect
    /// A center, and half the width and height.
    case ellipse
    /// A center and a radius.
    case circle
    /// x and y of points.
    case polygon, line
  }

  /// Why a text is not a supported shape.
  struct Fault: Error { let note: String }

  let kind: Kind
  let numbers: [NumberToken]
  /// The end of each polygon ring in the list of numbers.
  let ringEnds: [Int]
  let filling: Filling

  /// As ``Polygon/Filling``, but independent of a space.
  enum Filling { case union, evenOdd }

  /// Parses the JSON string in the range `place`.
  ///
  /// - Throws: `Fault` if it is not a supported shape.
  init(_ bytes: [UInt8], _ place: Range<Int>) throws(Fault) {
    let map = JSONTextMap(bytes, place)
    let document: XMLDocument
    do throws(LabelError) {
      document = try XMLDocument(LabelFile(name: "", bytes: map.text))
    } catch { throw Fault(note: "the SVG cannot be read: \(error.note)") }
    let parser = try SVGParser(document)
    (kind, ringEnds, filling) = (parser.kind, parser.ringEnds, parser.filling)
    numbers = try parser.numbers.map { (token) throws(Fault) in
      guard let place = map.offset(of: token.range) else { throw Fault(note: "an SVG number is escaped") }
      return NumberToken(range: place, value: token.value, exact: token.exact)
    }
  }

  /// The outline; nil for a rectangle, which is a box.
  func outline<S: Space>(in space: S.Type) -> Outline<S>? {
    let values = numbers.map(\.value)
    func points(_ range: Range<Int>) -> [Point2D<S>] {
      stride(from: range.lowerBound, to: range.upperBound, by: 2).map { Point2D(x: values[$0], y: values[$0 + 1]) }
    }
    switch kind {
    case .rect: return nil
    case .ellipse, .circle:
      let size = Size2D<S>(width: 2 * values[2], height: 2 * (kind == .circle ? values[2] : values[3]))
      return .ellipse(RotatedRect(center: Point2D(x: values[0], y: values[1]), size: size, degrees: 0))
    case .line: return .line(points(0..<values.count))
    case .polygon:
      let rings = zip([0] + ringEnds, ringEnds).map { points($0..<$1) }
      return .polygon(Polygon(rings: rings, filling: filling == .union ? .union : .evenOdd))
    }
  }

  /// The box of a rectangle; nil for other shapes.
  func box<S: Space>(in space: S.Type) -> Rect2D<S>? {
    guard kind == .rect else { return nil }
    return Rect2D(x: numbers[0].value, y: numbers[1].value, width: numbers[2].value, height: numbers[3].value)
  }

  /// The reoriented numbers.
  func reoriented(_ grid: GridReorientation) -> [ReorientedNumber] {
    switch kind {
    case .rect: return grid.cornerBox(numbers)
    case .ellipse: return grid.centerBox(numbers)
    case .circle:
      let (x, y) = grid.point(0, 1, of: numbers)
      return [x, y, .kept(2)]
    case .polygon, .line: return grid.points(numbers)
    }
  }
}

/// Finds the single shape of an SVG document.
private struct SVGParser {
  private let document: XMLDocument
  private(set) var kind = SVGShape.Kind.polygon
  private(set) var numbers: [NumberToken] = []
  private(set) var ringEnds: [Int] = []
  private(set) var filling = SVGShape.Filling.union

  init(_ document: XMLDocument) throws(SVGShape.Fault) {
    self.document = document
    var (isFirst, isPolygon) = (true, true)
    for element in document.elements.indices {
      let name = document.name(element).split(separator: ":").last.map(String.init) ?? ""
      let attributes = XMLAttributes(document, element)
      for foreign in ["transform", "viewBox"] where attributes.place(foreign) != nil {
        throw .init(note: "the SVG contains a \(foreign), so its numbers are not image pixels")
      }
      if ["svg", "g", "title", "desc", "defs", "style", "metadata"].contains(name) { continue }
      isPolygon = isPolygon && name == "polygon"
      if !isFirst, !isPolygon { throw .init(note: "the SVG has several shapes") }
      isFirst = false
      try take(name, attributes)
    }
    if isFirst { throw .init(note: "the SVG has no shape") }
  }

  private mutating func take(_ name: String, _ attributes: XMLAttributes) throws(SVGShape.Fault) {
    switch name {
    case "rect": try single(.rect, ["x", "y", "width", "height"], attributes)
    case "ellipse": try single(.ellipse, ["cx", "cy", "rx", "ry"], attributes)
    case "circle": try single(.circle, ["cx", "cy", "r"], attributes)
    case "polygon": try points(attributes, .polygon, fewest: 3)
    case "polyline": try points(attributes, .line, fewest: 2)
    case "path": try path(attributes)
    default: throw .init(note: "\(name) is not a supported shape")
    }
  }

  private mutating func single(
    _ kind: SVGShape.Kind, _ names: [String], _ attributes: XMLAttributes
  ) throws(SVGShape.Fault) {
    self.kind = kind
    for name in names {
      guard let number = attributes.number(name), number.isPlace else {
        throw .init(note: "expected a number of pixels in \(name)")
      }
      numbers.append(number)
    }
  }

  private mutating func points(
    _ attributes: XMLAttributes, _ kind: SVGShape.Kind, fewest: Int
  ) throws(SVGShape.Fault) {
    self.kind = kind
    var reader = SVGNumbers(document.file.bytes, attributes.place("points") ?? 0..<0)
    let count = numbers.count
    while let number = reader.number() { numbers.append(number) }
    guard reader.isAtEnd, numbers.count - count >= 2 * fewest, numbers.count.isMultiple(of: 2),
      numbers[count...].allSatisfy(\.isPlace)
    else { throw .init(note: "expected at least \(fewest) points of two numbers") }
    ringEnds.append(numbers.count)
  }

  /// A path with straight lines between absolute positions.
  private mutating func path(_ attributes: XMLAttributes) throws(SVGShape.Fault) {
    var reader = SVGNumbers(document.file.bytes, attributes.place("d") ?? 0..<0)
    var isClosed = false
    while let command = reader.command() {
      switch command {
      case 0x4D, 0x4C:
        if command == 0x4D, numbers.count > (ringEnds.last ?? 0) { ringEnds.append(numbers.count) }
        while let number = reader.number() { numbers.append(number) }
        guard numbers.count.isMultiple(of: 2) else { throw .init(note: "a path point needs two numbers") }
      case 0x5A, 0x7A: isClosed = true
      default: throw .init(note: "only straight lines between absolute positions are read: M, L and Z")
      }
    }
    if numbers.count > (ringEnds.last ?? 0) { ringEnds.append(numbers.count) }
    let shortest = zip([0] + ringEnds, ringEnds).map { $1 - $0 }.min() ?? 0
    kind = isClosed || ringEnds.count > 1 ? .polygon : .line
    guard reader.isAtEnd, shortest >= (kind == .polygon ? 6 : 4), numbers.allSatisfy(\.isPlace) else {
      throw .init(note: "the path has too few or invalid points")
    }
    filling = attributes.text("fill-rule") == "evenodd" ? .evenOdd : .union
  }
}

/// SVG numbers between spaces, commas and letters. Numbers separated only by a sign or a point are rejected, because
/// reoriented numbers might merge.
private struct SVGNumbers {
  private let bytes: [UInt8]
  private let start, end: Int
  private var at: Int

  init(_ bytes: [UInt8], _ place: Range<Int>) {
    self.bytes = bytes
    (at, start, end) = (place.lowerBound, place.lowerBound, place.upperBound)
  }

  var isAtEnd: Bool { at == end }

  private mutating func skipSpaces(andCommas: Bool) {
    while at < end, TextLines.isSpace(bytes[at]) || andCommas && bytes[at] == 0x2C { at += 1 }
  }

  mutating func number() -> NumberToken? {
    skipSpaces(andCommas: true)
    var next = at
    if at > start, bytes[at - 1] == 0x2E || bytes[at - 1] &- 0x30 < 10 { return nil }
    guard let token = NumberToken(bytes.span, at: &next, end: end, strictly: false) else { return nil }
    at = next
    skipSpaces(andCommas: false)
    return token
  }

  /// The next command letter.
  mutating func command() -> UInt8? {
    skipSpaces(andCommas: true)
    guard at < end, (0x41...0x5A).contains(bytes[at] & 0xDF) else { return nil }
    at += 1
    return bytes[at - 1]
  }
}
