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
