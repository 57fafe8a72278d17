// JSON, strictly (RFC 8259).

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Reading JSON")
struct JSONScannerTests {
  private func pass(_ text: String, _ limits: LabelLimits = LabelLimits()) throws(LabelError) {
    try pass(Array(text.utf8), limits)
  }

  private func pass(_ bytes: [UInt8], _ limits: LabelLimits = LabelLimits()) throws(LabelError) {
    var scanner = try JSONScanner(LabelFile(name: "f.json", bytes: bytes), limits)
    try scanner.skip()
    try scanner.finish()
  }

  private func code(_ bytes: [UInt8], _ limits: LabelLimits = LabelLimits()) -> LabelError.Code? {
    do {
      try pass(bytes, limits)
      return nil
    } catch { return error.code }
  }

  @Test(
    "What RFC 8259 allows",
    arguments: [
      "{}", "[]", "0", "-0", "1.5e-3", "1E+2", "\"\"", "true", "false", "null", " [ 1 , 2 ]\n", "{\"a\":{\"b\":[{}]}}",
      "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\\u00e9\\uD83D\\uDE00\"", "\"é€😀\"", "[[],[[]],{}]", "{\"\":0}", "{\"a\":1,\"a\":2}",
      "\t[\r\n]\t",
      "\"\u{7f}\"", "[1e400]", "\"\\ud800\"", "[123456789012345678901234567890]",
    ])
  func allowed(text: String) throws { try pass(text) }

  @Test(
    "What it does not",
    arguments: [
      ("[1,]", .syntax), ("[,1]", .syntax), ("[1 2]", .syntax), ("{\"a\" 1}", .syntax), ("{\"a\":1,}", .syntax),
      ("{a:1}", .syntax),
      ("{'a':1}", .syntax), ("[01]", .syntax), ("[1.]", .syntax), ("[.5]", .syntax), ("[+1]", .syntax),
      ("[1e]", .syntax), ("[-]", .syntax),
      ("[0x1]", .syntax), ("tru", .syntax), ("True", .syntax), ("nul", .syntax), ("\"\n\"", .syntax),
      ("\"\t\"", .syntax), ("\"\\x41\"", .syntax),
      ("\"\\u12g4\"", .syntax), ("\"\\u12\"", .syntax), ("[1]]", .syntax), ("[1] 2", .syntax), ("{} {}", .syntax),
      ("// c\n1", .syntax),
      ("[1}", .syntax), ("{\"a\":1]", .syntax), ("[NaN]", .notANumber), ("[Infinity]", .notANumber),
      ("[-Infinity]", .notANumber),
      ("NaN", .notANumber), ("[nan]", .syntax), ("\u{c}[]", .syntax), ("\u{a0}1", .syntax), ("", .truncated),
      ("  ", .truncated), ("[", .truncated),
      ("[1", .truncated), ("[1,", .truncated), ("{\"a", .truncated), ("{\"a\":", .truncated), ("\"abc", .truncated),
      ("\"a\\", .truncated),
      ("{", .truncated), ("{\"a\":1", .truncated),
    ] as [(String, LabelError.Code)])
  func refused(text: String, expected: LabelError.Code) {
    #expect(code(Array(text.utf8)) == expected, "\(text)")
  }

  @Test(
    "Bytes that are no UTF-8, and other encodings",
    arguments: [
      [0x22, 0x80, 0x22], [0x22, 0xC3, 0x22], [0x22, 0xC0, 0xAF, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22],
      [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22],
      [0x22, 0xE0, 0x80, 0x80, 0x22], [0x22, 0xFF, 0x22], [0xFF, 0xFE, 0x7B, 0, 0x7D, 0],
      [0xFE, 0xFF, 0, 0x7B, 0, 0x7D],
      [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D], [0xFF, 0xFE, 0, 0, 0x7B, 0, 0, 0], [0, 0, 0xFE, 0xFF], [0, 0, 0, 0x7B],
      [0x7B, 0, 0, 0],
    ] as [[UInt8]])
  func encodings(bytes: [UInt8]) { #expect(code(bytes) == .encoding) }

  @Test("A byte order mark of UTF-8 is passed over")
  func mark() throws { try pass([0xEF, 0xBB, 0xBF, 0x5B, 0x5D]) }

  @Test("Depth is bounded, for arrays and objects, before the stack is")
  func depth() throws {
    let limits = LabelLimits(depth: 64)
    try pass(String(repeating: "[", count: 64) + String(repeating: "]", count: 64), limits)
    #expect(code([UInt8](repeating: 0x5B, count: 65), limits) == .tooDeep)
    #expect(code([UInt8](repeating: 0x5B, count: 10_000_000), limits) == .tooDeep)
    let objects = Array(String(repeating: "{\"a\":", count: 100_000).utf8)
    #expect(code(objects, limits) == .tooDeep)
  }

  @Test("Size is bounded")
  func size() {
    #expect(code(Array("[1,2,3]".utf8), LabelLimits(bytes: 6)) == .tooLarge)
    #expect(code(Array("[1,2,3]".utf8), LabelLimits(bytes: 7)) == nil)
  }

  @Test(
    "An error about the whole file is on its first line, however far that was read",
    arguments: [
      COCOFormat() as any LabelCoding, LabelMeFormat(), LabelStudioFormat(), WebAnnotationFormat(), CreateMLFormat(),
    ])
  func firstLine(coding: any LabelCoding) throws {
    var set = LabelSet<Stored>()
    let error = try #require(throws: LabelError.self) {
      try coding.read(Labels.file("p6.json", "{\n\"version\":1,\n\n\"mine\":[\n7]\n}\n"), into: &set) { _ in nil }
    }
    #expect(error.description.hasPrefix("p6.json, line 1, byte 0: "))
  }

