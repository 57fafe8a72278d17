// Chunks of a PNG: their positions, forbidden ones, and edits that keep length and checksum correct.

import Testing
import UprightFixtures
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
}
