// The samples' description in a WebP's chunks, and which of them a decoder needs.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct WebPImageDataTests {
  private static func samples(_ file: TinyWebP) throws -> SampleCoding? { try Probe(file.bytes).samples }

  @Test func codingIsThatOfTheChunk() throws {
    #expect(try Self.samples(TinyWebP(.sixColors)) == SampleCoding(color: .rgb, isLossless: true))
    #expect(try Self.samples(TinyWebP(lossyWith: [])) == SampleCoding(color: .rgb, isLossless: false))
    let chunks = [TinyWebP.Chunk.exif(TinyTIFF(orientation: 3).bytes)]
    #expect(try Self.samples(TinyWebP(.sixColors, chunks: chunks)) == SampleCoding(color: .rgb, isLossless: true))
    #expect(try Self.samples(TinyWebP(lossyWith: chunks)) == SampleCoding(color: .rgb, isLossless: false))
  }

  /// A lossless image states itself whether it has alpha; for a lossy one, the header or the alpha chunk does.
  @Test(arguments: [false, true], [false, true])
  func opacityIsSaidByTheHeaderOrByTheImage(_ announced: Bool, _ held: Bool) throws {
    var lossless = TinyWebP(.sixColors)
    if held { lossless.imageChunks[0].data[4] |= 0x10 }
    (lossless.isExtended, lossless.flags) = (true, announced ? 0x10 : 0)
    #expect(try Self.samples(lossless)?.hasTransparency == held)
    lossless.isExtended = false
    #expect(try Self.samples(lossless)?.hasTransparency == held)
    var lossy = TinyWebP(lossyWith: [])
    (lossy.isExtended, lossy.flags) = (true, announced ? 0x10 : 0)
    if held { lossy.imageChunks.insert(TinyWebP.Chunk("ALPH", [0]), at: 0) }
    #expect(try Self.samples(lossy)?.hasTransparency == (announced || held))
  }

  @Test func anAnimationWithoutFramesHasNoImage() throws {
    let reason = UnsupportedSamples.webP(.framesMissing)
    var file = TinyWebP(.sixColors)
    (file.isExtended, file.flags) = (true, 2)
    #expect(try Self.samples(file)?.unsupportedReason == reason)
    file = TinyWebP(.sixColors)
    file.animate([TinyFrame(.sixColors, x: 2)])
    for flags: UInt8? in [nil, 0] {
      file.flags = flags
      #expect(try Self.samples(file)?.unsupportedReason == reason, "the frame reaches beyond the canvas")
    }
    (file.flags, file.isExtended) = (nil, true)
    file.imageChunks = [TinyWebP.Chunk("what", [1])]
    #expect(try Self.samples(file)?.unsupportedReason == .webP(.imageMissing))
  }

  /// A file of one frame of 16 × 8 that holds these chunks.
  private static func frame(_ chunks: [TinyWebP.Chunk]) -> TinyWebP {
    var file = TinyWebP(lossyWith: [])
    let head = [UInt8](repeating: 0, count: 6) + [15, 0, 0, 7, 0, 0, 100, 0, 0, 2]
    file.imageChunks = [
      TinyWebP.Chunk("ANIM", [255, 255, 255, 255, 0, 0]), TinyWebP.Chunk("ANMF", head + chunks.flatMap(\.bytes)),
    ]
    (file.isExtended, file.flags) = (true, 2)
    return file
  }

  @Test func whicheverChunkOpensAFrameItsOpacityIsThatOfItsImage() throws {
    let (opacity, unknown) = (TinyWebP.Chunk("ALPH", [0]), TinyWebP.Chunk("what", [1, 2, 3]))
    let lossy = TinyWebP(lossyWith: []).imageChunks[0]
    var lossless = TinyWebP(TinyImage(width: 16, height: 8, filledWith: [0, 0, 0])).imageChunks[0]
    func seen(_ chunks: TinyWebP.Chunk...) throws -> [Bool?] {
      let samples = try Probe(Self.frame(chunks).bytes).showing(frame: 1)?.samples
      return [samples?.hasTransparency, samples?.isLossless]
    }
    #expect(try seen(lossy) == [false, false] && seen(unknown, lossy) == [false, false])
    #expect(try seen(opacity, lossy) == [true, false] && seen(lossy, opacity) == [false, false])
    #expect(try seen(unknown, opacity, lossy) == [true, false] && seen(opacity, unknown, lossy) == [true, false])
    #expect(try seen(lossless) == [false, true] && seen(unknown, lossless) == [false, true])
    lossless.data[4] |= 0x10
    #expect(try seen(lossless) == [true, true] && seen(unknown, lossless) == [true, true])
    #expect(try seen(unknown, unknown) == [true, false], "nothing says that it is opaque")
    let many = Array(repeating: unknown, count: 20) + [lossy]
    #expect(try Probe(Self.frame(many).bytes).showing(frame: 1)?.samples?.hasTransparency == true)
  }

  @Test func eachKindOfMetadataIsTheFirst() throws {
    let exif = TinyTIFF(orientation: 6).bytes
    var file = TinyWebP(
      .sixColors,
      chunks: [.exif(exif, prefix: Array("Exif\0\0".utf8)), .exif([1]), .xmp([1, 2, 3]), .xmp([4])])
    file.chunksBeforeImage = [TinyWebP.Chunk("ICCP", [5, 6, 7]), TinyWebP.Chunk("ICCP", [8])]
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

  @Test func whatFollowsTheImageIsATrailer() throws {
    var file = TinyWebP(.sixColors)
    let end = file.bytes.count
    file.trailer = Array("behind".utf8)
    #expect(try Probe(file.bytes).imageEnd(in: file.bytes) == end)
  }
}
