// Fields of objects, in the forms that formats accept.

import Testing
@testable import UprightLabels

@Suite("Fields of JSON")
struct JSONFieldsTests {
  private func scanner(_ text: String) throws -> JSONScanner { try JSONScanner(Labels.file("f", text)) }

  @Test("Known keys come in the file's order, others are passed over, and of two the first counts")
  func keys() throws {
    var scanner = try scanner("{\"z\":[{\"a\":1}],\"b\":2,\"\\u0061\":3,\"b\":4,\"a\":5,\"c\":6}")
    var fields = JSONFields(JSONKeys(["a", "b", "c"]))
    var (faults, found): ([FieldFault], [[Int]]) = ([], [])
    try scanner.openObject()
    while let key = try fields.next(&scanner, &faults, in: ".in") {
      found.append([key, Int(try scanner.number().value)])
    }
    #expect(found == [[1, 2], [0, 3], [2, 6]])
    #expect(faults.map(\.code) == [.duplicateKey, .duplicateKey] && faults.map(\.field) == [".in.b", ".in.a"])
    #expect(fields.count == 6)
    try scanner.finish()
  }

  @Test(
    "A key that stands twice is said to be so, and what depends on it",
    arguments: [
      ("\"c\":1,\"c\":2", [LabelFinding.Code.duplicateKey], false, false),
      ("\"a\":1,\"b\":2,\"c\":3", [], false, false),
      ("\"b\":1,\"\\u0062\":1", [.rowMalformed], true, false), ("\"z\":1,\"z\":2", [], false, false),
      ("\"a\":1,\"a\":1", [.imageMissing], true, true),
      ("\"b\":1,\"b\":2,\"b\":3", [.rowMalformed, .rowMalformed], true, false),
      ("\"a\":1,\"b\":1,\"b\":2,\"a\":1", [.rowMalformed, .imageMissing], true, true),
    ])
  func twice(members: String, codes: [LabelFinding.Code], isAmbiguous: Bool, isNameless: Bool) throws {
    var scanner = try scanner("{\(members)}")
    var fields = JSONFields(JSONKeys(["a", "b", "c"], places: ["b"], names: ["a"]))
    var faults: [FieldFault] = []
    try scanner.openObject()
    while try fields.next(&scanner, &faults) != nil { try scanner.skip() }
    #expect(faults.map(\.code) == codes)
    #expect(faults.allSatisfy { ($0.note == JSONKeys.twice) == $0.code.dropsRow })
    #expect((fields.isAmbiguous, fields.isNameless) == (isAmbiguous, isNameless))
  }

  @Test("A number, a text and a word, or nothing where something else stands")
  func values() throws {
    var scanner = try scanner("[7, \"7\", null, \"x\", 7, true, \"\\u00e9\", 1.50, false, {\"a\":1}, [2], null, 8]")
    try scanner.openArray()
    func next<Value>(_ take: (inout JSONScanner) throws -> Value) throws -> Value {
      #expect(try scanner.element())
      return try take(&scanner)
    }
    #expect(try next { try $0.numberOrSkip() }?.value == 7)
    #expect(try next { try $0.numberOrSkip() } == nil)
    #expect(try next { try $0.numberOrSkip() } == nil)
    #expect(try next { try $0.textOrSkip() } == "x")
    #expect(try next { try $0.textOrSkip() } == nil)
    #expect(try next { try $0.textOrSkip() } == nil)
    #expect(try next { try $0.wordOrSkip() } == "é")
    #expect(try next { try $0.wordOrSkip() } == "1.50")
    #expect(try next { try $0.wordOrSkip() } == "false")
    #expect(try next { try $0.wordOrSkip() } == nil)
    #expect(try next { try $0.wordOrSkip() } == nil)
    #expect(try next { try $0.wordOrSkip() } == nil)
    #expect(try next { try $0.numberOrSkip() }?.value == 8)
    #expect(try !scanner.element())
  }

  @Test(
    "Numbers of arrays within arrays come in one list",
    arguments: [
      ("[1,2,3,4]", [1.0, 2, 3, 4], 0), ("[[1,2],[3,4]]", [1, 2, 3, 4], 0), ("7", [7], 0), ("[]", [], 0),
      ("[1,\"2\",3]", [1, 3], 1), ("[1,[2,null],{}]", [1, 2], 2), ("[1e300,-2e9,3]", [1e300, -2e9, 3], 2),
      ("\"x\"", [], 1),
    ])
  func numbers(text: String, values: [Double], faultCount: Int) throws {
    var scanner = try scanner(text)
    var faults: [FieldFault] = []
    #expect(try scanner.numbers("f", &faults).map(\.value) == values)
    #expect(faults.count == faultCount && faults.allSatisfy { $0.code == .numberInvalid && $0.field == "f" })
    try scanner.finish()
  }

  @Test(
    "Points have two numbers each",
    arguments: [
      ("[[1,2],[3,4]]", [1.0, 2, 3, 4], [String]()), ("[]", [], []), ("[[1,2],[3]]", [1, 2, 3], ["f[1]"]),
      ("[1,2]", [1, 2], ["f[0]", "f[0]"]), ("[[1,2,3],[4,5]]", [1, 2, 3, 4, 5], ["f[0]"]), ("{}", [], ["f"]),
      ("null", [], ["f"]),
    ])
  func points(text: String, values: [Double], fields: [String]) throws {
    var scanner = try scanner(text)
    var faults: [FieldFault] = []
    #expect(try scanner.points("f", &faults).map(\.value) == values)
    #expect(faults.map(\.field) == fields && faults.allSatisfy { $0.code == .rowMalformed })
  }

  @Test("Whether more follows behind a document")
  func more() throws {
    var scanner = try scanner(" {} \n\n {}\n \t")
    var count = 0
    while scanner.hasMore() {
      try scanner.skip()
      count += 1
    }
    #expect(count == 2 && scanner.line == 4)
  }
}

// Known keys.

@Suite("Known keys")
struct JSONKeysTests {
  @Test("Keys are found in any order, also when written with escapes, and others are none")
  func found() {
    var keys = JSONKeys(["id", "bbox", "a"])
    for (text, expected) in [
      ("id", 0), ("bbox", 1), ("a", 2), ("a", 2), ("id", 0), ("ids", nil), ("i", nil), ("", nil), (#"\u0069d"#, 0),
      (#"bb\u006fx"#, 1),
      (#"\n"#, nil), ("bbox", 1),
    ] as [(String, Int?)] {
      let bytes = Array(text.utf8)
      #expect(keys.index(of: bytes.indices, in: bytes) == expected, "\(text)")
    }
  }
}
