// An image size stated in labels (cocodataset.org, "width" and "height"; VOC's <size>, and similar): positive
// integers.

import UprightGeometry

extension FieldFault {
  /// The fault of the stated sides; nil if neither is stated, or both are valid.
  init?(size width: NumberToken?, _ height: NumberToken?, _ fields: (String, String) = ("width", "height")) {
    guard width != nil || height != nil else { return nil }
    let (isWidth, isHeight) = (width?.isSide ?? false, height?.isSide ?? false)
    guard !isWidth || !isHeight else { return nil }
    let isThere = isWidth ? height != nil : width != nil
    self.init(
      .sizeMalformed, isWidth ? fields.1 : fields.0,
      isThere ? "expected a whole number of pixels, at least 1" : "only one side of the image is stated")
  }
}

extension FindingList {
  /// An image of a list, with its size: the one in its header, or else the stated one. A malformed size is reported, and
  /// no other is used then.
  mutating func listed<S: Space>(
    _ image: String, _ width: NumberToken?, _ height: NumberToken?, line: Int?, _ field: String,
    _ size: (_ image: String) -> PixelSize<S>?
  ) -> LabelledImage<S> {
    let fault = FieldFault(size: width, height)
    if let fault { add(fault.code, line: line, "\(field).\(fault.field)", fault.note) }
    let known = fault == nil ? size(image) : nil
    let stated = PixelSize<S>(width, height)
    var listed = LabelledImage(name: image, size: self.size(known, stated: stated, line: line, field))
    listed.statesMalformedSize = fault != nil
    return listed
  }
}

extension NumberToken {
  /// Stands for an expected number that is invalid.
  static func none(_ place: Range<Int>) -> NumberToken { NumberToken(range: place, value: .nan, exact: nil) }

  /// Whether it is a valid side length of an image.
  var isSide: Bool { isPlace && value >= 1 && value == value.rounded() }
}

extension JSONScanner {
  /// The next value as a side length: nil for null, a token without a value for anything else that is not a number.
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
  /// The side length in a child element's text; nil if there is no such element.
  func side(in element: Int, _ name: String) -> NumberToken? {
    child(of: element, name).map { side in
      textPlace(of: side).flatMap { NumberToken(file.bytes, $0) } ?? .none(elements[side].content)
    }
  }
}

extension XMLAttributes {
  /// The side length in an attribute; nil if there is none.
  func side(_ name: String) -> NumberToken? { place(name).map { number(name) ?? .none($0) } }
}
