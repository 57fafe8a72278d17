// Values of simple properties: as attribute and element, as numbers and text. Finding tiff:Orientation in XMP packets:
// every spelling, and what merely resembles it.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct XMPPropertyTests {
  private func packet(_ text: String) -> [UInt8] { Array(text.utf8) }

  @Test func rangesAreThoseOfTheValues() {
    let bytes = packet(#"<a n:b="12" n:b='3'><n:b> 45 </n:b>"#)
    let values = XMPProperty.valueRanges(of: "n:b", in: bytes).map { String(decoding: bytes[$0], as: UTF8.self) }
    #expect(values == ["12", "3", "45"])
  }

  @Test func numbersAreWholeAndNotNegative() {
    #expect(XMPProperty.number("n:b", in: packet(#"n:b="x" n:b="-1" n:b="07""#)) == 7)
    #expect(XMPProperty.number("n:b", in: packet(#"n:b="1.5""#)) == nil)
    #expect(XMPProperty.number("n:c", in: packet(#"n:b="1""#)) == nil)
  }

  @Test func textIsTheFirstValue() {
    #expect(XMPProperty.text("n:b", in: packet("<n:b>GainMap</n:b>")) == "GainMap")
    #expect(XMPProperty.text("n:b", in: packet("n:b")) == nil)
  }

  @Test func namesAreFoundFromAnIndexOn() {
    let bytes = packet("abcabc")
    #expect(XMPProperty.firstRange(of: packet("bc"), in: bytes, from: 0) == 1..<3)
    #expect(XMPProperty.firstRange(of: packet("bc"), in: bytes, from: 2) == 4..<6)
    #expect(XMPProperty.firstRange(of: packet("bc"), in: bytes, from: 5) == nil)
    #expect(XMPProperty.firstRange(of: packet("abcabcd"), in: bytes, from: 0) == nil)
  }

  private func orientation(_ text: String, offset: Int = 0) -> XMPOrientation? {
    XMPOrientation.all(in: Array(text.utf8), offset: offset).first
  }

  @Test(arguments: TinyXMP.Form.allCases, 1...8)
  func packetsSayOneToEight(form: TinyXMP.Form, value: Int) throws {
    let packet = TinyXMP.packet(orientation: "\(value)", form: form)
    let found = try #require(XMPOrientation.all(in: packet, offset: 1_000).first)
    #expect(found.value?.rawValue == UInt8(value))
    #expect(packet[found.offset - 1_000] == found.digit)
    #expect(found.isElement == (form == .element))
  }

  @Test(arguments: [
    #"<a tiff:Orientation="6">"#, #"<a tiff:Orientation='6'>"#, #"<a tiff:Orientation = "6" >"#,
    "<a tiff:Orientation\n=\n\t\"6\">", "<tiff:Orientation>6</tiff:Orientation>", "<tiff:Orientation> 6\r\n</x>",
    #"<a tiff:OrientationX="3" tiff:Orientation="6">"#, #"tiff:Orientation tiff:Orientation="6""#,
  ])
  func spellingsOfSix(text: String) {
    #expect(orientation(text)?.value == .rightTop)
  }

  @Test(arguments: [
    "", "tiff:Orientation", "tiff:Orientation=", #"tiff:Orientation=""#, #"tiff:Orientation="6"#, "tiff:Orientation>6",
    "tiff:Orientation>", "tiff:Orientation><", #"tiff:Orientation="""#, #"tiff:Orientation="66""#,
    #"tiff:Orientation="Right-top""#, #"exif:Orientation="6""#, #"tiff:orientation="6""#, #"tiff:Orientation=6"#,
  ])
  func whatIsNone(text: String) {
    #expect(orientation(text) == nil)
  }

  @Test(arguments: ["0", "9", "x", "-"])
  func otherDigitsHaveNoValue(digit: String) {
    #expect(orientation(#"tiff:Orientation="\#(digit)""#)?.value == nil)
  }

  @Test func theFirstCounts() {
    #expect(orientation(#"tiff:Orientation="6" tiff:Orientation="3""#)?.value == .rightTop)
  }

  @Test func everyPrefixOfAPacketIsRead() {
    for form in TinyXMP.Form.allCases {
      let packet = TinyXMP.packet(orientation: "6", form: form)
      let found = (0...packet.count).map { XMPOrientation.all(in: Array(packet.prefix($0)), offset: 0).first?.digit }
      #expect(Set(found) == [nil, UInt8(ascii: "6")])
    }
  }

  @Test(arguments: ["", ">", "=", "='", "><", "> "])
  func floodsOfTheNameEndSoon(tail: String) {
    let flood = Array(String(repeating: "tiff:Orientation" + tail, count: 3_500).utf8)
    #expect(ProcessorTime.seconds { _ = XMPOrientation.all(in: flood, offset: 0) } < 1)
  }

  @Test func valuesThatAreTooLongAreNone() {
    let spaces = String(repeating: " ", count: 100)
    #expect(orientation("tiff:Orientation>6\(spaces)</tiff:Orientation>") == nil)
    #expect(orientation("tiff:Orientation>\(spaces)6</tiff:Orientation>")?.value == .rightTop)
  }
}
