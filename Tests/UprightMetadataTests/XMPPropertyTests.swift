// Values of simple properties: as attribute and element, as numbers and text.

import Testing

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
}
