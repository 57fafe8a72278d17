// Elements of a packet as ranges: every form of tag, namespaces with other prefixes, and invalid XML. A packet with any
// byte wrong: nothing, or elements with nested ranges.

import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightMetadata

@Suite struct XMPElementTests {
  private func text(_ place: Range<Int>?, _ packet: String) -> String? {
    place.map { String(decoding: Array(packet.utf8)[$0], as: UTF8.self) }
  }

  @Test func placesAreThoseOfThePacket() throws {
    let packet = #"<?p?><!-- <no/> --><a><b x = '1' y="2"/> t <c>  7 </c><![CDATA[<d>]]></a><e/>"#
    let root = try #require(XMPElement(Array(packet.utf8)))
    #expect(root.children.map(\.name) == ["a", "e"])
    #expect(root.descendants.map(\.name) == ["", "a", "b", "c", "e"])
    let (b, a) = (try #require(root.all("b").first), root.children[0])
    #expect(text(b.whole, packet) == #"<b x = '1' y="2"/>"# && b.content.isEmpty)
    #expect(b.attributes.map { text($0.whole, packet) } == [" x = '1'", #" y="2""#])
    #expect(text(b.value("x", in: Array(packet.utf8)), packet) == "1")
    #expect(text(a.value("c", in: Array(packet.utf8)), packet) == "7")
    #expect(text(a.whole, packet)?.hasPrefix("<a><b") == true && text(a.whole, packet)?.hasSuffix("</a>") == true)
    #expect(text(b.removal(in: Array(packet.utf8)).range, packet) == text(b.whole, packet))
    #expect(text(a.child("c")?.removal(in: Array(packet.utf8)).range, packet) == " <c>  7 </c>")
  }

  @Test func namespacesCountAndNotPrefixes() throws {
    let packet = #"""
      <q:Regions xmlns:q="http://www.metadataworkinggroup.com/schemas/regions/" xmlns:rdf="urn:other" q:a="1">
      <mwg-rs:Regions/></q:Regions>
      """#
    let root = try #require(XMPElement(Array(packet.utf8)))
    #expect(root.all("mwg-rs:Regions").count == 2)
    #expect(root.children[0].attributes.last?.name == "mwg-rs:a")
  }

  @Test func fieldsStandInNestedDescriptionsToo() throws {
    for form in TinyRegions.Form.allCases {
      let regions = TinyRegions([.init("n", [("x", "0.5"), ("y", "0.25")])], dimensions: (4, 3), form: form)
      let packet = TinyRegions.packet(regions.mwg)
      let root = try #require(XMPElement(packet))
      let list = try #require(root.all("mwg-rs:Regions").first)
      let size = try #require(list.child("mwg-rs:AppliedToDimensions"))
      #expect(size.value("stDim:w", in: packet).map { XMPNumber.text($0, in: packet) } == "4")
      let item = try #require(list.child("mwg-rs:RegionList")?.items.first)
      #expect(item.value("mwg-rs:Name", in: packet).map { XMPNumber.text($0, in: packet) } == "n")
      #expect(item.child("mwg-rs:Area")?.value("stArea:y", in: packet).map { XMPNumber.text($0, in: packet) } == "0.25")
    }
  }

  @Test(arguments: ["<a>", "</a>", "<a></b", "<a b>", "<a b=c/>", "<a b='", "<", "<a", "<a/", "<a / >", "<a></a"])
  func whatDoesNotCloseIsNothing(packet: String) { #expect(XMPElement(Array(packet.utf8)) == nil) }

  @Test func depthAndNumberAreBounded() {
    let deep = String(repeating: "<a>", count: 64) + String(repeating: "</a>", count: 64)
    #expect(XMPElement(Array(deep.utf8)) != nil)
    #expect(XMPElement(Array(("<a>" + deep + "</a>").utf8)) == nil)
    #expect(XMPElement(Array(String(repeating: "<a/>", count: 70_000).utf8)) == nil)
  }

  /// Every prefix, and bytes changed at random: a result, with ranges inside the packet.
  @Test func anythingIsReadToItsEnd() throws {
    let packet = TinyRegions.packet(TinyRegions([.init("n", [("x", "0.5")])], dimensions: (4, 3)).mwg)
    var dice = SplitMix64(seed: 5)
    for count in packet.indices {
      var bytes = Array(packet.prefix(count))
      if count % 2 == 0, count > 0 { bytes[Int.random(in: 0..<count, using: &dice)] = UInt8(ascii: "<") }
      for element in XMPElement(bytes)?.descendants ?? [] { #expect(element.whole.upperBound <= count) }
    }
  }
}

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
