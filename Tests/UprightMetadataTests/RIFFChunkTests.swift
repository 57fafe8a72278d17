// Chunks of a RIFF file: little-endian lengths, and the padding byte of odd ones.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct RIFFChunkTests {
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
    #expect(RIFFChunk.field(0x0102_0304) == [4, 3, 2, 1])
    #expect(RIFFChunk.number([4, 3, 2, 1]) == 0x0102_0304)
    #expect(RIFFChunk.number([]) == 0)
  }
}
