// Text between tags.

import Testing
@testable import UprightLabels

@Suite("Text in XML")
struct XMLTextTests {
  @Test(
    "What is written is read again, as text and as an attribute",
    arguments: ["", "a", "<&>\"'", "a\nb\tc\r", "é😀", "]]>", "&amp;"])
  func thereAndBack(text: String) throws {
    var bytes: [UInt8] = []
    XMLText.append(text, to: &bytes)
    #expect(XMLText.decoded(bytes, bytes.indices) == text)
    let all = Array("<a b=\"".utf8) + bytes + Array("\">".utf8) + bytes + Array("</a>".utf8)
    let document = try XMLDocument(LabelFile(name: "f", bytes: all))
    #expect(document.attribute(of: 0, "b") == text)
  }

  @Test("Characters that XML cannot hold are replaced")
  func replaced() {
    var bytes: [UInt8] = []
    XMLText.append("a\u{1}b\u{FFFE}", to: &bytes)
    #expect(String(decoding: bytes, as: UTF8.self) == "a\u{FFFD}b\u{FFFD}")
  }

  @Test("Sections, comments, instructions and references, also unfinished ones")
  func parts() {
    for (text, expected) in [
      ("a<![CDATA[<&]]>b", "a<&b"), ("a<!-- x -->b", "ab"), ("a<?p q?>b", "ab"), ("&lt;&gt;&quot;&apos;", "<>\"'"),
      ("&#x1F600;", "😀"), ("&#xD800;", ""),
      ("<![CDATA[a", "a"), ("<!-- a", ""), ("<?p", ""), ("a & b", "a & b"),
    ] {
      let bytes = Array(text.utf8)
      #expect(XMLText.decoded(bytes, bytes.indices) == expected, "\(text)")
    }
  }
}

// The positions of tags.

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
