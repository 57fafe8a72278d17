// Files of labels.

import Testing
@testable import UprightLabels

@Suite("Label files")
struct LabelFileTests {
  @Test(
    "The stem is the name without folders and the last extension",
    arguments: [
      ("a.txt", "a"), ("x/y/a.b.txt", "a.b"), ("a", "a"), (".hidden", ".hidden"), ("x.d/a", "a"), ("", ""), ("x/", ""),
      ("é.xml", "é"),
    ])
  func stems(name: String, stem: String) { #expect(LabelFile(name: name, bytes: []).stem == stem) }

  @Test(
    "A path without the extension of its last part",
    arguments: [
      ("a.b.jpg", "a.b"), (".jpg", ".jpg"), ("x.d/a", "x.d/a"), ("x.d/a.jpg", "x.d/a"), ("x/.jpg", "x/.jpg"), ("", ""),
      ("a.", "a"), ("/", "/"), ("x.d/", "x.d/"), ("..", "."), ("é.d/é.xml", "é.d/é"), ("a.\u{301}b", "a"),
      ("x/\u{301}.txt", "x/\u{301}"),
    ])
  func extensions(path: String, wanted: String) {
    #expect(Array(LabelFile.withoutExtension(path).utf8) == Array(wanted.utf8))
    let last = wanted.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last.map(Array.init)
    #expect(Array(LabelFile(name: path, bytes: []).stem.utf8) == last)
  }

  @Test("Text of a place")
  func text() { #expect(Labels.file("f", "a bcd").text(2..<4) == "bc") }
}

// Errors of whole files.

@Suite("Errors of label files")
struct LabelErrorTests {
  @Test("An error is one sentence with file, line and byte")
  func sentence() {
    let error = LabelError(.syntax, in: "a.json", at: 41, line: 3, "a comma should be here")
    #expect(error.description == "a.json, line 3, byte 41: a comma should be here")
  }

  @Test("Codes are stable words", arguments: LabelError.Code.allCases)
  func codes(code: LabelError.Code) {
    #expect(code.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
  }

  @Test("Every error of every format names the file")
  func named() {
    let file = LabelFile(name: "the name", bytes: [0xFF, 0xFE, 0x3C, 0])
    for read in [
      { _ = try Labels.read(COCOFormat(), file) }, { _ = try Labels.read(YOLOFormat(), file) },
      { _ = try Labels.read(VOCFormat(), file) },
      { _ = try YOLONames(file) },
    ] as [() throws -> Void] {
      do {
        try read()
        Issue.record("was read")
      } catch { #expect(String(describing: error).hasPrefix("the name, line 1, byte 0: the file is in UTF-16")) }
    }
  }
}
