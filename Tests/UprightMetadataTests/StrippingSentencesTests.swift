// What is said of blocks that go, or stay, when small pictures are taken out.

import Testing
import UprightFixtures

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
      probe.losses(without: .thumbnails) == [
        "Photoshop's thumbnail and IPTC's preview go, if there are any: as asked (thumbnails)",
        "3 blocks of unknown content stay (APP3, APP4): they may show the image as it was",
      ])
    #expect(
      probe.losses(without: .gps).contains(
        "Photoshop's thumbnail and IPTC's preview go, if there are any: they may say where it was taken (gps)"))
    #expect(!probe.losses(without: .gps).contains { $0.contains("unknown content") })
    #expect(try Probe(TinyJPEG(image).bytes).losses(without: .thumbnails).isEmpty)
  }

  @Test func privateChunksThatStayAreNamed() throws {
    let chunks = [TinyPNG.Chunk("prVt", [1]), TinyPNG.Chunk("prVt", [2])]
    #expect(
      try Probe(TinyPNG(image, chunks: chunks).bytes).losses(without: .thumbnails) == [
        "2 blocks of unknown content stay (prVt): they may show the image as it was"
      ])
    #expect(
      try Probe(TinyPNG(image, chunks: [chunks[0]]).bytes).losses(without: .thumbnails) == [
        "1 block of unknown content stays (prVt): it may show the image as it was"
      ])
    #expect(try Probe(TinyPNG(image).bytes).losses(without: .thumbnails).isEmpty)
  }
}
