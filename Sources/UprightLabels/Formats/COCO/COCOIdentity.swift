// Ids of pictures and classes in COCO (cocodataset.org, "Data format": "id", "image_id", "category_id"), as tools spell them.

/// What an id is: mostly a number, however it is spelled, in some files a text.
enum COCOIdentity: Hashable {
  case number(Int)
  /// A number that is not whole, or does not fit a word, without zeros at its end.
  case long(LongDecimal)
  case text(String)

  /// The id as the name of a picture, for lists that have no other.
  var name: String {
    switch self {
    case .number(let number): String(number)
    case .long(let number): String(decoding: number.text, as: UTF8.self)
    case .text(let text): text
    }
  }

  /// The id that comes next; nil, and passed over, where neither a number nor a text does.
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
