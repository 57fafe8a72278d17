// Exif, XMP and profile of a HEIF or AVIF image are read whole.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct HEIFPacketsTests {
  @Test func whatDescribesTheImageIsTaken() throws {
    let block = TinyTIFF(.big, ifd0: [TinyEntry(0x010F, text: "Maker")])
    var file = TinyHEIF(.topLeft, exif: block, xmp: TinyXMP.packet(orientation: "1"))
    file.properties.append(.box(TinyBox.bytes("colr", Array("prof".utf8) + TinySegment.profile(byteCount: 300))))
    file.items[0].propertyLinks.append(.init(file.properties.count))
    let packets = try HEIFHeader(file.bytes).packets(in: file.bytes)
    #expect(packets.exif?.bytes == block.bytes && packets.xmp == TinyXMP.packet(orientation: "1"))
    #expect(packets.icc == TinySegment.profile(byteCount: 300))
    #expect(try Probe(file.bytes).colorProfile(in: file.bytes) == packets.icc)
  }

  @Test func aFileThatSaysNothingGivesNothing() throws {
    let bytes = TinyHEIF(.topLeft).bytes
    #expect(try HEIFHeader(bytes).packets(in: bytes) == MetadataPackets())
  }

  @Test func coloursByNumbersGiveAProfile() throws {
    var file = TinyHEIF(.topLeft)
    file.properties.append(.box(TinyBox.bytes("colr", Array("nclx".utf8) + [0, 12, 0, 13, 0, 6, 0x80])))
    file.items[0].propertyLinks.append(.init(file.properties.count))
    let packets = try HEIFHeader(file.bytes).packets(in: file.bytes)
    #expect(packets.icc == ItemCoding.Colors(primaries: 12, transfer: 13).profile && packets.icc != nil)
  }
}
