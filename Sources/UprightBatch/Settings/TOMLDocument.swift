// The subset of TOML 1.0 that settings need: keys with a string, an integer or a boolean, in tables with plain names.

/// The keys of a TOML file.
package struct TOMLDocument: Hashable, Sendable {
  /// A value.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case flag(Bool)
  }

  /// A key with its value.
  package struct KeyValue: Hashable, Sendable {
    /// The name of its table; nil before the first one.
    package let table: String?
    /// The key.
    package let key: String
    /// Its value.
    package let value: Value
    /// The line, from 1.
    package let line: Int
  }

  /// The start of a table.
  package struct Table: Hashable, Sendable {
    /// Its name.
    package let name: String
    /// The line, from 1.
    package let line: Int
  }

  /// What the parser does not accept.
  package struct Fault: Error, Hashable, Sendable {
    /// The line, from 1.
    package let line: Int
    /// What is wrong, and what is expected.
    package let sentence: String

    /// A fault in a line.
    package init(line: Int, _ sentence: String) { (self.line, self.sentence) = (line, sentence) }
  }

  /// The keys, in order.
  package private(set) var entries: [KeyValue] = []
  /// The tables, in order.
  package private(set) var tables: [Table] = []

  /// Parses a file's bytes.
  ///
  /// - Throws: The first fault.
  package init(_ bytes: [UInt8]) throws(Fault) {
    for (index, line) in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated() {
      // Only a line that a line feed ends may have a carriage return before it.
      let isEnded = line.endIndex < bytes.endIndex
      let text = isEnded && line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      try add(text, at: index + 1)
    }
  }

  private mutating func add(_ bytes: ArraySlice<UInt8>, at line: Int) throws(Fault) {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw Fault(line: line, "not UTF-8; save the file as UTF-8")
    }
    var scanner = TOMLLine(text, number: line)
    scanner.skipSpaces()
    if scanner.isAtEnd { return try scanner.end() }
    if scanner.takes("[") {
      let name = try tableName(&scanner)
      guard !tables.contains(where: { $0.name == name }) else {
        throw scanner.fault("the table [\(name)] is already in line \(number(ofTable: name)); join the two")
      }
      guard !entries.contains(where: { $0.table == nil && $0.key == name }) else {
        throw scanner.fault("\(name) is both a key and a table; rename one of them")
      }
      tables.append(Table(name: name, line: line))
      return try scanner.end()
    }
    guard let key = scanner.bareKey() else {
      throw scanner.fault("expected KEY = VALUE, [COMMAND] or # and a comment")
    }
    scanner.skipSpaces()
    guard scanner.takes("=") else { throw scanner.fault("expected = and a value after '\(key)'") }
    scanner.skipSpaces()
    let value = try scanner.value(of: key)
    let table = tables.last?.name
    if let earlier = entries.first(where: { $0.table == table && $0.key == key }) {
      throw scanner.fault("'\(key)' is already in line \(earlier.line); remove one of the two")
    }
    try scanner.end()
    entries.append(KeyValue(table: table, key: key, value: value, line: line))
  }

  private func tableName(_ scanner: inout TOMLLine) throws(Fault) -> String {
    scanner.skipSpaces()
    let name = scanner.bareKey()
    scanner.skipSpaces()
    guard let name, scanner.takes("]") else {
      throw scanner.fault("expected [ and the name of a command and ]: [thumb]")
    }
    return name
  }

  private func number(ofTable name: String) -> Int { tables.first { $0.name == name }?.line ?? 0 }
}

/// One line, from a place.
private struct TOMLLine {
  private let scalars: [Unicode.Scalar]
  private let number: Int
  private var at = 0

  init(_ text: String, number: Int) { (scalars, self.number) = (Array(text.unicodeScalars), number) }

  var isAtEnd: Bool { next == nil || next == "#" }

  private var next: Unicode.Scalar? { at < scalars.count ? scalars[at] : nil }

  func fault(_ sentence: String) -> TOMLDocument.Fault { TOMLDocument.Fault(line: number, sentence) }

