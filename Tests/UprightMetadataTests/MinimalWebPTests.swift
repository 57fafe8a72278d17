// A WebP's image alone: chunk by chunk, and range by range.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct MinimalWebPTests {
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
