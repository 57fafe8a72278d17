// Numbers read and written: as short as possible, and unchanged if equal. Laws of numbers in a packet: a written number
// is read back, as near as its digits allow, and written only once.

import Testing
import UprightTestTools

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

extension XMPNumberTests {
  private static func random(_ dice: inout SplitMix64) -> Double {
    let sizes = [1e-7, 1e-3, 1, 100, 65_536, 9e8]
    return Double.random(in: -1...1, using: &dice) * (sizes.randomElement(using: &dice) ?? 1)
  }

  @Test(arguments: 0...9) func whatIsWrittenIsReadBack(places: Int) throws {
    var dice = SplitMix64(seed: UInt64(places))
    let unit = (0..<places).reduce(1.0) { all, _ in all * 10 }
    for _ in 0..<300 {
      let value = Self.random(&dice)
      let text = XMPNumber.text(value, decimals: places)
      let read = try #require(XMPNumber.value(0..<text.utf8.count, in: Array(text.utf8)))
      #expect(abs(read - value) <= 0.5001 / unit + abs(value) * 1e-15, "\(value) as \(text)")
      let part = text.split(separator: ".", omittingEmptySubsequences: false)
      #expect(part.count == 1 || part.count == 2 && (1...max(1, places)).contains(part[1].count))
      #expect(text != "-0" && !(part.count == 2 && text.hasSuffix("0")) && !text.contains("e"))
    }
  }

  @Test(arguments: ["0.5", "0", "-12.125000000", "x", "", "0.123456789012"])
  func aChangeIsMadeOnce(old: String) throws {
    var dice = SplitMix64(seed: 11)
    let packet = Array("<a>\(old)</a>".utf8)
    let place = 3..<3 + old.utf8.count
    for _ in 0..<200 {
      // Larger ones have more digits than a double distinguishes.
      let value = Self.random(&dice).remainder(dividingBy: 65_536)
      let changes = [XMPNumber.change(place, to: value, in: packet)].compactMap(\.self)
      let changed = XMPChange.apply(changes, to: packet)
      let end = changed.count - 4
      #expect(changed.starts(with: "<a>".utf8) && changed.suffix(4).elementsEqual("</a>".utf8))
      #expect(XMPNumber.change(3..<end, to: value, in: changed) == nil, "\(old) to \(value)")
    }
  }

  /// All positions at once, in any order of the list: each byte is the one of its change, or stays.
  @Test func changesThatDoNotOverlapAreAllMade() {
    var dice = SplitMix64(seed: 3)
    for _ in 0..<200 {
      let packet = (0..<40).map { UInt8($0) }
      let starts = (0..<8).filter { _ in Bool.random(using: &dice) }.map { $0 * 5 }
      let changes = starts.map { XMPChange($0..<$0 + Int.random(in: 1...5, using: &dice), "abc") }
      var (expected, at): ([UInt8], Int) = ([], 0)
      while at < packet.count {
        let change = changes.first { $0.range.lowerBound == at }
        expected += change.map { _ in Array("abc".utf8) } ?? [packet[at]]
        at = change?.range.upperBound ?? at + 1
      }
      #expect(XMPChange.apply(changes.shuffled(using: &dice), to: packet) == expected)
    }
  }
}
