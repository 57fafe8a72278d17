// Hostile JSON, and documents of a given size.

import Testing
import UprightTestTools

@testable import UprightLabels

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
