// Hostile XML.

import Testing
import UprightGeometry

@testable import UprightLabels

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
    let clock = ContinuousClock()
    let took = clock.measure {
      #expect(code("<!DOCTYPE lolz [\(declared)]><lolz>&lol9;</lolz>") == .entities)
      #expect(code("<!DOCTYPE lolz [\(declared)]><lolz a=\"&lol9;\"/>") == .entities)
      let parameter = "<!ENTITY % a \"&#x25;b;\"><!ENTITY % b \"%a;\">%a;"
      #expect(code("<!DOCTYPE lolz [\(parameter)]><lolz/>") == .entities)
    }
    #expect(took < .seconds(5))
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
