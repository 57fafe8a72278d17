// The keys of a JSON document's first object (RFC 8259, 4), up to the end of the available bytes.

/// The keys of the document's object, or of the first object in its array.
struct JSONSketch {
  /// Whether the document is an array.
  private(set) var isList = false
  /// Keys whose value is an object.
  private(set) var objects: Set<String> = []
  private var keys: Set<String> = []
  private var inner: [String: Set<String>] = [:]

  /// Reads until the bytes end or are invalid.
  init(_ beginning: LabelFile) {
    do throws(LabelError) {
      var scanner = try JSONScanner(beginning)
      if try scanner.kind() == .array {
        isList = true
        try scanner.openArray()
        guard try scanner.element() else { return }
      }
      if try scanner.kind() == .object { try look(&scanner) }
    } catch {}
  }

  /// Whether one of these keys is present.
  func has(_ any: String...) -> Bool { any.contains(where: keys.contains) }

  /// Whether the first object in the array at key `list` has a key.
  func inside(_ list: String, has key: String) -> Bool { inner[list]?.contains(key) ?? false }

  /// Whether it is Label Studio's JSON_MIN: its lists of results are directly in the task, by the names of tags.
  var isStudioMin: Bool { !has("annotations") && inner.values.contains { $0.contains("original_width") } }

  private mutating func look(_ scanner: inout JSONScanner) throws(LabelError) {
    try scanner.openObject()
    while let place = try scanner.key() {
      let key = JSONText.decoded(scanner.bytes, place)
      keys.insert(key)
      switch try scanner.kind() {
      case .object:
        objects.insert(key)
        try scanner.skip()
      case .array: try look(intoListOf: key, &scanner)
      default: try scanner.skip()
      }
    }
  }

  private mutating func look(intoListOf key: String, _ scanner: inout JSONScanner) throws(LabelError) {
    try scanner.openArray()
    var isFirst = true
    while try scanner.element() {
      guard isFirst, try scanner.kind() == .object else {
        try scanner.skip()
        continue
      }
      isFirst = false
      try scanner.openObject()
      while let place = try scanner.key() {
        inner[key, default: []].insert(JSONText.decoded(scanner.bytes, place))
        try scanner.skip()
      }
    }
  }
}
