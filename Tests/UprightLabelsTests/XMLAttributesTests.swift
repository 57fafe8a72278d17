// Attributes of a start tag.

import Testing

@testable import UprightLabels

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
