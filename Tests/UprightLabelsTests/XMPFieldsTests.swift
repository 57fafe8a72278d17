// Fields of RDF's structures in all their forms.

import Testing

@testable import UprightLabels

@Suite("Fields of XMP")
struct XMPFieldsTests {
  private func fields(_ text: String) throws -> XMPFields {
    let names =
      #"xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://ns.adobe.com/xmp/sType/Area#" xmlns:b="http://ns.adobe.com/xmp/sType/Area#" xmlns:o="other""#
    return XMPFields(try XMLDocument(Labels.file("a", "<r:RDF \(names)>\(text)</r:RDF>")))
  }

  @Test(
    "An attribute, an element, or one of a description inside, under any prefix that is bound",
    arguments: [
      "<o:s a:x=' 5 '/>", "<o:s><a:x> 5 </a:x></o:s>", "<o:s><r:Description a:x='5'/></o:s>",
      "<o:s><r:Description><b:x>5</b:x></r:Description></o:s>", "<o:s b:x='5' o:x='6'/>",
      "<o:s o:x='6'><b:x>5</b:x></o:s>",
    ])
  func forms(text: String) throws {
    let fields = try fields(text)
    #expect(fields.text(of: 1, .area, "x") == "5" && fields.number(of: 1, .area, "x")?.value == 5)
    #expect(fields.place(of: 1, .area, "y") == nil && fields.place(of: 1, .dimensions, "x") == nil)
  }

  @Test("Names without a prefix or of another namespace are none; elements inside are no text")
  func none() throws {
    for text in ["<o:s x='5'/>", "<o:s o:x='5'/>", "<o:s><o:x>5</o:x></o:s>", "<o:s><o:t a:x='5'/></o:s>"] {
      #expect(try fields(text).place(of: 1, .area, "x") == nil, "\(text)")
    }
    #expect(try fields("<o:s><a:x>5<o:t/></a:x></o:s>").place(of: 1, .area, "x") == nil)
  }

  @Test("Items of a bag, a sequence or an alternative, and nothing else")
  func items() throws {
    for kind in ["Bag", "Seq", "Alt"] {
      #expect(try fields("<o:s><r:\(kind)><r:li/><o:li/><r:li/></r:\(kind)></o:s>").items(of: 1).count == 2)
    }
    #expect(try fields("<o:s><o:Bag><r:li/></o:Bag><r:li/></o:s>").items(of: 1).isEmpty)
    #expect(try fields("<o:s/><o:s/>").all(.rdf, "RDF") == [0])
  }
}
