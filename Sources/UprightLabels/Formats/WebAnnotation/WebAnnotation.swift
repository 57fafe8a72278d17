// One annotation of the Web Annotation Data Model (W3C, 2017, 3 and 4), with the ranges of its positions.

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
