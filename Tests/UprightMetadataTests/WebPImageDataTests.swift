// The samples' description in a WebP's chunks, and which of them a decoder needs. The sizes of canvases, lossy and
// lossless images, from the least to the greatest. Chunks of a RIFF file: little-endian lengths, and the padding byte
// of odd ones. A WebP's image alone: chunk by chunk, and range by range.

import Testing
import UprightFixtures
import UprightGeometry

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

  private func little(_ number: Int, _ width: Int) -> [UInt8] { TinyTIFF.ByteOrder.little.bytes(number, width: width) }

  @Test(arguments: [(1, 1), (3, 2), (16_384, 1), (1, 16_384), (1 << 24, 1 << 24)])
  func canvases(width: Int, height: Int) throws {
    let head = [0x10, 0, 0, 0] + little(width - 1, 3) + little(height - 1, 3)
    let image = try #require(WebPImage("VP8X", head))
    #expect(image.size == PixelSize(width: width, height: height))
    #expect(image.hasAlpha)
    #expect(WebPImage("VP8X", Array(head.dropLast())) == nil)
  }

  @Test(arguments: [(1, 1), (3, 2), (16_383, 1), (1, 16_383)], [0, 0x4000, 0xC000])
  func lossyImagesHaveAScaleBesideTheSize(size: (width: Int, height: Int), scale: Int) throws {
    let head = [0x50, 1, 0, 0x9D, 1, 0x2A] + little(size.width | scale, 2) + little(size.height | scale, 2)
    let image = try #require(WebPImage("VP8 ", head))
    #expect(image.size == PixelSize(width: size.width, height: size.height))
    #expect(!image.hasAlpha)
    var between = head
    between[0] |= 1
    #expect(WebPImage("VP8 ", between) == nil, "no picture that stands alone")
    for place in 3..<6 {
      var wrong = head
      wrong[place] ^= 1
      #expect(WebPImage("VP8 ", wrong) == nil)
    }
    #expect(WebPImage("VP8 ", Array(head.dropLast())) == nil)
  }

  @Test(arguments: [(1, 1), (3, 2), (16_384, 1), (1, 16_384)], [false, true])
  func losslessImagesHaveFourteenBitsEach(size: (width: Int, height: Int), hasAlpha: Bool) throws {
    let head = [0x2F] + little(size.width - 1 | (size.height - 1) << 14 | (hasAlpha ? 1 << 28 : 0), 4)
    let image = try #require(WebPImage("VP8L", head))
    #expect(image.size == PixelSize(width: size.width, height: size.height))
    #expect(image.hasAlpha == hasAlpha)
    #expect(WebPImage("VP8L", [0x2E] + head.dropFirst()) == nil)
    #expect(WebPImage("VP8L", head.dropLast() + [head[4] | 0x20]) == nil, "no such version")
    #expect(WebPImage("VP8L", Array(head.dropLast())) == nil)
  }

  @Test func realImages() {
    #expect(WebPImage("VP8 ", TinyWebP.lossy)?.size == PixelSize(width: 16, height: 8))
    #expect(WebPImage("VP8L", TinyWebP.lossless(.sixColors))?.size == PixelSize(width: 3, height: 2))
    #expect(WebPImage("ALPH", TinyWebP.lossy) == nil)
    #expect(WebPImage("VP8 ", [0x50, 1, 0, 0x9D, 1, 0x2A, 0, 0, 1, 0]) == nil, "no columns")
  }

  @Test(arguments: [0, 1, 2, 255, 256, 257, 70_001])
  func placesAndBytes(count: Int) throws {
    let chunk = TinyWebP.Chunk("EXIF", Array(repeating: 7, count: count))
    var reader = RangeReader([1, 2] + chunk.bytes)
    let read = try reader.riffChunk(at: 2)
    #expect(read.kind == "EXIF")
    #expect(read.offset == 2)
    #expect(read.payload == 10..<10 + count)
    #expect(read.end == 10 + count + count % 2)
    #expect(RIFFChunk.bytes("EXIF", chunk.data) == chunk.bytes)
  }

  @Test func theFillingByteMayBeMissing() throws {
    var reader = RangeReader(Array(TinyWebP.Chunk("EXIF", [1, 2, 3]).bytes.dropLast()))
    #expect(try reader.riffChunk(at: 0).end == 11)
    #expect(throws: MetadataError(.truncated, at: 11)) { try reader.riffChunk(at: 4) }
    #expect(throws: MetadataError(.truncated, at: 11)) { try reader.riffChunk(at: 11) }
  }

  @Test func numbersHaveTheirLowByteFirst() {
    #expect(LittleEndian.bytes(0x0102_0304) == [4, 3, 2, 1])
    #expect(LittleEndian.number([4, 3, 2, 1]) == 0x0102_0304)
    #expect(LittleEndian.number([]) == 0)
  }

  private static func plain(_ file: TinyWebP) throws -> [UInt8] {
    let plain = try MinimalWebP(file.bytes)
    let bytes = try plain.read(0..<plain.byteCount)
    #expect(bytes.count == plain.byteCount)
    return bytes
  }

  private static func file(_ chunks: [TinyWebP.Chunk]) -> [UInt8] {
    let body = Array("WEBP".utf8) + chunks.flatMap(\.bytes)
    return Array("RIFF".utf8) + TinyTIFF.ByteOrder.little.bytes(body.count, width: 4) + body
  }

  @Test func aSimpleFileStaysAsItIs() throws {
    for file in [TinyWebP(.sixColors), TinyWebP(lossyWith: [])] { #expect(try Self.plain(file) == file.bytes) }
    var wrong = TinyWebP(.sixColors)
    (wrong.lengthError, wrong.trailer) = (40, [1, 2, 3])
    #expect(try Self.plain(wrong) == TinyWebP(.sixColors).bytes)
  }

  @Test func metadataIsLeftOut() throws {
    let opacity = TinyWebP.Chunk("ALPH", [1, 2, 3])
    var file = TinyWebP(lossyWith: [.exif(TinyTIFF(orientation: 6).bytes), .xmp([1])])
    file.chunksBeforeImage = [TinyWebP.Chunk("ICCP", Array(repeating: 1, count: 9)), TinyWebP.Chunk("what", [])]
    let image = file.imageChunks
    file.imageChunks.insert(opacity, at: 0)
    let sides: [UInt8] = [15, 0, 0, 7, 0, 0]
    let header = TinyWebP.Chunk("VP8X", [0x0C, 0, 0, 0] + sides)
    #expect(try Self.plain(file) == Self.file([header, opacity] + image))
    file.isExtended = false
    #expect(try Self.plain(file) == Self.file(image))
    var lossless = TinyWebP(.sixColors, chunks: [.xmp([1])])
    let coded = lossless.imageChunks
    lossless.imageChunks.insert(opacity, at: 0)
    #expect(try Self.plain(lossless) == Self.file([TinyWebP.Chunk("VP8X", [4, 0, 0, 0, 2, 0, 0, 1, 0, 0])] + coded))
  }

  @Test func everyRangeIsWhatTheWholeHasThere() throws {
    var file = TinyWebP(lossyWith: [.xmp([1])])
    file.chunksBeforeImage = [TinyWebP.Chunk("ICCP", [1, 2, 3])]
    let whole = try Self.plain(file)
    let plain = try MinimalWebP(file.bytes)
    for low in 0...whole.count {
      for high in low...whole.count + 2 {
        #expect(try plain.read(low..<high) == Array(whole[low..<min(high, whole.count)]))
      }
    }
  }

  @Test func whatHasNoImageIsRefused() {
    var file = TinyWebP(.sixColors)
    file.animate()
    #expect(throws: MetadataError(.imageMissing, at: 12)) { try MinimalWebP(file.bytes) }
    #expect(throws: MetadataError.self) { try MinimalWebP([UInt8]()) }
  }
}
