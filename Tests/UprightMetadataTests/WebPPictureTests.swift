// What a WebP's chunks say of its samples, and which of them a decoder needs.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct WebPPictureTests {
  private static func samples(_ file: TinyWebP) throws -> SampleCoding? { try Probe(file.bytes).samples }

  @Test func codingIsThatOfTheChunk() throws {
    #expect(try Self.samples(TinyWebP(.sixColors)) == SampleCoding(color: .rgb, isLossless: true))
    #expect(try Self.samples(TinyWebP(lossyWith: [])) == SampleCoding(color: .rgb, isLossless: false))
    let chunks = [TinyWebP.Chunk.exif(TinyTIFF(orientation: 3).bytes)]
    #expect(try Self.samples(TinyWebP(.sixColors, chunks: chunks)) == SampleCoding(color: .rgb, isLossless: true))
    #expect(try Self.samples(TinyWebP(lossyWith: chunks)) == SampleCoding(color: .rgb, isLossless: false))
  }

  /// A lossless picture says itself whether it has opacity; of a lossy one the header says it, or the chunk that holds it.
  @Test(arguments: [false, true], [false, true])
  func opacityIsSaidByTheHeaderOrByThePicture(_ announced: Bool, _ held: Bool) throws {
    var lossless = TinyWebP(.sixColors)
    if held { lossless.picture[0].data[4] |= 0x10 }
    (lossless.isExtended, lossless.flags) = (true, announced ? 0x10 : 0)
    #expect(try Self.samples(lossless)?.hasTransparency == held)
    lossless.isExtended = false
    #expect(try Self.samples(lossless)?.hasTransparency == held)
    var lossy = TinyWebP(lossyWith: [])
    (lossy.isExtended, lossy.flags) = (true, announced ? 0x10 : 0)
    if held { lossy.picture.insert(TinyWebP.Chunk("ALPH", [0]), at: 0) }
    #expect(try Self.samples(lossy)?.hasTransparency == (announced || held))
  }

  @Test func anAnimationWithoutFramesHasNoPicture() throws {
    let reason = "the WebP says that it is animated, and has no frame"
    var file = TinyWebP(.sixColors)
    (file.isExtended, file.flags) = (true, 2)
    #expect(try Self.samples(file)?.obstacle == reason)
    file = TinyWebP(.sixColors)
    file.animate([TinyFrame(.sixColors, x: 2)])
    for flags: UInt8? in [nil, 0] {
      file.flags = flags
      #expect(try Self.samples(file)?.obstacle == reason, "the frame reaches beyond the canvas")
    }
    (file.flags, file.isExtended) = (nil, true)
    file.picture = [TinyWebP.Chunk("what", [1])]
    #expect(try Self.samples(file)?.obstacle == "the WebP has a header and no picture")
  }

  @Test func eachKindOfMetadataIsTheFirst() throws {
    let exif = TinyTIFF(orientation: 6).bytes
    var file = TinyWebP(
      .sixColors,
      chunks: [.exif(exif, prefix: Array("Exif\0\0".utf8)), .exif([1]), .xmp([1, 2, 3]), .xmp([4])])
    file.chunksBeforePicture = [TinyWebP.Chunk("ICCP", [5, 6, 7]), TinyWebP.Chunk("ICCP", [8])]
    let header = try WebPHeader(file.bytes)
    let packets = try header.packets(in: file.bytes)
    #expect(packets.exif?.bytes == exif && packets.xmp == [1, 2, 3] && packets.icc == [5, 6, 7])
    #expect(header.packetByteCount == exif.count + 6)
    #expect(try Probe(file.bytes).colorProfile(in: file.bytes) == [5, 6, 7])
    #expect(try Probe(file.bytes).carriedByteCount == 3 * (exif.count + 6))
    let bare = TinyWebP(.sixColors).bytes
    #expect(try WebPHeader(bare).packets(in: bare) == MetadataPackets())
    #expect(throws: MetadataError.self) { try header.packets(in: Array(file.bytes.prefix(60))) }
  }

  @Test func whatFollowsThePictureIsATrailer() throws {
    var file = TinyWebP(.sixColors)
    let end = file.bytes.count
    file.trailer = Array("behind".utf8)
    #expect(try Probe(file.bytes).pictureEnd(in: file.bytes) == end)
  }
}
