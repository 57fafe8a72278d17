// Regions of one packet, and their errors.

import Testing
import UprightGeometry
import UprightTestTools
@testable import UprightLabels

@Suite("Regions of a packet")
struct XMPRegionFileTests {
  private static let names =
    #"xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:mwg-rs="http://www.metadataworkinggroup.com/schemas/regions/" "#
    + #"xmlns:stArea="http://ns.adobe.com/xmp/sType/Area#" xmlns:stDim="http://ns.adobe.com/xap/1.0/sType/Dimensions#" "#
    + #"xmlns:MP="http://ns.microsoft.com/photo/1.2/" xmlns:MPRI="http://ns.microsoft.com/photo/1.2/t/RegionInfo#" "#
    + #"xmlns:MPReg="http://ns.microsoft.com/photo/1.2/t/Region#" xmlns:apple-fi="http://ns.apple.com/faceinfo/1.0/""#

  private func file(mwg: String = "", microsoft: String = "") -> LabelFile {
    Labels.file(
      "a.xmp",
      """
      <rdf:RDF \(Self.names)><rdf:Description>
      <mwg-rs:Regions><mwg-rs:RegionList><rdf:Bag>\(mwg)</rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>
      <MP:RegionInfo><rdf:Description><MPRI:Regions><rdf:Bag>\(microsoft)</rdf:Bag></MPRI:Regions></rdf:Description></MP:RegionInfo>
      </rdf:Description></rdf:RDF>
      """)
  }

  private func area(_ numbers: String, _ more: String = "") -> String {
    "<rdf:li rdf:parseType=\"Resource\"><mwg-rs:Area \(numbers)/>\(more)</rdf:li>"
  }

  private static let sound = #"stArea:x="0.5" stArea:y="0.5" stArea:w="0.2" stArea:h="0.2""#

