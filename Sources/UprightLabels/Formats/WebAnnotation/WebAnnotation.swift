// One annotation of the Web Annotation Data Model (W3C, 2017, 3 and 4), with the ranges of its positions, and
// its targets as rows (Media Fragments URI 1.0, 4.2.2).

import UprightGeometry

/// The contents of an annotation that matter for labels.
struct WebAnnotation {
  /// How a part of a target is selected (4.2; IIIF Presentation API, `ImageApiSelector`).
  enum SelectorKind {
    case fragment, svg, region
    case other(String)
  }

  /// A selector and the range of its value, without quotes.
  struct Selector {
    let kind: SelectorKind
    let value: Range<Int>?
  }

  /// A target: an image and a part of it.
  struct Target {
    var source: String?
    var width: NumberToken?
    var height: NumberToken?
    var selectors: [Selector] = []
    var line = 0
  }

  /// A textual body, or a body of which only the purpose matters.
  struct Body {
    var purposes: [String] = []
    var value: String?
  }

  var targets: [Target] = []
  var bodies: [Body] = []
  var duplicates: [String] = []
  var line = 0

  /// The class: the text for tagging, classifying or identifying, otherwise one without a purpose.
  var label: String? {
    let named = bodies.first { !Set($0.purposes).isDisjoint(with: Self.naming) && $0.value != nil }
    return (named ?? bodies.first { $0.purposes.isEmpty && $0.value != nil })?.value
  }

  private static let naming: Set<String> = ["tagging", "classifying", "identifying"]

  /// The other textual bodies.
  var attributes: [LabelAttribute] {
    bodies.compactMap { body in
      guard let purpose = body.purposes.first, let value = body.value, !Self.naming.contains(purpose) else {
        return nil
      }
      return LabelAttribute(purpose, value)
    }
  }
}

/// A target and its name in findings.
struct WebAnnotationRow {
  let target: WebAnnotation.Target
  let field: String
  let image: String

  init(_ target: WebAnnotation.Target, field: String) {
    (self.target, self.field) = (target, field)
    image = ImageIRI.name(of: target.source ?? "")
  }

  /// The fault of the size that the target states.
  var sizeFault: FieldFault? { FieldFault(size: target.width, target.height, (".width", ".height")) }

  /// The size of the image that the target states.
  func statedSize<S: Space>() -> PixelSize<S>? { PixelSize(target.width, target.height) }

  /// The positions of a target.
  struct Parts {
    var box: MediaFragmentText?
    var shape: SVGShape?
    var region: [NumberToken]?
    var regionIsPercent = false

    /// Whether a selector of this kind was read before.
    func has(_ kind: WebAnnotation.SelectorKind) -> Bool {
      switch kind {
      case .fragment: box != nil
      case .svg: shape != nil
      case .region: region != nil
      case .other: false
      }
    }
  }

  /// The contents of the selectors; nil with a finding if one of them is unsupported.
  func parts(in bytes: [UInt8], _ findings: inout FindingList) -> Parts? {
    var parts = Parts()
    for (index, selector) in target.selectors.enumerated() {
      let field = "\(field).selector[\(index)]"
      func fault(_ code: LabelFinding.Code, _ note: String) { findings.add(code, line: target.line, field, note) }
      if case .other(let name) = selector.kind {
        fault(.notExpressible, "selectors of type '\(name)' are not read")
        return nil
      }
      guard let value = selector.value else {
        fault(.fieldMissing, "the selector's value is missing")
        return nil
      }
      guard !parts.has(selector.kind) else {
        fault(.notExpressible, "two selectors of one kind locate this target, and only one could be rotated")
        return nil
      }
      switch selector.kind {
      case .fragment:
        guard let box = MediaFragmentText(bytes, value) else {
          fault(.numberInvalid, "expected xywh= and four numbers")
          return nil
        }
        parts.box = box
      case .svg:
        do throws(SVGShape.Fault) { parts.shape = try SVGShape(bytes, value) } catch {
          fault(.notExpressible, error.note)
          return nil
        }
      default:
        guard let region = Self.region(bytes, value) else {
          fault(.numberInvalid, "expected x,y,w,h or pct:x,y,w,h")
          return nil
        }
        (parts.region, parts.regionIsPercent) = region
      }
    }
    guard parts.box != nil || parts.shape != nil || parts.region != nil else {
      findings.add(
        .fieldMissing, line: target.line, field + ".selector", "the selector for a part of the image is missing")
      return nil
    }
    return parts
  }

  private static func region(_ bytes: [UInt8], _ place: Range<Int>) -> ([NumberToken], Bool)? {
    let isPercent = bytes[place].starts(with: "pct:".utf8)
    let rest = isPercent ? place.lowerBound + 4..<place.upperBound : place
    let fields = bytes[rest].split(separator: 0x2C, omittingEmptySubsequences: false)
    let numbers = fields.compactMap { NumberToken(bytes, $0.startIndex..<$0.endIndex) }
    guard fields.count == 4, numbers.count == 4, numbers.allSatisfy(\.isPlace) else { return nil }
    return (numbers, isPercent)
  }
}

extension WebAnnotationRow.Parts {
  /// Adds the numbers to the evidence.
  func show(to evidence: inout NumberStyleEvidence) {
    for number in (box?.numbers ?? []) + (region ?? []) { evidence.see(number) }
    for number in shape?.numbers ?? [] { evidence.see(number, inBox: shape?.kind == .rect) }
  }
}

/// An image name as an IRI (RFC 3987); characters that are not allowed are percent-encoded.
enum ImageIRI {
  private static let foreign = Set("#%?\"<>\\^`{|} ".utf8)

  /// The IRI of a file with this name, relative to the annotations.
  static func of(_ name: String) -> String {
    var bytes: [UInt8] = []
    for byte in name.utf8 {
      if byte <= 0x20 || byte == 0x7F || foreign.contains(byte) {
        bytes.append(0x25)
        bytes += [byte >> 4, byte & 15].map { $0 < 10 ? 0x30 + $0 : 0x37 + $0 }
      } else {
        bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The name in an IRI.
  static func name(of address: String) -> String {
    String(decoding: PercentText.decoded(address.utf8), as: UTF8.self)
  }
}
