// The size of a picture as labels state it (cocodataset.org, "width" and "height"; VOC's <size>, and the like): whole pixels, one or more.

extension FieldFault {
  /// What is wrong with the sides that a file states; nil where neither is stated, or both are what a picture can have.
  init?(size width: NumberToken?, _ height: NumberToken?, _ fields: (String, String) = ("width", "height")) {
    guard width != nil || height != nil else { return nil }
    let (isWidth, isHeight) = (width?.isSide ?? false, height?.isSide ?? false)
    guard !isWidth || !isHeight else { return nil }
    let isThere = isWidth ? height != nil : width != nil
    self.init(
      .sizeMalformed, isWidth ? fields.1 : fields.0,
      isThere ? "a whole number of pixels, 1 or more, should be here" : "only the other side of the picture is stated")
  }
}

extension NumberToken {
  /// Stands for something that should be a number and is none.
  static func none(_ place: Range<Int>) -> NumberToken { NumberToken(range: place, value: .nan, exact: nil) }

  /// Whether a side of a picture can be so long.
  var isSide: Bool { isPlace && value >= 1 && value == value.rounded() }
}

extension JSONScanner {
  /// The side of a picture that comes next: nil for null; for what is no number, a token without a value.
  mutating func sideOrSkip() throws(LabelError) -> NumberToken? {
    switch try kind() {
    case .number: return try number()
    case .null:
      try skip()
      return nil
    default: return .none(try skip())
    }
  }
}

extension XMLDocument {
  /// The side of a picture that is the text of an element; nil where there is no such element.
  func side(in element: Int, _ name: String) -> NumberToken? {
    child(of: element, name).map { side in
      textPlace(of: side).flatMap { NumberToken(file.bytes, $0) } ?? .none(elements[side].content)
    }
  }
}

extension XMLAttributes {
  /// The side of a picture that is the value of an attribute; nil where there is none.
  func side(_ name: String) -> NumberToken? { place(name).map { number(name) ?? .none($0) } }
}
