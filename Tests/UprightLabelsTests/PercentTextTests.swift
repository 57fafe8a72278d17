// Percent signs: every byte after two digits; anything that is not such a sign stays.

import Testing

@testable import UprightLabels

@Suite struct PercentTextTests {
  @Test func everyByteComesBackInBothCases() {
    for byte in UInt8.min ... .max {
      let digits = ["0", ""][byte > 15 ? 1 : 0] + String(byte, radix: 16)
      for text in ["%" + digits, "%" + digits.uppercased()] {
        #expect(PercentText.decoded(text.utf8) == [byte])
        #expect(PercentText.decoded(("a" + text + "b").utf8) == [97, byte, 98])
      }
    }
  }

  @Test(arguments: ["", "a", "%", "%%", "%4", "a%4", "%4g", "%g4", "% 41", "é", "100 %", "%-1", "%+a"])
  func whatIsNoSignStays(text: String) { #expect(PercentText.decoded(text.utf8) == Array(text.utf8)) }

  @Test(arguments: [
    ("%2541", "%41"), ("%%41", "%A"), ("%4%41", "%4A"), ("%41%4", "A%4"), ("a%20b.jpg", "a b.jpg"), ("%C3%A9", "é"),
  ])
  func aSignIsReadOnce(text: String, wanted: String) { #expect(PercentText.decoded(text.utf8) == Array(wanted.utf8)) }

  @Test func aSliceIsReadFromItsOwnStart() {
    #expect(PercentText.decoded("xx%41".dropFirst(2).utf8) == [0x41])
    #expect(PercentText.decoded(Array("xx%41%".utf8)[2...]) == [0x41, 0x25])
  }
}