  mutating func skipSpaces() { while let next, next == " " || next == "\t" { at += 1 } }

  mutating func takes(_ scalar: Unicode.Scalar) -> Bool {
    guard next == scalar else { return false }
    at += 1
    return true
  }

  /// Spaces and a comment to the end of the line.
  mutating func end() throws(TOMLDocument.Fault) {
    skipSpaces()
    guard isAtEnd else { throw fault("there is more after the end of the value; a comment begins with #") }
    guard scalars[at...].allSatisfy({ !Self.isControl($0) }) else { throw fault("a control character in a comment") }
  }

  /// A key without quotes; nil if there is none.
  mutating func bareKey() -> String? {
    let start = at
    while let next, next.isASCII,
      next.properties.isAlphabetic || ("0"..."9").contains(next) || next == "_" || next == "-"
    {
      at += 1
    }
    return at == start ? nil : text(start..<at)
  }

  mutating func value(of key: String) throws(TOMLDocument.Fault) -> TOMLDocument.Value {
    if takes("\"") { return .text(try basicString()) }
    if takes("'") { return .text(try literalString()) }
    let start = at
    while let next, next != " ", next != "\t", next != "#" { at += 1 }
    let word = text(start..<at)
    switch word {
    case "true": return .flag(true)
    case "false": return .flag(false)
    default:
      guard let number = Self.integer(scalars[start..<at]) else {
        throw fault("the value of '\(key)' must be a whole number, true, false, or a text in quotes")
      }
      return .number(number)
    }
  }

  private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }

  private mutating func literalString() throws(TOMLDocument.Fault) -> String {
    let start = at
    while let next, next != "'" {
      if Self.isControl(next) { throw fault("a control character in a text") }
      at += 1
    }
    let text = text(start..<at)
    guard takes("'") else { throw fault("the text does not end: ' is missing") }
    return text
  }

  private mutating func basicString() throws(TOMLDocument.Fault) -> String {
    var text = String.UnicodeScalarView()
    while let next, next != "\"" {
      at += 1
      if Self.isControl(next) { throw fault("a control character in a text") }
      text.append(next == "\\" ? try escaped() : next)
    }
    guard takes("\"") else { throw fault("the text does not end: \" is missing") }
    return String(text)
  }

  private mutating func escaped() throws(TOMLDocument.Fault) -> Unicode.Scalar {
    let simple: [Unicode.Scalar: Unicode.Scalar] = [
      "b": "\u{8}", "t": "\t", "n": "\n", "f": "\u{C}", "r": "\r", "\"": "\"", "\\": "\\",
    ]
    guard let mark = next else { throw fault("the text does not end: \" is missing") }
    at += 1
    if let scalar = simple[mark] { return scalar }
    let count = mark == "u" ? 4 : mark == "U" ? 8 : 0
    let digits = scalars[at...].prefix(count)
    guard count > 0, digits.count == count, digits.allSatisfy(\.properties.isASCIIHexDigit),
      let value = UInt32(String(String.UnicodeScalarView(digits)), radix: 16), let scalar = Unicode.Scalar(value)
    else { throw fault("unknown escape \\\(mark) in a text; write \\\\ for a backslash, or use 'single quotes'") }
    at += count
    return scalar
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7F
  }

  /// A decimal integer: a sign, no leading zeros, single underscores between digits.
  private static func integer(_ scalars: ArraySlice<Unicode.Scalar>) -> Int? {
    let sign = scalars.first.flatMap { "+-".contains(Character($0)) ? $0 : nil }
    let parts = scalars.dropFirst(sign == nil ? 0 : 1).split(separator: "_", omittingEmptySubsequences: false)
    let digits = parts.flatMap { $0 }
    guard parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy { ("0"..."9").contains($0) } }),
      digits.count == 1 || digits.first != "0"
    else { return nil }
    return Int((sign == "-" ? "-" : "") + String(String.UnicodeScalarView(digits)))
  }
}
