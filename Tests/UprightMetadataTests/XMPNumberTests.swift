// Numbers read and written: as short as possible, and unchanged if equal.

import Testing

@testable import UprightMetadata

@Suite struct XMPNumberTests {
  @Test(arguments: [
    (0.5, "0.5"), (-0.25, "-0.25"), (3.0, "3"), (0, "0"), (1.0 / 3, "0.333333"), (123.4567891, "123.456789"),
    (-1e-9, "0"), (0.9999999, "1"),
  ])
  func numbersAreBrief(value: Double, text: String) { #expect(XMPNumber.text(value) == text) }

  @Test(arguments: ["nan", "inf", "", "x", "1e400", "1e12", "1,5", String(repeating: "1", count: 65)])
  func whatIsNoPlaceIsNone(text: String) {
    #expect(XMPNumber.value(text.utf8.indices.count == 0 ? 0..<0 : 0..<text.utf8.count, in: Array(text.utf8)) == nil)
  }

  @Test func onlyWhatDiffersChanges() throws {
    let packet = Array("0.50 0.3333333333333".utf8)
    #expect(XMPNumber.change(0..<4, to: 0.5, in: packet) == nil)
    #expect(XMPNumber.change(5..<20, to: 1.0 / 3, in: packet) == nil)
    #expect(XMPNumber.change(0..<4, to: 0.75, in: packet) == XMPChange(0..<4, "0.75"))
    #expect(XMPNumber.change(5..<20, to: 2.0 / 3, in: packet) == XMPChange(5..<20, "0.666666667"))
    #expect(XMPNumber.change(0..<4, to: .infinity, in: packet) == nil)
  }

  @Test func changesAreMadeInOrder() {
    let packet = Array("abcdef".utf8)
    let changes = [XMPChange(4..<5, "X"), .removal(1..<3), XMPChange(2..<4, "never")]
    #expect(XMPChange.apply(changes, to: packet) == Array("adXf".utf8))
    #expect(XMPChange.apply([], to: packet) == packet)
  }
}
