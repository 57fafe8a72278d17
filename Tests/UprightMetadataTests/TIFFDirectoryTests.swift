// Directories: their contents, and where they end.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct TIFFDirectoryTests {
  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func entriesAreFoundByTag(order: TinyTIFF.ByteOrder) throws {
    let source = TinyTIFF(
      order, ifd0: [.orientation(6), TinyEntry(271, text: "ab"), .orientation(3), TinyEntry(256, .long, [70_000])])
    let block = try #require(TIFFBlock(source.bytes))
    let directory = try #require(block.ifd0)
    #expect(directory.entries.map(\.tag) == [256, 271, 274, 274])
    #expect(directory.all(.orientation).map { block.integer(of: $0) } == [6, 3])
    #expect(directory.first(.orientation).flatMap { block.integer(of: $0) } == 6)
    #expect(directory.first(.imageWidth).flatMap { block.integer(of: $0) } == 70_000)
    #expect(directory.first(.imageLength) == nil && directory.all(.imageLength).isEmpty)
  }

  /// Directories of 0…20 entries: the positions of their parts, counted.
  @Test func aDirectoryEndsBehindItsLink() throws {
    for count in 0...20 {
      let source = TinyTIFF(.big, ifd0: (0..<count).map { TinyEntry(300 + $0, .short, [$0]) })
      let directory = try #require(TIFFBlock(source.bytes)?.ifd0)
      #expect(directory.offset == 8 && directory.declaredCount == count && directory.isComplete)
      #expect(directory.nextFieldOffset == 8 + 2 + count * 12 && directory.endOffset == source.bytes.count)
      #expect(directory.next == 0)
      for (index, entry) in directory.entries.enumerated() {
        #expect(entry.offset == 10 + 12 * index && entry.valueOffset == entry.offset + 8)
      }
    }
  }

  /// Truncated anywhere, a directory is incomplete and keeps the entries whose bytes are all there.
  @Test func everyPrefixKeepsWholeEntriesOnly() throws {
    let bytes = TinyTIFF(ifd0: (0..<5).map { TinyEntry(300 + $0, .short, [$0]) }).bytes
    for count in 10..<bytes.count {
      let directory = try #require(TIFFBlock(Array(bytes[..<count]))?.ifd0)
      #expect(!directory.isComplete && directory.entries.count == (count - 10) / 12)
    }
    #expect(TIFFBlock(Array(bytes[..<9]))?.ifd0 == nil)
  }

  @Test func tagsHaveTheirNumbers() {
    let numbers: [(TIFFTag, Int)] = [
      (.newSubfileType, 254), (.subfileType, 255), (.subdirectories, 330), (.xmp, 700), (.imageWidth, 256),
      (.imageLength, 257), (.compression, 259), (.stripOffsets, 273), (.orientation, 274),
      (.stripByteCounts, 279), (.xResolution, 282), (.yResolution, 283), (.thumbnailOffset, 513),
      (.thumbnailLength, 514), (.exifDirectory, 34_665), (.subjectArea, 37_396), (.pixelXDimension, 40_962),
      (.pixelYDimension, 40_963), (.subjectLocation, 41_492),
    ]
    for (tag, number) in numbers { #expect(tag.rawValue == number) }
  }

  @Test(arguments: [4_095, 4_096, 4_097, 65_535])
  func noMoreEntriesAreReadThanAnyDirectoryHas(count: Int) throws {
    let entry: [UInt8] = [0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
    let head: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, UInt8(count & 255), UInt8(count >> 8)]
    let block = try #require(TIFFBlock(head + repeatElement(entry, count: count).joined() + [0, 0, 0, 0]))
    let directory = try #require(block.ifd0)
    #expect(directory.entries.count == min(count, 4_096))
    #expect(directory.isComplete == (count <= 4_096))
  }
}