  @Test("An error says file, byte and line, and what stands there")
  func places() {
    do {
      try pass("[1,\n 2,\n NaN]")
      Issue.record("no error")
    } catch {
      #expect((error.file, error.line, error.offset) == ("f.json", 3, 9))
      #expect(error.description == "f.json, line 3, byte 9: NaN is not valid JSON; write null or leave out the field")
    }
  }

  @Test("Steps through a document")
  func steps() throws {
    let bytes = Array("{ \"a\" : [ 1.50, \"x\\n\", true, null ], \"b\": {} }".utf8)
    var scanner = try JSONScanner(LabelFile(name: "f", bytes: bytes))
    try scanner.openObject()
    let first = try #require(try scanner.key())
    #expect(JSONText.decoded(bytes, first) == "a")
    try scanner.openArray()
    #expect(try scanner.element())
    #expect(try scanner.number().exact == ExactDecimal(digits: 150, decimals: 2))
    #expect(try scanner.element())
    #expect(JSONText.decoded(bytes, try scanner.string()) == "x\n")
    #expect(try scanner.element())
    #expect(try scanner.flag())
    #expect(try scanner.element())
    #expect(try scanner.kind() == .null)
    let null = try scanner.skip()
    #expect(Array(bytes[null]) == Array("null".utf8))
    #expect(try !scanner.element())
    let second = try #require(try scanner.key())
    #expect(JSONText.decoded(bytes, second) == "b")
    try scanner.openObject()
    #expect(try scanner.key() == nil)
    #expect(try scanner.key() == nil)
    try scanner.finish()
  }

  @Test("What is asked for and is not there is an error of its own")
  func wrongKinds() throws {
    for (text, ask) in [("1", 0), ("1", 1), ("1", 2), ("[]", 3), ("\"a\"", 4)] {
      var scanner = try JSONScanner(LabelFile(name: "f", bytes: Array(text.utf8)))
      #expect(throws: LabelError.self, "\(text)") {
        switch ask {
        case 0: try scanner.openObject()
        case 1: try scanner.openArray()
        case 2: _ = try scanner.string()
        case 3: _ = try scanner.number()
        default: _ = try scanner.flag()
        }
      }
    }
  }

  @Test("Every prefix of a document is truncated, or a document itself")
  func prefixes() {
    let text = Array("{\"a\":[1.5,{\"b\":\"\\u00e9\\n€\"},true,null],\"c\":-1e5}".utf8)
    for end in 0..<text.count {
      let found = code(Array(text[..<end]))
      #expect(found != nil, "\(end)")
      #expect(found != .tooDeep && found != .wrongFormat)
    }
    #expect(code(text) == nil)
  }

  @Test("Any byte at any place gives an answer", arguments: 0..<4)
  func mutations(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let text = Array("{\"a\":[1.5,{\"b\":\"\\u00e9\\n€\"},true,null],\"c\":-1e5}".utf8)
    var answers = 0
    for _ in 0..<5000 {
      var bytes = text
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      if code(bytes) == nil { answers += 1 }
    }
    #expect(answers < 5000)
  }

  @Test("A scanner can go back to a value")
  func moved() throws {
    let bytes = Array("{\"a\":[7],\n\"b\":8}".utf8)
    var scanner = try JSONScanner(LabelFile(name: "f", bytes: bytes))
    try scanner.skip()
    var again = scanner.moved(to: 5, line: 1)
    try again.openArray()
    #expect(try again.element())
    #expect(try again.number().value == 7)
    #expect(scanner.line == 2 && again.line == 1)
  }
}

