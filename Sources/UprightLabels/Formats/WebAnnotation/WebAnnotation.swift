// One annotation of the Web Annotation Data Model (W3C, 2017, 3 and 4), with the places of what says where it is.

/// What an annotation says, as far as labels go.
struct WebAnnotation {
  /// How a part of a target is told (4.2; IIIF Presentation API, `ImageApiSelector`).
  enum SelectorKind {
    case fragment, svg, region
    case other(String)
  }

  /// A selector and where its value stands, without quotes.
  struct Selector {
    let kind: SelectorKind
    let value: Range<Int>?
  }

  /// A target: a picture and a part of it.
  struct Target {
    var source: String?
    var width: NumberToken?
    var height: NumberToken?
    var selectors: [Selector] = []
    var line = 0
  }

  /// A body that is text, or of which only the purpose matters.
  struct Body {
    var purposes: [String] = []
    var value: String?
  }

  var targets: [Target] = []
  var bodies: [Body] = []
  var duplicates: [String] = []
  var line = 0

  /// What the thing is called: the text that tags, classifies or identifies it, or else one without a purpose.
  var label: String? {
    let named = bodies.first { !Set($0.purposes).isDisjoint(with: Self.naming) && $0.value != nil }
    return (named ?? bodies.first { $0.purposes.isEmpty && $0.value != nil })?.value
  }

  private static let naming: Set<String> = ["tagging", "classifying", "identifying"]

  /// What else is said in words.
  var attributes: [LabelAttribute] {
    bodies.compactMap { body in
      guard let purpose = body.purposes.first, let value = body.value, !Self.naming.contains(purpose) else {
        return nil
      }
      return LabelAttribute(purpose, value)
    }
  }
}
