// A packet with any byte wrong: nothing, or elements with nested ranges.

import Testing

@testable import UprightMetadata

extension XMPElementTests {
  private static let packet = Array(
    #"""
    <?p?><r:R xmlns:r="u" a='1'> <!-- <n> --><b c="2" d = ""/> t<e>3<f/></e><![CDATA[<]]></r:R>
    """#.utf8)

  /// Describes what is wrong with the ranges of an element and all in it.
  private static func complaint(_ element: XMPElement) -> String? {
    guard element.whole.lowerBound <= element.content.lowerBound, element.content.upperBound <= element.whole.upperBound
    else { return "\(element.name) ends before its content" }
    var end = element.whole.lowerBound
    for attribute in element.attributes {
      guard attribute.whole.lowerBound > end || attribute.whole.lowerBound == end && end > element.whole.lowerBound,
        attribute.whole.lowerBound < attribute.value.lowerBound,
        attribute.value.upperBound < attribute.whole.upperBound,
        attribute.whole.upperBound <= element.content.lowerBound
      else { return "\(attribute.name) lies outside its tag" }
      end = attribute.whole.upperBound
    }
    end = element.content.lowerBound
    for child in element.children {
      guard child.whole.lowerBound >= end, child.whole.upperBound <= element.content.upperBound else {
        return "\(child.name) lies outside \(element.name)"
      }
      end = child.whole.upperBound
      if let complaint = complaint(child) { return complaint }
    }
    return nil
  }

  @Test(arguments: 0..<8) func everyByteMayBeAnything(eighth: Int) {
    #expect(XMPElement(Self.packet) != nil)
    for place in Self.packet.indices {
      var bytes = Self.packet
      for value in stride(from: eighth, to: 256, by: 8) {
        bytes[place] = UInt8(value)
        let complaint = XMPElement(bytes).flatMap(Self.complaint)
        #expect(complaint == nil, "byte \(place) as \(value)")
      }
    }
  }

  @Test func everyPrefixAndEverySuffix() {
    for count in 0...Self.packet.count {
      for bytes in [Self.packet.prefix(count), Self.packet.suffix(count)] {
        #expect(XMPElement(Array(bytes)).flatMap(Self.complaint) == nil)
      }
    }
  }

  /// Without an element, all others are still there, unchanged.
  @Test func everyElementCanBeTakenOut() throws {
    let root = try #require(XMPElement(Self.packet))
    let all = root.descendants.dropFirst()
    #expect(all.map(\.name) == ["r:R", "b", "e", "f"])
    for element in all {
      let left = XMPChange.apply([element.removal(in: Self.packet)], to: Self.packet)
      let names = try #require(XMPElement(left)).descendants.dropFirst().map(\.name)
      #expect(names == all.filter { !element.descendants.contains($0) }.map(\.name))
    }
  }
}
