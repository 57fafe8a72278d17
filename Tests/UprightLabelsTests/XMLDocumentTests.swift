// XML as elements with their positions.

import Testing
import UprightGeometry
@testable import UprightLabels
import UprightTestTools

@Suite("Reading XML")
struct XMLDocumentTests {
  private func read(_ text: String, _ limits: LabelLimits = LabelLimits()) throws(LabelError) -> XMLDocument {
    try XMLDocument(LabelFile(name: "f.xml", bytes: Array(text.utf8)), limits)
  }

  private let text = """
    <?xml version="1.0" encoding="utf-8"?>
    <!-- a <comment> -->
    <root a="1" b = 'x&amp;"y"'>
      <one> 12.5 </one>
      <two c="é"/>
      <one><deep>x</deep></one>
      <three><![CDATA[a<b]]>&#65;&#x42;<!-- no --></three>
    </root>
    """

  @Test("Names, children and lines")
  func structure() throws {
    let document = try read(text)
    #expect(document.elements.count == 6)
    #expect(document.elements.indices.map { document.name($0) } == ["root", "one", "two", "one", "deep", "three"])
    #expect(document.children(of: 0) == [1, 2, 3, 5])
    #expect(document.children(of: 0, "one") == [1, 3])
    #expect(document.child(of: 0, "two") == 2)
    #expect(document.child(of: 0, "deep") == nil)
    #expect(document.children(of: 2).isEmpty)
    #expect((0..<6).map { document.line($0) } == [3, 4, 5, 6, 6, 7])
  }

  @Test("Text and attributes, and where they stand")
  func values() throws {
    let document = try read(text)
    #expect(document.text(of: 1) == "12.5")
    #expect(document.textPlace(of: 1).map { document.file.text($0) } == "12.5")
    #expect(document.text(of: 3) == nil)
    #expect(document.text(of: 5) == "a<bAB")
    #expect(document.text(of: 2) == "")
    #expect(document.attribute(of: 0, "a") == "1")
    #expect(document.attribute(of: 0, "b") == "x&\"y\"")
    #expect(document.attribute(of: 2, "c") == "é")
    #expect(document.attribute(of: 2, "d") == nil)
    #expect(document.attributePlace(of: 0, "b").map { document.file.text($0) } == "x&amp;\"y\"")
    #expect(document.number(in: 0, "one")?.value == 12.5)
  }

