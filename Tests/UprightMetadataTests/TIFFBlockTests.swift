// Reading a TIFF structure: numbers at any offset, invalid directories, and nothing outside.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct TIFFBlockTests {
  private func block(_ source: TinyTIFF) throws -> TIFFBlock { try #require(TIFFBlock(source.bytes)) }

  @Test func headersAreToldFromOthers() {
    #expect(TIFFBlock([]) == nil)
    #expect(TIFFBlock([0x49, 0x49, 42, 0, 8, 0, 0]) == nil)
    #expect(TIFFBlock([0x49, 0x4D, 42, 0, 8, 0, 0, 0]) == nil)
    #expect(TIFFBlock([0x49, 0x49, 0, 42, 0, 0, 0, 8]) == nil)
    #expect(TIFFBlock([0x4D, 0x4D, 42, 0, 8, 0, 0, 0]) == nil)
    #expect(TIFFBlock([0x49, 0x49, 42, 0, 8, 0, 0, 0])?.isBigEndian == false)
    #expect(TIFFBlock([0x4D, 0x4D, 0, 42, 0, 0, 0, 8])?.isBigEndian == true)
  }

  @Test func numbersOutsideAreNone() throws {
    let block = try block(TinyTIFF(.big, orientation: 6))
    #expect(block.u16(at: 18) == 6)
    #expect(block.u32(at: 18) == 0x0006_0000)
    for offset in [-1, -2, Int.min, block.bytes.count - 1, block.bytes.count, Int.max - 1, Int.max] {
      #expect(block.u16(at: offset) == nil)
      #expect(block.u32(at: offset) == nil)
    }
    #expect(block.u32(at: block.bytes.count - 3) == nil)
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func integersOfEveryType(order: TinyTIFF.ByteOrder) throws {
    let cases: [(TinyEntry.FieldType, [Int], [Int?])] = [
      (.byte, [1, 255], [1, 255]), (.short, [1, 65_535, 3], [1, 65_535, 3]),
      (.long, [0xFFFF_FFFF], [0xFFFF_FFFF]), (.sshort, [-2, 5], [-2, 5]), (.slong, [-1], [-1]),
      (.ascii, [65], [nil]), (.rational, [1, 2], [nil]), (.undefined, [6], [nil]), (.sbyte, [6], [nil]),
    ]
    for (type, values, expected) in cases {
      let block = try block(TinyTIFF(order, ifd0: [TinyEntry(274, type, values)]))
      let entry = try #require(block.ifd0?.first(.orientation))
      #expect(expected.indices.map { block.integer(of: entry, at: $0) } == expected, "\(type)")
      #expect(block.integer(of: entry, at: entry.count) == nil)
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func writtenIntegersAreReadBack(order: TinyTIFF.ByteOrder) throws {
    for (type, largest) in [(TinyEntry.FieldType.byte, 255), (.short, 65_535), (.long, 0xFFFF_FFFF)] {
      var block = try block(TinyTIFF(order, ifd0: [TinyEntry(256, type, [7]), .orientation(6)]))
      let before = block.bytes
      let entry = try #require(block.ifd0?.first(.imageWidth))
      for refused in [-1, largest + 1, Int.max, Int.min] { block.setInteger(refused, of: entry) }
      #expect(block.bytes == before, "what does not fit is not written")
      block.setInteger(largest, of: entry)
      #expect(block.integer(of: entry) == largest)
      block.setInteger(1, of: entry, at: 1)
      block.setInteger(7, of: entry)
      #expect(block.bytes == before)
    }
  }

  @Test func encodingFollowsTheOrder() throws {
    #expect(try block(TinyTIFF(.big)).encode(0x0102_0304, size: 4) == [1, 2, 3, 4])
    #expect(try block(TinyTIFF(.little)).encode(0x0102_0304, size: 4) == [4, 3, 2, 1])
    #expect(try block(TinyTIFF(.little)).encode(0x0102, size: 2) == [2, 1])
  }

  @Test func directoriesAreFoundByTheirPointers() throws {
    var source = TinyTIFF(.big, ifd0: [TinyEntry(271, text: "Maker"), .orientation(6)])
    source.exif = TinyEntry.pixelDimensions(width: 5, height: 4)
    source.ifd1 = [.orientation(3)]
    let block = try block(source)
    #expect(block.ifd0?.entries.map(\.tag) == [271, 274, 0x8769])
    #expect(block.ifd0?.isComplete == true)
    #expect(block.ifd0?.offset == 8)
    #expect(block.ifd0?.endOffset == 8 + 2 + 36 + 4)
    #expect(block.exifDirectory?.entries.map(\.tag) == [0xA002, 0xA003])
    #expect(block.ifd1?.entries.map(\.tag) == [274])
    #expect(block.ifd1?.next == 0)
  }

  @Test func aDirectoryThatIsItsOwnSuccessorHasNone() throws {
    var source = TinyTIFF(orientation: 6)
    source.loops = true
    #expect(try block(source).ifd1 == nil)
  }

  @Test func aDirectoryThatIsItsOwnSubdirectoryHasNone() throws {
    let source = TinyTIFF(ifd0: [.orientation(6), TinyEntry(0x8769, .long, [8])])
    #expect(try block(source).exifDirectory == nil)
  }

  @Test(arguments: [0, 1, 2, 7, 24, 25, 26, 1_000_000, 0xFFFF_FFFF])
  func directoriesOutsideAreNone(offset: Int) throws {
    let block = try block(TinyTIFF(orientation: 6))
    let directory = block.directory(at: offset)
    #expect(directory == nil || offset == 24 && directory?.entries.isEmpty == true)
  }

  @Test func lyingCountsAreReadAsFarAsTheBytesGo() throws {
    var source = TinyTIFF(.big, orientation: 6)
    for claimed in [2, 5, 65_535] {
      source.statedCount = claimed
      let directory = try #require(try block(source).ifd0)
      #expect(directory.entries.map(\.tag) == [274])
      #expect(!directory.isComplete)
      #expect(directory.next == nil)
    }
    source.statedCount = 0
    #expect(try block(source).ifd0?.entries.isEmpty == true)
  }

  @Test func valuesLieInTheEntryUpToFourBytes() throws {
    let block = try block(
      TinyTIFF(ifd0: [
        TinyEntry(256, .short, [1, 2]), TinyEntry(257, .short, [1, 2, 3]), TinyEntry(258, .long, [1]),
        TinyEntry(259, .rational, [1, 2]), TinyEntry(260, .byte, [1, 2, 3, 4]),
      ]))
    let entries = try #require(block.ifd0?.entries)
    #expect(entries.map { $0.valueOffset == $0.offset + 8 } == [true, false, true, false, true])
    #expect(entries.map(\.elementSize) == [2, 2, 4, 8, 1])
  }

  @Test func hugeCountsDoNotOverflow() throws {
    for type in [TinyEntry.FieldType.byte, .short, .long, .rational, .slong] {
      let source = TinyTIFF(
        ifd0: [TinyEntry(274, type, [6], statedCount: 0xFFFF_FFFF, rawField: [255, 255, 255, 255])])
      let block = try block(source)
      let entry = try #require(block.ifd0?.first(.orientation))
      #expect(block.integer(of: entry) == nil)
      #expect(block.integer(of: entry, at: 0xFFFF_FFFE) == nil)
    }
  }
}
