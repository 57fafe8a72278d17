// The subset of TOML: what it accepts means the same to tomllib; everything else ends in a fault with its line.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch

@Suite struct TOMLDocumentTests {
  private static let sample = #"""
    # settings
    jobs = 4
    max-memory = "1\u0047"   # with a comment
    color='never'
    progress = false

    [thumb] # smaller
    quality = +1_0
    text = "tab \t quote \" backslash \\ \U0001F600 é"
    """#

  private func document(_ text: String) -> Result<TOMLDocument, TOMLDocument.Fault> { parsed(Array(text.utf8)) }

  private func parsed(_ bytes: [UInt8]) -> Result<TOMLDocument, TOMLDocument.Fault> {
    do throws(TOMLDocument.Fault) { return .success(try TOMLDocument(bytes)) } catch { return .failure(error) }
  }

  @Test func keysTablesAndLinesAreRead() throws {
    let found = try document(Self.sample).get()
    #expect(found.entries.map(\.key) == ["jobs", "max-memory", "color", "progress", "quality", "text"])
    #expect(found.entries.map(\.line) == [2, 3, 4, 5, 8, 9])
    #expect(found.entries.map(\.table) == [nil, nil, nil, nil, "thumb", "thumb"])
    #expect(
      found.entries.map(\.value) == [
        .number(4), .text("1G"), .text("never"), .flag(false), .number(10),
        .text("tab \t quote \" backslash \\ \u{1F600} é"),
      ])
    #expect(found.tables == [TOMLDocument.Table(name: "thumb", line: 7)])
    #expect(try document(Self.sample.replacing("\n", with: "\r\n")).get() == found)
  }

  @Test(arguments: [
    ("jobs", 1, "expected = and a value after 'jobs'"), ("\njobs = ", 2, "the value of 'jobs' must be"),
    ("jobs = 1.5", 1, "must be a whole number"), ("jobs = 007", 1, "must be a whole number"),
    ("jobs = 99999999999999999999", 1, "must be a whole number"), ("jobs = [1]", 1, "must be a whole number"),
    ("jobs = 1 2", 1, "there is more after"), ("a = 1\n\na = 2", 3, "'a' is already in line 1"),
    ("[a]\n[b]\n[a]", 3, "[a] is already in line 1"), ("[a.b]", 1, "expected [ and the name"),
    ("[[a]]", 1, "expected [ and the name"), ("a = 1\n[a]", 2, "both a key and a table"),
    ("a.b = 1", 1, "expected = and a value after 'a'"), ("\"a\" = 1", 1, "expected KEY = VALUE"),
    ("a = \"x", 1, "does not end"), ("a = 'x", 1, "does not end"), ("a = \"\\x41\"", 1, "unknown escape \\x"),
    ("a = \"\\uD800\"", 1, "unknown escape"), ("a = \"\u{7}\"", 1, "a control character"),
    ("# \u{7}", 1, "a control character"), ("a = 1\rb = 2", 1, "must be a whole number"),
    ("a = \"\"\"x\"\"\"", 1, "there is more after"),
  ])
  func aFaultNamesItsLineAndWhatIsExpected(_ text: String, _ line: Int, _ words: String) throws {
    guard case .failure(let fault) = document(text) else {
      Issue.record("accepted")
      return
    }
    #expect(fault.line == line && fault.sentence.contains(words), "\(fault)")
  }

  @Test func bytesThatAreNotUTF8AreAFault() {
    #expect(parsed(Array("a=1\n".utf8) + [0xFF]) == .failure(.init(line: 2, "not UTF-8; save the file as UTF-8")))
  }

  /// Every prefix, and random bytes and characters: it ends, and a fault is in a line of the text.
  @Test func everythingIsReadOrRefused() throws {
    var random = SplitMix64(seed: 7)
    let sample = Array(Self.sample.utf8)
    let marks = Array("ab=\"'[]#\\u0_+-1 \t\r\n.é\u{7}".utf8)
    var texts = sample.indices.map { Array(sample[..<$0]) }
    for round in 0..<3_000 {
      var text = round.isMultiple(of: 2) ? sample : []
      if text.isEmpty {
        text = (0..<Int.random(in: 0..<24, using: &random)).map { _ in marks.randomElement(using: &random) ?? 0 }
      } else {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
          let place = Int.random(in: text.indices, using: &random)
          text[place] =
            Bool.random(using: &random)
            ? marks.randomElement(using: &random) ?? 0 : UInt8.random(in: 0...255, using: &random)
        }
      }
      texts.append(text)
    }
    for text in texts {
      guard case .failure(let fault) = parsed(text) else { continue }
      #expect((1...text.split(separator: 10, omittingEmptySubsequences: false).count).contains(fault.line))
      #expect(!fault.sentence.isEmpty)
    }
    try expectSameByPython(texts)
  }

  /// What is accepted means the same to tomllib.
  private func expectSameByPython(_ texts: [[UInt8]]) throws {
    guard OutsideTool.python3.isInstalled,
      try OutsideTool.python3.run(["-c", "import tomllib"]).status == 0
    else { return }
    let accepted = texts.compactMap { text in (try? parsed(text).get()).map { (text, $0) } }
    try #require(accepted.count > 100)
    let folder = try ScratchFolder()
    let rows = accepted.map { $0.0.map { String($0, radix: 16) }.joined(separator: " ") + "\n" }.joined()
    try folder.write(Array(rows.utf8), as: "rows")
    let script = """
      import sys, tomllib
      for row in open(sys.argv[1]):
          text = bytes(int(part, 16) for part in row.split()).decode()
          try:
              found = tomllib.loads(text)
          except tomllib.TOMLDecodeError as fault:
              print("fault", fault)
              continue
          rows = []
          for key, value in found.items():
              parts = [(key + ".", value)] if isinstance(value, dict) else [("", {key: value})]
              for table, entries in parts:
                  rows += [table + name + "=" + repr(entry) for name, entry in entries.items()]
          print("\\x1f".join(sorted(rows)))
      """
    let answer = try OutsideTool.python3.run(["-c", script, folder.path("rows")])
    try #require(answer.status == 0, "\(answer.complaints)")
    let theirs = String(decoding: answer.output, as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
    try #require(theirs.count == accepted.count)
    for ((text, document), their) in zip(accepted, theirs) {
      let names = document.entries.map { ($0.table.map { "\($0)." } ?? "") + $0.key }.sorted()
      let found = their.split(separator: "\u{1F}").map { String($0.prefix { $0 != "=" }) }.sorted()
      #expect(names == found, "\(String(decoding: text, as: UTF8.self)): \(their)")
      for entry in document.entries {
        let shown: String
        switch entry.value {
        case .number(let number): shown = "=\(number)"
        case .flag(let flag): shown = flag ? "=True" : "=False"
        case .text(let text):
          shown = text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) } ? "='\(text)'" : "="
        }
        #expect(their.contains(entry.key + shown), "\(entry): \(their)")
      }
    }
  }
}