// Hostile JSON, and documents of a given size.
extension JSONScannerTests {
  /// The result of a reader that builds everything: a value in a short form.
  private indirect enum Value: Equatable {
    case object([(String, Value)]), array([Value]), text(String), number(Double), flag(Bool), null

    static func == (one: Value, two: Value) -> Bool { one.written == two.written }

    var written: String {
      switch self {
      case .object(let members):
        "{" + members.map { "\(Self.quoted($0.0)):\($0.1.written)" }.joined(separator: " ,\n\t") + "}"
      case .array(let values): "[ " + values.map(\.written).joined(separator: ",") + "]"
      case .text(let text): Self.quoted(text)
      case .number(let number): number.description
      case .flag(let flag): flag.description
      case .null: "null"
      }
    }

    private static func quoted(_ text: String) -> String {
      var bytes: [UInt8] = []
      JSONText.append(text, to: &bytes)
      return Labels.text(bytes)
    }

    static func random(_ random: inout SplitMix64, depth: Int) -> Value {
      let texts = ["", "a", "é\"\\\n", "😀", "bbox", "\u{1}"]
      switch Int.random(in: 0...(depth > 4 ? 3 : 5), using: &random) {
      case 0: return .text(texts.randomElement(using: &random) ?? "")
      case 1: return .number(Double(Int.random(in: -99999...99999, using: &random)) / 64)
      case 2: return .flag(Bool.random(using: &random))
      case 3: return .null
      case 4: return .array((0..<Int.random(in: 0...5, using: &random)).map { _ in .random(&random, depth: depth + 1) })
      default:
        return .object(
          (0..<Int.random(in: 0...5, using: &random)).map { ("k\($0)", .random(&random, depth: depth + 1)) })
      }
    }
  }

  private func value(_ scanner: inout JSONScanner) throws -> Value {
    switch try scanner.kind() {
    case .object:
      var members: [(String, Value)] = []
      try scanner.openObject()
      while let key = try scanner.key() {
        members.append((JSONText.decoded(scanner.bytes, key), try value(&scanner)))
      }
      return .object(members)
    case .array:
      var values: [Value] = []
      try scanner.openArray()
      while try scanner.element() { values.append(try value(&scanner)) }
      return .array(values)
    case .string: return .text(JSONText.decoded(scanner.bytes, try scanner.string()))
    case .number: return .number(try scanner.number().value)
    case .flag: return .flag(try scanner.flag())
    case .null:
      try scanner.skip()
      return .null
    }
  }

  @Test("Random documents are read as they were made, and passed over as a whole", arguments: 0..<60)
  func documents(seed: Int) throws {
    var random = SplitMix64(seed: UInt64(seed))
    let made = Value.array((0..<6).map { _ in .random(&random, depth: 0) })
    let text = made.written
    var scanner = try JSONScanner(Labels.file("f", text))
    #expect(try value(&scanner) == made)
    try scanner.finish()
    #expect(scanner.line == 1 + text.utf8.count { $0 == 0x0A })
    var again = try JSONScanner(Labels.file("f", text))
    #expect(try again.skip() == 0..<text.utf8.count)
    try again.finish()
  }

  @Test("Long texts, long numbers and many keys cost no more than their bytes")
  func long() throws {
    let million = 1_000_000
    for text in [
      "\"\(String(repeating: "x", count: million))\"", "\"\(String(repeating: "é", count: million))\"",
      "\"\(String(repeating: "\\u0041", count: million / 6))\"", "1\(String(repeating: "0", count: million))",
      "0.\(String(repeating: "3", count: million))", "[\(String(repeating: "0,", count: million))0]",
      "{\(String(repeating: "\"a\":0,", count: million / 6))\"a\":0}", String(repeating: " ", count: million) + "0",
    ] {
      var scanner = try JSONScanner(Labels.file("f", text))
      try scanner.skip()
      try scanner.finish()
    }
    var number = try JSONScanner(Labels.file("f", "0.\(String(repeating: "3", count: million))"))
    #expect(abs(try number.number().value - 1.0 / 3) < 1e-15)
  }

  @Test(
    "Closing more than was opened, and the wrong one", arguments: ["]", "}", "[}", "{]", "[[]}", "{\"a\":[}", "[]]"])
  func brackets(text: String) throws {
    #expect(throws: LabelError.self) {
      var scanner = try JSONScanner(Labels.file("f", text))
      try scanner.skip()
      try scanner.finish()
    }
  }
}
