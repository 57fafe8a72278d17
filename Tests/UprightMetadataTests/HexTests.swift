// Bytes in two digits each, there and back.

import Testing

import UprightMetadata

@Suite struct HexTests {
  @Test func everyByteComesBack() {
    let all = (0...255).map { UInt8($0) }
    #expect(Hex.text([0x00, 0x0F, 0xA5, 0xFF]) == "000fa5ff")
    #expect(Hex.bytes(Hex.text(all)) == all)
    #expect(Hex.bytes("") == [])
  }

  @Test(arguments: ["0", "0g", "0F", "000", "+1", "é0"])
  func whatIsNoHexIsNothing(_ text: String) { #expect(Hex.bytes(text) == nil) }
}
