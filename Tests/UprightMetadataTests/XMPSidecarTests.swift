// XMP files beside images: which orientation they state, and what a change leaves alone.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct XMPSidecarTests {
  private func statements(_ bytes: [UInt8]) throws -> [UInt8?] {
    try #require(XMPSidecar(bytes)).statements.map { $0?.rawValue }
  }

  @Test(arguments: TinyXMP.Form.allCases, ["1", "8"])
  func bothFormsAreRead(form: TinyXMP.Form, value: String) throws {
    let packet = TinyXMP.packet(orientation: value, form: form)
    #expect(try statements(packet) == [UInt8(value)])
    let sidecar = try #require(XMPSidecar(packet))
    let patch = sidecar.retag(to: .leftBottom)
    #expect(patch.edits.count == 1 && patch.growth == 0)
    #expect(try statements(patch.applied(to: packet)) == [8])
    #expect(try patch.inverse.applied(to: patch.applied(to: packet)) == packet)
  }

  @Test(arguments: ["0", "9", "16", "", "x", " "])
  func anInvalidValueIsAStatementAndIsReplaced(value: String) throws {
    for form in TinyXMP.Form.allCases {
      let packet = TinyXMP.packet(orientation: value, form: form)
      #expect(try statements(packet) == [nil])
      let after = try #require(XMPSidecar(packet)).retag(to: .rightTop).applied(to: packet)
      #expect(try statements(after) == [6])
    }
  }

  @Test func commentsAndNestedPropertiesAreNoStatements() throws {
    let nested = "<xmpMM:Pantry><rdf:Bag><rdf:li tiff:Orientation=\"3\"/></rdf:Bag></xmpMM:Pantry>"
    let packet = TinyXMP.packet(
      content: "<!-- <tiff:Orientation>8</tiff:Orientation> -->\(nested)<tiff:Orientation>6</tiff:Orientation>")
    #expect(try statements(packet) == [6])
    let after = try #require(XMPSidecar(packet)).retag(to: .topLeft).applied(to: packet)
    #expect(zip(packet, after).count { $0 != $1 } == 1)
  }

  @Test(arguments: [
    "<tiff:Orientation/>", "<tiff:Orientation rdf:value=\"8\"/>", "<tiff:Orientation><!-- a -->8</tiff:Orientation>",
    "<tiff:Orientation><rdf:Description><rdf:value>8</rdf:value></rdf:Description></tiff:Orientation>",
  ])
  func anOrientationThatIsNotPlainTextIsRefused(property: String) {
    #expect(XMPSidecar(TinyXMP.packet(content: property)) == nil)
  }

  @Test func noOrientationIsNoStatement() throws {
    #expect(try statements(TinyXMP.packet()) == [])
    #expect(try #require(XMPSidecar(TinyXMP.packet())).retag(to: .rightTop).isEmpty)
  }

  @Test func whatIsNotXMPIsRefused() {
    let packet = TinyXMP.packet(orientation: "6")
    let others: [[UInt8]] = [
      [], Array("<a/>".utf8), packet.flatMap { [$0, 0] }, Array(packet.dropLast(40)), Self.text,
    ]
    for bytes in others {
      #expect(XMPSidecar(bytes) == nil)
    }
    #expect(XMPSidecar(packet + Array(repeating: 0x20, count: XMPSidecar.longest)) == nil)
  }

  private static let text = Array("tiff:Orientation=\"6\"".utf8)

  @Test func everyPrefixIsReadOrRefused() {
    let packet = TinyXMP.packet(orientation: "6", form: .element)
    for count in packet.indices {
      let found = XMPSidecar(Array(packet.prefix(count)))
      #expect(found == nil || found?.statements == [.rightTop], "\(count)")
    }
  }
}