  @Test(
    "What breaks a rule is a finding, and left where it is",
    arguments: [
      ("<rdf:li/>", LabelFinding.Code.fieldMissing, "RegionList[0].Area"),
      (
        #"<rdf:li><mwg-rs:Area stArea:x="0.5" stArea:w="0.1" stArea:h="0.1"/></rdf:li>"#, .fieldMissing,
        "RegionList[0].Area.y"
      ),
      (#"<rdf:li><mwg-rs:Area stArea:x="0.5" stArea:y="x"/></rdf:li>"#, .numberInvalid, "RegionList[0].Area.y"),
      (#"<rdf:li><mwg-rs:Area stArea:x="0,5" stArea:y="0.5"/></rdf:li>"#, .numberInvalid, "RegionList[0].Area.x"),
      (#"<rdf:li><mwg-rs:Area stArea:x="1e308" stArea:y="0.5"/></rdf:li>"#, .numberInvalid, "RegionList[0].Area.x"),
      (
        #"<rdf:li><mwg-rs:Area stArea:x="5" stArea:y="5" stArea:unit="pixel"/></rdf:li>"#, .imageUnknown,
        "RegionList[0].Area"
      ),
      (
        #"<rdf:li mwg-rs:Rotation="0.5"><mwg-rs:Area stArea:x="0.5" stArea:y="0.5"/></rdf:li>"#, .notExpressible,
        "RegionList[0]"
      ),
      (
        #"<rdf:li><mwg-rs:Area stArea:x="0.5" stArea:y="0.5"/><mwg-rs:Extensions apple-fi:AngleInfoRoll="270"/></rdf:li>"#,
        .notExpressible, "RegionList[0]"
      ),
    ])
  func broken(item: String, code: LabelFinding.Code, field: String) throws {
    let file = file(mwg: item + area(Self.sound))
    let set = try Labels.read(XMPRegionsFormat(), file)
    #expect(set.findings.map(\.code) == [code] && set.findings[0].field == field && set.findings[0].line == 2)
    #expect(set.regionCount == 1)
    let edit = try XMPRegionsFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    #expect((edit.reorientedRows, edit.unchangedRows) == (1, 1) && Labels.text(edit.bytes).contains(item))
  }

  @Test(
    "Microsoft's rectangles have four numbers",
    arguments: ["1, 2, 3", "1, 2, 3, 4, 5", "a, b, c, d", "", "0.1 0.2 0.3 0.4"])
  func rectangles(text: String) throws {
    let set = try Labels.read(XMPRegionsFormat(), file(microsoft: #"<rdf:li MPReg:Rectangle="\#(text)"/>"#))
    #expect(set.findings.map(\.code) == [.numberInvalid] && set.regionCount == 0)
    #expect(set.findings[0].field == "RegionInfo[0].Rectangle")
  }

  @Test("What both lists say counts once, and both turn; what only one says counts too")
  func repetitions() throws {
    let file = file(
      mwg: area(Self.sound, "<mwg-rs:Name>x</mwg-rs:Name>"),
      microsoft: #"<rdf:li MPReg:Rectangle="0.4, 0.4004, 0.2, 0.2"/><rdf:li MPReg:Rectangle="0.1, 0.1, 0.2, 0.2"/>"#)
    var findings = FindingList("a", LabelLimits())
    let regions = try XMPRegionFile(file, LabelLimits(), &findings)
    #expect(regions.rows.map(\.kind) == [.center, .corner] && regions.repetitions.map(\.kind) == [.corner])
    #expect(regions.brokenCount == 0 && findings.all.isEmpty)
    let edit = try XMPRegionsFormat().reoriented(file) { _ in Labels.turn(.topRight) }
    #expect(Labels.text(edit.bytes).contains("0.7, 0.1, 0.2, 0.2") && edit.reorientedRows == 2)
    let again = try XMPRegionsFormat().reoriented(LabelFile(name: "a.xmp", bytes: edit.bytes)) { _ in
      Labels.back(.topRight)
    }
    #expect(again.bytes == file.bytes)
  }

  @Test("A circle's diameter is a part of the shorter side")
  func circles() throws {
    let file = file(mwg: area(#"stArea:x="0.5" stArea:y="0.5" stArea:d="0.5""#))
    for size in [PixelSize<Stored>(width: 100, height: 40), PixelSize(width: 40, height: 100)] {
      var set = LabelSet<Stored>()
      try XMPRegionsFormat().read(file, into: &set) { _ in size }
      let box = try #require(set.images.first?.regions.first?.box)
      #expect(abs(box.width - 20) < 1e-9 && abs(box.height - 20) < 1e-9)
      #expect(abs(box.x + 10 - Double(size.width) / 2) < 1e-9)
    }
  }

  @Test("Rectangles are repetitions up to a thousandth on either side of any border between cells, and not beyond")
  func tolerance() throws {
    for (offset, isSame) in [(0.0, true), (0.00099, true), (-0.00099, true), (0.0011, false), (-0.0011, false)] {
      for place in [0.1, 0.1005, 0.101, 0.1015, 0.102, 0.4, 0.0] {
        for index in 0..<4 {
          var numbers = [place, place, 0.2, 0.3]
          let (x, y) = (numbers[0] + 0.1, numbers[1] + 0.15)
          numbers[index] += offset
          let list = numbers.map { "\($0)" }.joined(separator: ",")
          var findings = FindingList("a", LabelLimits())
          let regions = try XMPRegionFile(
            file(
              mwg: area("stArea:x=\"\(x)\" stArea:y=\"\(y)\" stArea:w=\"0.2\" stArea:h=\"0.3\""),
              microsoft: "<rdf:li MPReg:Rectangle=\"\(list)\"/>"), LabelLimits(), &findings)
          #expect(regions.repetitions.count == (isSame ? 1 : 0), "\(list) beside \(x) \(y)")
        }
      }
    }
  }

  @Test("Ten thousand regions in each list are compared in the time of a few")
  func many() throws {
    let count = 10_000
    let areas = (0..<count).map {
      area("stArea:x=\"\(Double($0) / 10_000)\" stArea:y=\"0.5\" stArea:w=\"0.00\($0)\" stArea:h=\"0.2\"")
    }
    let rectangles = (0..<count).map { "<rdf:li MPReg:Rectangle=\"\(2 + Double($0) / 10_000),0.4,0.5,0.2\"/>" }
    var findings = FindingList("a", LabelLimits())
    let file = file(mwg: areas.joined(), microsoft: rectangles.joined())
    let spent = try ProcessorTime.seconds {
      let regions = try XMPRegionFile(file, LabelLimits(), &findings)
      #expect(regions.rows.count == 2 * count && regions.repetitions.isEmpty)
    }
    #expect(spent < 10)
  }
}

// Fields of RDF's structures in all their forms.

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
