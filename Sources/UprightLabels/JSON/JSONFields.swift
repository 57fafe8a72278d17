// Reads fields of JSON objects (RFC 8259, 4): a value of the expected type, or nothing. Known keys
// are compared as bytes; a duplicate key is a fault.

/// The known keys of one object; the first occurrence of each is used.
struct JSONFields {
  private var keys: JSONKeys
  private var seen: UInt64 = 0
  /// Number of members read so far, known or not.
  private(set) var count = 0
  /// Whether a key that affects coordinates appears twice, so that readers differ in which one they use.
  private(set) var isAmbiguous = false
  /// Whether that key is an image's name.
  private(set) var isNameless = false

  /// For an object with these keys, at most 64.
  init(_ keys: JSONKeys) { self.keys = keys }

  /// The next known key; nil after the last. Skips unknown keys, and duplicates, which become faults.
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
  /// The next number; skips a value of another type and returns nil.
  mutating func numberOrSkip() throws(LabelError) -> NumberToken? {
    if try kind() == .number { return try number() }
    try skip()
    return nil
  }

  /// The next string; skips a value of another type and returns nil.
  mutating func textOrSkip() throws(LabelError) -> String? {
    if try kind() == .string { return JSONText.decoded(bytes, try string()) }
    try skip()
    return nil
  }

  /// The next string, number, `true` or `false` as text; nil for any other value.
  mutating func wordOrSkip() throws(LabelError) -> String? {
    switch try kind() {
    case .string: return JSONText.decoded(bytes, try string())
    case .number, .flag: return String(decoding: bytes[try skip()], as: UTF8.self)
    case .array, .object, .null:
      try skip()
      return nil
    }
  }

  /// All numbers of an array and of nested arrays, in order; any other value is a fault.
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
      if !number.isPlace { faults.append(FieldFault(.numberInvalid, field, "the number is larger than any image")) }
      numbers.append(number)
    case .array:
      try openArray()
      while try element() { try appendNumbers(to: &numbers, field, &faults) }
    default:
      try skip()
      faults.append(FieldFault(.numberInvalid, field, "expected numbers"))
    }
  }

  /// The numbers of points, `[[x, y], …]`; any other value is a fault.
  mutating func points(_ field: String, _ faults: inout [FieldFault]) throws(LabelError) -> [NumberToken] {
    guard try kind() == .array else {
      try skip()
      faults.append(FieldFault(.rowMalformed, field, "expected a list of points"))
      return []
    }
    var numbers: [NumberToken] = []
    try openArray()
    while try element() {
      let count = numbers.count
      try appendNumbers(to: &numbers, field, &faults)
      guard numbers.count != count + 2 else { continue }
      faults.append(FieldFault(.rowMalformed, "\(field)[\(count / 2)]", "a point needs two numbers"))
    }
    return numbers
  }
}

/// The keys of one kind of object. Objects of a file usually have their keys in the same order, so the expected next
/// key is tried first.
struct JSONKeys {
  /// The message about a duplicate key that affects coordinates. RFC 8259, 4, does not define which one is used;
  /// Python and JavaScript use the last.
  static let twice = "duplicate key; readers differ in which one they use"

  private let keys: [[UInt8]]
  private var next = 0
  /// The keys that affect coordinates.
  let places: Set<Int>
  /// The keys that contain an image's name.
  let names: Set<Int>

  /// All keys, those that affect coordinates, and those that contain an image's name.
  init(_ keys: [String], places: [String] = [], names: [String] = []) {
    self.keys = keys.map { Array($0.utf8) }
    self.places = Set(places.compactMap(keys.firstIndex))
    self.names = Set(names.compactMap(keys.firstIndex))
  }

  /// The index of the key in a byte range; nil for unknown keys.
  mutating func index(of place: Range<Int>, in bytes: [UInt8]) -> Int? {
    if next < keys.count, Self.equal(keys[next], bytes, place) {
      next += 1
      return next - 1
    }
    for index in keys.indices where Self.equal(keys[index], bytes, place) {
      next = index + 1
      return index
    }
    guard bytes[place].contains(0x5C) else { return nil }
    let key = JSONText.decodedBytes(bytes, place)
    return keys.firstIndex(of: key)
  }

  @inline(__always)
  private static func equal(_ key: [UInt8], _ bytes: [UInt8], _ place: Range<Int>) -> Bool {
    guard key.count == place.count else { return false }
    var at = place.lowerBound
    for byte in key {
      if bytes[at] != byte { return false }
      at &+= 1
    }
    return true
  }
}
