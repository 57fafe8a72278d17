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

  @Test("Text of a place")
  func text() { #expect(Labels.file("f", "a bcd").text(2..<4) == "bc") }
}
