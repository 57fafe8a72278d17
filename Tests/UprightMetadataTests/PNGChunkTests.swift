// Chunks of a PNG: their positions, forbidden ones, and edits that keep length and checksum correct. The checksum of
// PNG's chunks, compared with known ones and with a bit-by-bit computation. Chunks whose lengths are not those of their
// types are never copied into a new file.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct PNGChunkTests {
  private func record(_ chunk: TinyPNG.Chunk, behind prefix: Int = 5) throws -> (PNGRecord, [UInt8]) {
    let file = Array(repeating: UInt8(0), count: prefix) + chunk.bytes
    var reader = RangeReader(file)
    return (try reader.record(reader.chunk(at: prefix)), file)
  }

  @Test(arguments: [0, 1, 30, 5_000])
  func placesAndBytes(count: Int) throws {
    let chunk = TinyPNG.Chunk("eXIf", Array(repeating: 7, count: count))
    let (record, file) = try record(chunk)
    #expect(record.chunk.kind == "eXIf")
    #expect(record.chunk.offset == 5)
    #expect(record.chunk.payload == 13..<13 + count)
    #expect(record.chunk.end == file.count)
    #expect(record.data == chunk.data)
    #expect(record.isIntact)
    #expect(PNGChunk.bytes("eXIf", chunk.data) == chunk.bytes)
    #expect(try BytePatch([record.removal]).applied(to: file) == Array(file.prefix(5)))
  }

  @Test func editsKeepLengthAndChecksumTrue() throws {
    let chunk = TinyPNG.Chunk("eXIf", Array(0..<40))
    let (record, file) = try record(chunk)
    let edits: [BytePatch.Edit] = [
      BytePatch.Edit(offset: 3, old: [3], new: [99]), BytePatch.Edit(offset: 40, old: [], new: [1, 2, 3]),
    ]
    let expected = TinyPNG.Chunk("eXIf", [0, 1, 2, 99] + Array(4..<40) + [1, 2, 3])
    let result = try BytePatch(record.edits(edits)).applied(to: file)
    #expect(result == Array(file.prefix(5)) + expected.bytes)
    #expect(try BytePatch(record.replaced(by: expected.data)).applied(to: file) == result)
    #expect(try record.edits([BytePatch.Edit(offset: 3, old: [3], new: [3])]).isEmpty)
    #expect(throws: MetadataError.self) { try record.edits([BytePatch.Edit(offset: 39, old: [1, 2], new: [])]) }
  }

  @Test func aWrongChecksumIsSeen() throws {
    var chunk = TinyPNG.Chunk("eXIf", [1])
    chunk.checksumError = 1
    #expect(try !record(chunk).0.isIntact)
  }

  @Test func lengthsThatLieAndTypesThatAreNone() {
    func error(_ place: Int, _ value: UInt8) -> MetadataError? {
      var bytes = TinyPNG.Chunk("eXIf", [1, 2, 3]).bytes
      bytes[place] = value
      var reader = RangeReader(bytes)
      do throws(MetadataError) {
        _ = try reader.chunk(at: 0)
        return nil
      } catch { return error }
    }
    #expect(error(3, 4) == MetadataError(.truncated, at: 15))
    #expect(error(0, 0x7F) == MetadataError(.truncated, at: 15))
    #expect(error(0, 0x80) == MetadataError(.boxInvalid, at: 0))
    for value: UInt8 in [0, 0x20, 0x40, 0x5B, 0x60, 0x7B, 0xFF] { #expect(error(5, value)?.code == .boxInvalid) }
    for value: UInt8 in [0x41, 0x5A, 0x61, 0x7A] { #expect(error(5, value) == nil) }
  }

  @Test func knownChecksums() {
    #expect(CRC32.of([]) == 0)
    #expect(CRC32.of(Array("123456789".utf8)) == 0xCBF4_3926, "the check value of ISO 3309")
    #expect(CRC32.of(Array("IEND".utf8)) == 0xAE42_6082)
  }

  @Test func theTableSaysWhatTheBitsSay() {
    var random = SplitMix64(seed: 32)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let field = TinyPNG.Chunk("tEXt", bytes).bytes.suffix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
      #expect(CRC32.of(Array("tEXt".utf8) + bytes) == field)
    }
  }

  /// Types, and the only lengths that are valid in an RGB image.
  static let rows: [(String, ClosedRange<Int>)] = [
    ("sRGB", 1...1), ("gAMA", 4...4), ("cHRM", 32...32), ("pHYs", 9...9), ("tIME", 7...7), ("bKGD", 6...6),
    ("sBIT", 3...3), ("cICP", 4...4), ("mDCV", 24...24), ("cLLI", 8...8),
  ]

  @Test(arguments: rows)
  func onlyTheRightLengthIsCopied(_ name: String, _ valid: ClosedRange<Int>) throws {
    let image = TinyImage.sixColors
    let kind = FourCC(Array(name.utf8))
    let edit = XMPRewriterTests.move(
      PixelSize(width: image.width, height: image.height), to: PixelSize(width: image.width, height: image.height)
    ).edit
    for count in 0...40 {
      let source = TinyPNG(image, chunks: [TinyPNG.Chunk(name, Array(repeating: 0, count: count))]).bytes
      let probe = try Probe(source)
      let carried = try probe.carry(edit, from: source)
      let isValid = valid.contains(count)
      #expect(carried.chunks.contains { $0.name == kind.bytes } == isValid, "\(name), \(count)")
      #expect(probe.malformedChunks == (isValid ? [] : [.malformedChunks([name])]))
      let change = try probe.rewriting(without: .thumbnails, in: source)
      #expect(change.isEmpty == isValid, "\(name), \(count)")
    }
  }

  /// The table for other color types, by the standard's.
  @Test func colorTypesHaveTheirOwnLengths() {
    let rows: [(FourCC, [PNGFrame.ColorType: Int])] = [
      ("bKGD", [.gray: 2, .grayAlpha: 2, .rgb: 6, .rgba: 6, .palette: 1]),
      ("sBIT", [.gray: 1, .grayAlpha: 2, .rgb: 3, .rgba: 4, .palette: 3]),
      ("tRNS", [.gray: 2, .rgb: 6]),
    ]
    for (kind, lengths) in rows {
      for color in PNGFrame.ColorType.allCases where kind != "tRNS" || color != .palette {
        for count in 0...8 {
          #expect(PNGChunkLengths.isValid(kind, count: count, color) == (lengths[color] == count), "\(kind), \(color)")
        }
      }
    }
    #expect((0...300).filter { PNGChunkLengths.isValid("tRNS", count: $0, .palette) } == Array(1...256))
    #expect(PNGChunkLengths.isValid("abCd", count: 0, .rgb))
  }
}
