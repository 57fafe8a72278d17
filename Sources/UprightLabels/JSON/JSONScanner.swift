// A strict JSON pull parser with bounded depth that builds nothing, and gives the range of every value (RFC 8259).

/// Reads one JSON document. Each call takes one step; skipped values are validated too.
struct JSONScanner {
  /// The type of a value.
  enum Kind { case object, array, string, number, flag, null }

  let bytes: [UInt8]
  let file: String
  private let maxDepth: Int
  private(set) var at = 0
  /// The 1-based line of `at`.
  private(set) var line = 1
  private var depth = 0
  /// Whether the innermost object or array has just been opened.
  private var isFirst = true

  /// - Throws: `LabelError` if the file is too large or not in UTF-8.
  init(_ file: LabelFile, _ limits: LabelLimits = LabelLimits()) throws(LabelError) {
    (bytes, self.file, maxDepth) = (file.bytes, file.name, limits.depth)
    at = try TextEncoding.start(of: file, limits)
  }

  /// The same document, at a value whose position is known.
  func moved(to offset: Int, line: Int) -> JSONScanner {
    var other = self
    (other.at, other.line, other.depth, other.isFirst) = (offset, line, 1, true)
    return other
  }

  /// The same file, at the line after the one that contains `offset` and has number `line`, as a new document.
  func resumed(behind offset: Int, line: Int) -> JSONScanner {
    var other = self
    let end = bytes[offset...].firstIndex(of: 0x0A) ?? bytes.count - 1
    (other.at, other.line, other.depth, other.isFirst) = (end + 1, line + 1, 0, true)
    return other
  }

  // MARK: Values

  /// Whether there is another document in the file (JSON Lines).
  mutating func hasMore() -> Bool {
    skipSpaces()
    return at < bytes.count
  }

  /// The type of the next value.
  @inline(__always)
  mutating func kind() throws(LabelError) -> Kind {
    skipSpaces()
    guard at < bytes.count else { throw error(.truncated, "the file ends where a value is expected") }
    switch bytes[at] {
    case 0x7B: return .object
    case 0x5B: return .array
    case 0x22: return .string
    case 0x2D, 0x30...0x39: return .number
    case 0x74, 0x66: return .flag
    case 0x6E: return .null
    default: throw noValue()
    }
  }

  /// Enters an object.
  mutating func openObject() throws(LabelError) {
    guard try kind() == .object else { throw error(.wrongFormat, "expected an object, {…}") }
    try enter()
  }

  /// Enters an array.
  mutating func openArray() throws(LabelError) {
    guard try kind() == .array else { throw error(.wrongFormat, "expected an array, […]") }
    try enter()
  }

  private mutating func enter() throws(LabelError) {
    guard depth < maxDepth else { throw error(.tooDeep, "more than \(maxDepth) nested values") }
    (depth, isFirst) = (depth + 1, true)
    at += 1
  }

  /// The range of the next key, without its quotes; nil after the last member, when the object is closed.
  mutating func key() throws(LabelError) -> Range<Int>? {
    guard try isPart(before: 0x7D) else { return nil }
    guard at < bytes.count, bytes[at] == 0x22 else { throw error(.syntax, "expected a key in quotes") }
    let key = try string()
    skipSpaces()
    guard at < bytes.count, bytes[at] == 0x3A else { throw error(.syntax, "expected a colon") }
    at += 1
    return key
  }

  /// Whether there is another element; if not, the array is closed.
  mutating func element() throws(LabelError) -> Bool { try isPart(before: 0x5D) }

  @inline(__always)
  private mutating func isPart(before closing: UInt8) throws(LabelError) -> Bool {
    skipSpaces()
    guard at < bytes.count else { throw error(.truncated, "the file ends inside an object or array") }
    if bytes[at] == closing {
      at += 1
      (depth, isFirst) = (depth - 1, false)
      return false
    }
    if !isFirst {
      guard bytes[at] == 0x2C else { throw error(.syntax, "expected a comma or a closing bracket") }
      at += 1
      skipSpaces()
      if at < bytes.count, bytes[at] == closing { throw error(.syntax, "extra comma before the closing bracket") }
    }
    isFirst = false
    return true
  }

  /// The next number.
  mutating func number() throws(LabelError) -> NumberToken {
    guard try kind() == .number else { throw error(.wrongFormat, "expected a number") }
    var end = at
    guard let token = NumberToken(bytes.span, at: &end, end: bytes.count, strictly: true) else {
      if at + 1 < bytes.count, bytes[at + 1] | 0x20 == 0x69 { throw noValue() }
      throw error(.syntax, "invalid JSON number")
    }
    (at, isFirst) = (end, false)
    return token
  }

  /// Skips a number; does not evaluate integers.
  private mutating func skipNumber() throws(LabelError) {
    if let end = Self.wholeNumber(bytes.span, at) {
      (at, isFirst) = (end, false)
    } else {
      _ = try number()
    }
  }