  @Test(
    "What is not well-formed",
    arguments: [
      ("", .truncated), ("<a>", .truncated), ("<a><b></a>", .syntax), ("<a></b>", .syntax), ("<a x=1/>", .syntax),
      ("<a x='1' x='2'/>", .syntax),
      ("<a/><b/>", .syntax), ("text", .syntax), ("<a>&nbsp;</a>", .syntax), ("<a>&#0;</a>", .syntax),
      ("<a", .truncated), ("<a><![CDATA[", .truncated),
      ("<a>\u{1}</a>", .syntax), ("{}", .syntax),
    ] as [(String, LabelError.Code)])
  func refused(text: String, code: LabelError.Code) {
    do {
      _ = try read(text)
      Issue.record("\(text) was read")
    } catch { #expect(error.code == code, "\(text): \(error)") }
  }

  @Test("Entities are refused, whether they explode, lead to files, or are harmless")
  func entities() {
    for declared in [
      "<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;\">", "<!ENTITY x SYSTEM \"file:///etc/passwd\">",
      "<!ENTITY % p \"x\">", "<!ENTITY n PUBLIC \"a\" \"b\">",
    ] {
      do {
        _ = try read("<!DOCTYPE r [\(declared)]><r>&a;</r>")
        Issue.record("\(declared) was read")
      } catch {
        #expect(error.code == .entities)
        #expect(error.note == "the document declares entities, which are not allowed in labels")
      }
    }
  }

  @Test("A document type without entities is harmless")
  func documentType() throws {
    #expect(try read("<!DOCTYPE annotation><annotation/>").elements.count == 1)
  }

  @Test("Depth is bounded")
  func depth() throws {
    _ = try read(String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64))
    for count in [65, 1_000_000] {
      do {
        _ = try read(String(repeating: "<a>", count: count))
        Issue.record("\(count) levels were read")
      } catch { #expect(error.code == .tooDeep) }
    }
  }

  @Test("Other encodings are refused, and a declared one that the bytes are not")
  func encodings() {
    for bytes in [
      [0xFF, 0xFE, 0x3C, 0, 0x61, 0],
      Array("<?xml version=\"1.0\" encoding=\"iso-8859-1\"?><a>".utf8) + [0xE9] + Array("</a>".utf8),
    ] as [[UInt8]] {
      do {
        _ = try XMLDocument(LabelFile(name: "f", bytes: bytes))
        Issue.record("was read")
      } catch { #expect(error.code == .encoding) }
    }
  }

  @Test("An error says byte and line")
  func places() {
    do {
      _ = try read("<a>\n<b>\n</a>")
      Issue.record("was read")
    } catch {
      #expect(error.line == 3)
      #expect(error.offset == 10)
      #expect(error.description == "f.xml, line 3, byte 10: invalid XML: mismatched tag")
    }
  }

  @Test("Size is bounded")
  func size() {
    #expect(throws: LabelError.self) { _ = try read("<a></a>", LabelLimits(bytes: 6)) }
  }

  @Test("Every prefix is refused")
  func prefixes() {
    let bytes = Array(text.utf8)
    for end in 0..<(bytes.count - 1) {
      #expect(throws: LabelError.self, "\(end)") {
        _ = try XMLDocument(LabelFile(name: "f", bytes: Array(bytes[..<end])))
      }
    }
  }

  @Test("Any byte at any place gives an answer", arguments: 0..<4)
  func mutations(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let source = Array(text.utf8)
    for _ in 0..<1500 {
      var bytes = source
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let document = try? XMLDocument(LabelFile(name: "f", bytes: bytes)) else { continue }
      for element in document.elements.indices {
        _ = document.text(of: element)
        for attribute in document.attributes(of: element) { #expect(attribute.value.upperBound <= bytes.count) }
      }
    }
  }

  @Test("More than a piece of 16 MiB keeps its places")
  func large() throws {
    let filler = "<x>" + String(repeating: "y", count: 17 << 20) + "</x>"
    let document = try read("<r>\(filler)<n>42</n></r>")
    #expect(document.number(in: 0, "n")?.value == 42)
  }

  @Test("Lines of bytes")
  func lines() {
    let index = LineIndex(Array("a\n\nb".utf8))
    #expect((0..<5).map { index.line(of: $0) } == [1, 1, 2, 3, 3])
  }
}

// Attributes of a start tag.

@Suite("Attributes of XML")
struct XMLAttributesTests {
  @Test("Values, their places, and numbers with spaces around them")
  func values() throws {
    let document = try XMLDocument(Labels.file("a", "<a b = ' 1.50 ' c=\"&lt;2&gt;\" d='1 2' e='' b2='3'/>"))
    let attributes = XMLAttributes(document, 0)
    #expect(attributes.text("b") == " 1.50 " && attributes.number("b")?.value == 1.5)
    #expect(attributes.number("b")?.range == 9..<13 && attributes.place("b") == 8..<14)
    #expect(attributes.text("c") == "<2>" && attributes.number("c") == nil)
    #expect(attributes.number("d") == nil && attributes.number("e") == nil && attributes.text("e") == "")
    #expect(attributes.text("b2") == "3" && attributes.text("x") == nil && attributes.number("x") == nil)
  }
}

// Hostile XML.
extension XMLDocumentTests {
  private func code(_ text: String, _ limits: LabelLimits = LabelLimits()) -> LabelError.Code? {
    do {
      _ = try XMLDocument(Labels.file("f.xml", text), limits)
      return nil
    } catch { return error.code }
  }

  @Test("A billion laughs, in every disguise, is refused at its first declaration")
  func laughs() {
    var declared = "<!ENTITY lol0 \"lol\">"
    for level in 1...9 {
      let inner = String(repeating: "&lol\(level - 1);", count: 10)
      declared += "<!ENTITY lol\(level) \"\(inner)\">"
    }
    let spent = ProcessorTime.seconds {
      #expect(code("<!DOCTYPE lolz [\(declared)]><lolz>&lol9;</lolz>") == .entities)
      #expect(code("<!DOCTYPE lolz [\(declared)]><lolz a=\"&lol9;\"/>") == .entities)
      let parameter = "<!ENTITY % a \"&#x25;b;\"><!ENTITY % b \"%a;\">%a;"
      #expect(code("<!DOCTYPE lolz [\(parameter)]><lolz/>") == .entities)
    }
    #expect(spent < 5)
  }

  @Test("A long entity that is used often is refused just so")
  func quadratic() {
    let long = String(repeating: "x", count: 100_000)
    let uses = String(repeating: "&a;", count: 10_000)
    #expect(code("<!DOCTYPE r [<!ENTITY a \"\(long)\">]><r>\(uses)</r>") == .entities)
  }

  @Test("Nothing is fetched: neither another file nor a document type from elsewhere")
  func external() {
    #expect(code("<!DOCTYPE r SYSTEM \"file:///etc/passwd\"><r/>") == nil)
    #expect(code("<!DOCTYPE r PUBLIC \"-//x\" \"http://127.0.0.1:1/x.dtd\"><r/>") == nil)
    #expect(code("<!DOCTYPE r SYSTEM \"x.dtd\"><r>&from_there;</r>") != .entities)
  }

  @Test("A million attributes, elements, comments and sections cost no more than their bytes")
  func many() throws {
    let elements = try XMLDocument(Labels.file("f", "<r>\(String(repeating: "<a/>", count: 300_000))</r>"))
    #expect(elements.children(of: 0).count == 300_000)
    #expect(elements.line(300_000) == 1)
    let attributes = (0..<2_000).map { " a\($0)='\($0)'" }.joined()
    let one = try XMLDocument(Labels.file("f", "<r\(attributes)/>"))
    #expect(one.attributes(of: 0).count == 2_000)
    #expect(one.attribute(of: 0, "a1999") == "1999")
    let comments = String(repeating: "<!--<-->", count: 100_000)
    #expect(try XMLDocument(Labels.file("f", "<r>\(comments)</r>")).elements.count == 1)
  }

  @Test("Attributes with every kind of quote, space and sign inside")
  func attributes() throws {
    let text = "<r\n a = '\"' b\t=\t\"'>&gt;/>\" c='='  d=''\r\n/>"
    let document = try XMLDocument(Labels.file("f", text))
    #expect(document.attribute(of: 0, "a") == "\"")
    #expect(document.attribute(of: 0, "b") == "'>>/>")
    #expect(document.attribute(of: 0, "c") == "=")
    #expect(document.attribute(of: 0, "d") == "")
    #expect(document.attributes(of: 0).count == 4)
    for (name, value) in document.attributes(of: 0) {
      #expect(document.file.text(name).count == 1)
      #expect(value.upperBound < text.utf8.count)
    }
  }

  @Test("Names beyond ASCII and with namespaces are names")
  func names() throws {
    let document = try XMLDocument(Labels.file("f", "<größe xmlns:x='u'><x:a x:b='1'/></größe>"))
    #expect(document.name(0) == "größe")
    #expect(document.name(1) == "x:a")
    #expect(document.attribute(of: 1, "x:b") == "1")
  }
}
