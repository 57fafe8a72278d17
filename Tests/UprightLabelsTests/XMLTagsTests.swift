// The positions of tags.

import Testing

@testable import UprightLabels

@Suite("Places of tags")
struct XMLTagsTests {
  private func places(_ text: String) throws -> [String] {
    let file = LabelFile(name: "f", bytes: Array(text.utf8))
    return try XMLTags.all(of: file, LabelLimits()).map { "\($0.isEnd ? "/" : "")\(file.text($0.place))" }
  }

  @Test("Start tags and end tags; an empty element's end has no bytes")
  func tags() throws {
    #expect(try places("<a><b x='>'/>t</a >") == ["<a>", "<b x='>'/>", "/", "/</a >"])
    #expect(try places("\u{FEFF}<a/>") == ["<a/>", "/"])
    #expect(try places("<?p?><a><!-- <b> --><![CDATA[<c>]]></a>\n") == ["<a>", "/</a>"])
  }

  @Test("The line of a byte")
  func line() {
    let file = LabelFile(name: "f", bytes: Array("a\nb\n".utf8))
    #expect([0, 1, 2, 4, 99].map { file.line(of: $0) } == [1, 1, 2, 3, 3])
  }
}
