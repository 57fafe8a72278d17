// Fields of JSON objects as formats take them (RFC 8259, 4): a value of the kind that is meant, or nothing; a key that stands twice is a fault.

/// The known keys of one object, of which each counts once.
struct JSONFields {
  private var keys: JSONKeys
  private var seen: UInt64 = 0
  /// How many members have come by, known or not.
  private(set) var count = 0
  /// Whether a key stands twice on which places depend, so that nobody can tell which of them other readers take.
  private(set) var isAmbiguous = false
  /// Whether that is a picture's name.
  private(set) var isNameless = false

  /// Of an object with keys, at most 64.
  init(_ keys: JSONKeys) { self.keys = keys }

  /// The next known key; others are passed over, and so are those that stood before, which are faults. Nil behind the last.
  mutating func next(
    _ scanner: inout JSONScanner, _ faults: inout [FieldFault], in field: String = ""
  ) throws(LabelError) -> Int? {
    while let place = try scanner.key() {
      count += 1
      guard let key = keys.index(of: place, in: scanner.bytes) else {
        try scanner.skip()
        continue
      }
      if seen & 1 << UInt64(key) == 0 {
        seen |= 1 << UInt64(key)
        return key
      }
      faults.append(twice(key, "\(field).\(JSONText.decoded(scanner.bytes, place))"))
      try scanner.skip()
    }
    return nil
  }

  private mutating func twice(_ key: Int, _ field: String) -> FieldFault {
    let (isPlace, isName) = (keys.places.contains(key), keys.names.contains(key))
    isAmbiguous = isAmbiguous || isPlace || isName
    isNameless = isNameless || isName
    if isName { return FieldFault(.imageMissing, field, JSONKeys.twice) }
    return isPlace ? FieldFault(.rowMalformed, field, JSONKeys.twice) : FieldFault(.duplicateKey, field)
  }
}

extension JSONScanner {
  /// The number that comes next; nil, and passed over, where something else does.
  mutating func numberOrSkip() throws(LabelError) -> NumberToken? {
    if try kind() == .number { return try number() }
    try skip()
    return nil
  }

  /// The text that comes next; nil, and passed over, where something else does.
  mutating func textOrSkip() throws(LabelError) -> String? {
    if try kind() == .string { return JSONText.decoded(bytes, try string()) }
    try skip()
    return nil
  }

  /// The text, or the digits of a number or `true` and `false` as text; nil for all else.
  mutating func wordOrSkip() throws(LabelError) -> String? {
    switch try kind() {
    case .string: return JSONText.decoded(bytes, try string())
    case .number, .flag: return String(decoding: bytes[try skip()], as: UTF8.self)
    case .array, .object, .null:
      try skip()
      return nil
    }
  }

  /// All numbers of an array and of arrays inside it, in their order; what is none is a fault.
  mutating func numbers(_ field: String, _ faults: inout [FieldFault]) throws(LabelError) -> [NumberToken] {
    var numbers: [NumberToken] = []
    try appendNumbers(to: &numbers, field, &faults)
    return numbers
  }

  private mutating func appendNumbers(
    to numbers: inout [NumberToken], _ field: String, _ faults: inout [FieldFault]
  ) throws(LabelError) {
    switch try kind() {
    case .number:
      let number = try number()
      if !number.isPlace { faults.append(FieldFault(.numberInvalid, field, "no picture is so large")) }
      numbers.append(number)
    case .array:
      try openArray()
      while try element() { try appendNumbers(to: &numbers, field, &faults) }
    default:
      try skip()
      faults.append(FieldFault(.numberInvalid, field, "numbers should be here"))
    }
  }

  /// The numbers of points, `[[x, y], …]`; what is no point is a fault.
  mutating func points(_ field: String, _ faults: inout [FieldFault]) throws(LabelError) -> [NumberToken] {
    guard try kind() == .array else {
      try skip()
      faults.append(FieldFault(.rowMalformed, field, "a list of points should be here"))
      return []
    }
    var numbers: [NumberToken] = []
    try openArray()
    while try element() {
      let count = numbers.count
      try appendNumbers(to: &numbers, field, &faults)
      guard numbers.count != count + 2 else { continue }
      faults.append(FieldFault(.rowMalformed, "\(field)[\(count / 2)]", "a point has two numbers"))
    }
    return numbers
  }
}
