// The root element of a document.

import Testing

@testable import UprightLabels

@Suite("The root of an XML document")
struct XMLRootTests {
  @Test(
    "Declarations, comments and spaces come before it",
    arguments: [
      ("<annotation>", "annotation"), ("<a/>", "a"), ("<a\nb='1'>", "a"), ("<x:xmpmeta >", "x:xmpmeta"),
      ("\u{FEFF}<?xml version=\"1.0\"?>\r\n<!-- <b> -->\n<!DOCTYPE a>\t<a >", "a"),
      ("<?one ?><?two?><!---->\n<a>", "a"),
    ])
  func names(text: String, name: String) { #expect(XMLRoot.name(in: Array(text.utf8)) == name) }

  @Test(
    "What ends before, or is no XML, has none",
    arguments: ["", " ", "<", "<annotation", "{\"a\":1}", "<?xml ", "<!-- <a> ", "<!DOCTYPE", "text <a>"])
  func none(text: String) { #expect(XMLRoot.name(in: Array(text.utf8)) == nil) }
}
