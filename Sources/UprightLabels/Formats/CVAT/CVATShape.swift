// One shape of CVAT's XML, with the ranges of its numbers (docs.cvat.ai, "XML annotation format", 1.1).

import UprightGeometry

/// A shape in an image, as stated by its element.
struct CVATShape {
  /// The kind of element.
  enum Kind: String, CaseIterable {
    case box, polygon, polyline, points, ellipse, mask, skeleton

    /// The attributes that are single numbers, in the order in which they are kept.
    var numberNames: [String] {
      switch self {
      case .box: ["xtl", "ytl", "xbr", "ybr"]
      case .ellipse: ["cx", "cy", "rx", "ry"]
      case .mask: ["left", "top", "width", "height"]
      case .polygon, .polyline, .points, .skeleton: []
      }
    }

    /// Minimum number of points; 0 if the kind has no points.
    var fewestPoints: Int {
      switch self {
      case .polygon: 3
      case .polyline: 2
      case .points: 1
      default: 0
      }
    }
  }

  /// Attributes of a shape besides its position; all others are in child elements.
  static let ownAttributes = ["source", "occluded", "z_order"]

  /// A point of a skeleton.
  struct Joint {
    let name: String
    let x, y: NumberToken
    let visibility: UInt8
  }

  let kind: Kind
  /// The numbers of ``Kind/numberNames``, or x and y of each point.
  let numbers: [NumberToken]
  /// Degrees clockwise about the center.
  let rotation: NumberToken?
  /// A mask's row-major runs, the first one outside.
  let runs: [NumberToken]
  let joints: [Joint]
  let label: String?
  /// The shape's group; nil for none.
  let group: String?
  let attributes: [LabelAttribute]
  let line: Int
}

/// Reads shapes from a document.
struct CVATShapeReader {
  private let document: XMLDocument
  private let element: Int
  private let attributes: XMLAttributes
  private let field: String
  private let line: Int

  init(_ document: XMLDocument, _ element: Int, field: String) {
    (self.document, self.element, self.field) = (document, element, field)
    attributes = XMLAttributes(document, element)
    line = document.line(element)
  }

  /// The shape; nil with a finding if its element is invalid.
  func shape(_ findings: inout FindingList) -> CVATShape? {
    guard let kind = CVATShape.Kind(rawValue: document.name(element)) else {
      findings.add(
        .notExpressible, line: line, field, "\(document.name(element)) is not a supported shape")
      return nil
    }
    var numbers: [NumberToken] = []
    for name in kind.numberNames {
      guard let number = number(name, &findings) else { return nil }
      numbers.append(number)
    }
    if kind.fewestPoints > 0 {
      guard let points = points(of: attributes, field, &findings) else { return nil }
      guard points.count >= 2 * kind.fewestPoints else {
        findings.add(.rowMalformed, line: line, field + ".points", "expected at least \(kind.fewestPoints) points")
        return nil
      }
      numbers = points
    }
    var (runs, joints): ([NumberToken], [CVATShape.Joint]) = ([], [])
    if kind == .mask {
      guard let found = self.runs(numbers, &findings) else { return nil }
      runs = found
    } else if kind == .skeleton {
      guard let found = self.joints(&findings) else { return nil }
      joints = found
    }
    guard let rotation = rotation(kind, &findings) else { return nil }
    let group = attributes.text("group_id")
    return CVATShape(
      kind: kind, numbers: numbers, rotation: rotation.token, runs: runs, joints: joints,
      label: attributes.text("label"), group: group == "" || group == "0" ? nil : group,
      attributes: remarks, line: line)
  }

  private func number(_ name: String, _ findings: inout FindingList) -> NumberToken? {
    if let number = attributes.number(name), number.isPlace { return number }
    findings.add(attributes.place(name) == nil ? .fieldMissing : .numberInvalid, line: line, "\(field).\(name)")
    return nil
  }

  /// An optional value; a nil `Rotation` means that the row is lost.
  private struct Rotation { let token: NumberToken? }

  private func rotation(_ kind: CVATShape.Kind, _ findings: inout FindingList) -> Rotation? {
    guard kind == .box || kind == .ellipse, attributes.place("rotation") != nil else { return Rotation(token: nil) }
    return number("rotation", &findings).map { Rotation(token: $0) }
  }

  /// Points as `x,y;x,y`.
  private func points(
    of attributes: XMLAttributes, _ field: String, _ findings: inout FindingList
  ) -> [NumberToken]? {
    guard let place = attributes.place("points") else {
      findings.add(.fieldMissing, line: line, field + ".points")
      return nil
    }
    var numbers: [NumberToken] = []
    for part in document.parts(of: place, between: 0x3B) where !document.trimmed(part).isEmpty {
      let pair = document.parts(of: part, between: 0x2C).compactMap { NumberToken.only(in: document.file.bytes, $0) }
      guard pair.count == 2, document.parts(of: part, between: 0x2C).count == 2, pair.allSatisfy(\.isPlace) else {
        findings.add(.numberInvalid, line: line, "\(field).points[\(numbers.count / 2)]")
        return nil
      }
      numbers += pair
    }
    return numbers
  }

  private func runs(_ numbers: [NumberToken], _ findings: inout FindingList) -> [NumberToken]? {
    guard let place = attributes.place("rle") else {
      findings.add(.fieldMissing, line: line, field + ".rle")
      return nil
    }
    let parts = document.parts(of: place, between: 0x2C)
    let runs = parts.compactMap { NumberToken.only(in: document.file.bytes, $0) }
    guard runs.count == parts.count, CVATMask<Stored>(numbers, runs) != nil else {
      findings.add(.maskInvalid, line: line, field + ".rle")
      return nil
    }
    return runs
  }

  private func joints(_ findings: inout FindingList) -> [CVATShape.Joint]? {
    var joints: [CVATShape.Joint] = []
    for inner in document.children(of: element, "points") {
      let own = XMLAttributes(document, inner)
      let place = "\(field).points[\(joints.count)]"
      guard let numbers = points(of: own, place, &findings) else { return nil }
      guard numbers.count == 2 else {
        findings.add(.rowMalformed, line: line, place, "a skeleton's point needs exactly one position")
        return nil
      }
      let visibility: UInt8 = own.text("outside") == "1" ? 0 : own.text("occluded") == "1" ? 1 : 2
      joints.append(.init(name: own.text("label") ?? "", x: numbers[0], y: numbers[1], visibility: visibility))
    }
    if joints.isEmpty { findings.add(.fieldMissing, line: line, field + ".points") }
    return joints.isEmpty ? nil : joints
  }

  private var remarks: [LabelAttribute] {
    let own = CVATShape.ownAttributes.compactMap { name in attributes.text(name).map { LabelAttribute(name, $0) } }
    return own
      + document.children(of: element, "attribute").compactMap { inner in
        guard let name = document.attribute(of: inner, "name"), let text = document.text(of: inner) else { return nil }
        return LabelAttribute(name, text)
      }
  }
}

extension XMLDocument {
  /// The parts of a range between occurrences of a byte.
  func parts(of place: Range<Int>, between mark: UInt8) -> [Range<Int>] {
    var (parts, first): ([Range<Int>], Int) = ([], place.lowerBound)
    for at in place where file.bytes[at] == mark {
      parts.append(first..<at)
      first = at + 1
    }
    return parts + [first..<place.upperBound]
  }
}
