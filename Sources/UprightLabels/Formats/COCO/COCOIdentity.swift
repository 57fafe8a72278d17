// IDs of images and classes in COCO (cocodataset.org, "Data format": "id", "image_id", "category_id"), as tools write
// them.

/// An ID: usually a number in any notation, in some files a string.
enum COCOIdentity: Hashable {
  case number(Int)
  /// A number that is not an integer or overflows, without trailing zeros.
  case long(LongDecimal)
  case text(String)

  /// The ID as an image name, for lists without names.
  var name: String {
    switch self {
    case .number(let number): String(number)
    case .long(let number): String(decoding: number.text, as: UTF8.self)
    case .text(let text): text
    }
  }

  /// The next value as an ID; skips it and returns nil if it is neither a number nor a string.
  init?(_ scanner: inout JSONScanner) throws(LabelError) {
    switch try scanner.kind() {
    case .number:
      let number = try scanner.number()
      if let whole = number.whole {
        self = .number(whole)
      } else if let long = LongDecimal(number, in: scanner.bytes) {
        self = .long(long.trimmed())
      } else {
        return nil
      }
    case .string: self = .text(JSONText.decoded(scanner.bytes, try scanner.string()))
    default:
      try scanner.skip()
      return nil
    }
  }
}
