// The messages about blocks that are removed, or stay, when thumbnails are stripped.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct StrippingSentencesTests {
  private let image = TinyImage(width: 16, height: 16, filledWith: [9, 9, 9])

  @Test func previewsOfPhotoshopAndUnknownSegmentsAreNamed() throws {
    let segments = [
      TinySegment(0xED, Array("Photoshop 3.0\0".utf8)), TinySegment(0xE3, [1, 2, 3]), TinySegment(0xE4, [1]),
      TinySegment(0xE3, [4]),
    ]
    let probe = try Probe(TinyJPEG(image, segments: segments).bytes)
    #expect(
      probe.losses(without: .thumbnails).map(\.description) == [
        "Photoshop's thumbnail and IPTC's preview, if any, are removed: as requested (thumbnails)",
        "3 blocks of unknown content stay (APP3, APP4): they may show the original image",
      ])
    #expect(
      probe.losses(without: .gps).map(\.description).contains(
        "Photoshop's thumbnail and IPTC's preview, if any, are removed: they may contain the location (gps)"))
    #expect(!probe.losses(without: .gps).map(\.description).contains { $0.contains("unknown content") })
    #expect(try Probe(TinyJPEG(image).bytes).losses(without: .thumbnails).isEmpty)
  }

  @Test func unknownItemsAndBoxesThatStayAreNamed() throws {
    var file = TinyHEIF(.topLeft)
    #expect(try Probe(file.bytes).losses(without: .thumbnails).isEmpty)
    #expect(
      try Probe(file.bytes + TinyBox.bytes("free", [1]) + TinyBox.bytes("zzzz", [1])).losses(without: .thumbnails).map(
        \.description) == [
          "1 block of unknown content stays (zzzz): it may show the original image"
        ])
    file.items.append(TinyItem(9, "what", [1, 2, 3]))
    #expect(
      try Probe(file.bytes + TinyBox.bytes("zzzz", [1])).losses(without: .thumbnails).map(\.description) == [
        "2 blocks of unknown content stay (what, zzzz): they may show the original image"
      ])
  }

  @Test func unknownBoxesOfAJPEGXLAreNamed() throws {
    var file = TinyJXL(as: .topLeft)
    file.container = .box(.short)
    file.boxesAfter = TinyBox.bytes("zzzz", [1]) + TinyBox.bytes("jumb", [1]) + TinyBox.bytes("jhgm", [1])
    let probe = try Probe(file.bytes)
    let gps = probe.losses(without: .gps)
    #expect(gps.contains(.contentCredentials) && gps.contains(.unknownBlocks(["zzzz"], .boxes, .gps)))
    #expect(!gps.contains(.parts(.auxiliary, 1)), "a gain map stays")
    #expect(probe.losses(without: .allButColor).contains(.parts(.auxiliary, 1)))
    #expect(probe.losses(without: .thumbnails) == [.contentCredentials] + .unknownBlocksStay(["zzzz"], count: 1))
    #expect(probe.losses(without: .none).isEmpty)
  }

  @Test func unknownPhotoshopResourcesAreFound() throws {
    func resource(_ number: Int) -> [UInt8] {
      Array("8BIM".utf8) + [UInt8(number >> 8), UInt8(number & 255), 0, 0, 0, 0, 0, 2, 1, 2]
    }
    let known = [1005, 1028, 1033, 1036, 2000, 2999].flatMap(resource)
    let payload = Array("Photoshop 3.0\0".utf8) + known
    func sentences(_ payload: [UInt8], _ strip: Strip) throws -> [String] {
      let bytes = TinyJPEG(image, segments: [TinySegment(0xED, payload)]).bytes
      return try Probe(bytes).unknownResources(without: strip, in: bytes).map(\.description)
    }
    for strip in [Strip.none, .thumbnails, .gps, .allButColor] { #expect(try sentences(payload, strip).isEmpty) }
    let unknown = payload + resource(4999) + resource(1059)
    #expect(
      try sentences(unknown, .thumbnails) == [
        "2 blocks of unknown content stay (8BIM 1059, 8BIM 4999): they may show the original image"
      ])
    #expect(
      try sentences(unknown, .gps) == [
        "1 block of unknown content stays (8BIM 4999): it may contain the location"
      ])
    #expect(try sentences(unknown, .allButColor).isEmpty)
    for count in 0..<unknown.count { _ = try sentences(Array(unknown.prefix(count)), .thumbnails) }
  }

  @Test func privateChunksThatStayAreNamed() throws {
    let chunks = [TinyPNG.Chunk("prVt", [1]), TinyPNG.Chunk("prVt", [2])]
    #expect(
      try Probe(TinyPNG(image, chunks: chunks).bytes).losses(without: .thumbnails).map(\.description) == [
        "2 blocks of unknown content stay (prVt): they may show the original image"
      ])
    #expect(
      try Probe(TinyPNG(image, chunks: [chunks[0]]).bytes).losses(without: .thumbnails).map(\.description) == [
        "1 block of unknown content stays (prVt): it may show the original image"
      ])
    #expect(try Probe(TinyPNG(image).bytes).losses(without: .thumbnails).isEmpty)
  }
}