  private static func wholeNumber(_ bytes: Span<UInt8>, _ start: Int) -> Int? {
    let first = bytes[start] == 0x2D ? start &+ 1 : start
    var end = first
    while end < bytes.count, bytes[end] &- 0x30 < 10 { end &+= 1 }
    guard end > first, bytes[first] != 0x30 || end == first &+ 1 else { return nil }
    return end == bytes.count || bytes[end] != 0x2E && bytes[end] | 0x20 != 0x65 ? end : nil
  }

  /// The range of the next string, without its quotes.
  mutating func string() throws(LabelError) -> Range<Int> {
    guard try kind() == .string else { throw error(.wrongFormat, "expected text in quotes") }
    let first = at + 1
    var next = Self.plainEnd(bytes.span, first)
    while next < bytes.count {
      let byte = bytes[next]
      if byte == 0x22 {
        (at, isFirst) = (next + 1, false)
        return first..<next
      }
      if byte == 0x5C {
        next = try escape(next)
      } else if byte < 0x20 {
        throw error(.syntax, "control character in text", next)
      } else if let end = TextEncoding.character(bytes, next) {
        next = end
      } else {
        throw error(.encoding, "invalid UTF-8; save the file as UTF-8", next)
      }
      next = Self.plainEnd(bytes.span, next)
    }
    throw error(.truncated, "the file ends inside a string", first)
  }

  /// The first byte that is a quote, a backslash, a control character or not ASCII.
  @inline(__always)
  private static func plainEnd(_ bytes: Span<UInt8>, _ start: Int) -> Int {
    var at = start
    while at < bytes.count, case let byte = bytes[at], byte >= 0x20, byte < 0x80, byte != 0x22, byte != 0x5C {
      at &+= 1
    }
    return at
  }

  private func escape(_ at: Int) throws(LabelError) -> Int {
    guard at + 1 < bytes.count else { throw error(.truncated, "the file ends inside a string", at) }
    switch bytes[at + 1] {
    case 0x22, 0x5C, 0x2F, 0x62, 0x66, 0x6E, 0x72, 0x74: return at + 2
    case 0x75:
      guard at + 6 <= bytes.count, bytes[at + 2..<at + 6].allSatisfy({ JSONText.hex($0) != nil }) else { break }
      return at + 6
    default: break
    }
    throw error(.syntax, "invalid JSON escape", at)
  }

  /// The next `true` or `false`.
  mutating func flag() throws(LabelError) -> Bool {
    guard try kind() == .flag else { throw error(.wrongFormat, "expected true or false") }
    let isTrue = bytes[at] == 0x74
    try word(isTrue ? "true" : "false")
    return isTrue
  }

  private mutating func word(_ word: StaticString) throws(LabelError) {
    let letters = word.description.utf8
    guard bytes[at...].starts(with: letters) else { throw noValue() }
    at += letters.count
    isFirst = false
  }

  /// Skips and validates a value; returns its range.
  @discardableResult
  mutating func skip() throws(LabelError) -> Range<Int> {
    let kind = try kind()
    let first = at
    switch kind {
    case .string: _ = try string()
    case .number: try skipNumber()
    case .flag: _ = try flag()
    case .null: try word("null")
    case .array:
      try enter()
      while try element() { try skip() }
    case .object:
      try enter()
      while try key() != nil { try skip() }
    }
    return first..<at
  }

  /// Checks that only whitespace remains.
  mutating func finish() throws(LabelError) {
    skipSpaces()
    guard at == bytes.count else { throw error(.syntax, "data after the end of the document") }
  }

  @inline(__always)
  private mutating func skipSpaces() {
    let (end, lines) = Self.spacesEnd(bytes.span, at)
    at = end
    line &+= lines
  }

  @inline(__always)
  private static func spacesEnd(_ bytes: Span<UInt8>, _ start: Int) -> (end: Int, lines: Int) {
    var (at, line) = (start, 0)
    while at < bytes.count, case let byte = bytes[at], byte <= 0x20 {
      if byte == 0x0A {
        line &+= 1
      } else if byte != 0x20, byte != 0x0D, byte != 0x09 {
        break
      }
      at &+= 1
    }
    return (at, line)
  }

  // MARK: Errors

  /// An error at the scanner's position, or at another byte of the same line.
  func error(_ code: LabelError.Code, _ note: String, _ offset: Int? = nil) -> LabelError {
    let offset = offset ?? at
    let feeds = offset < at ? bytes[offset..<at].count { $0 == 0x0A } : 0
    return LabelError(code, in: file, at: offset, line: line - feeds, note)
  }

  private func noValue() -> LabelError {
    let start = bytes[at...].prefix(9)
    for (word, code) in [("NaN", 3), ("Infinity", 8), ("-Infinity", 9)] where start.starts(with: word.utf8.prefix(code))
    {
      return error(.notANumber, "\(word) is not valid JSON; write null or leave out the field")
    }
    return error(.syntax, "expected a value")
  }
}
