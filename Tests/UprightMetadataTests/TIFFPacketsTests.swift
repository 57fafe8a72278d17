// The metadata in a TIFF's directories becomes a separate block.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct TIFFPacketsTests {
  private static func packets(_ bytes: [UInt8]) throws -> MetadataPackets {
    try TIFFHeader(bytes).packets(in: bytes)
  }

  /// A file of one page that begins with the directories of a block.
  private static func file(_ block: TinyTIFF) throws -> [UInt8] {
    let frame = TIFFFrame(
      width: 2, height: 1, stripRows: 1, colors: .gray, depth: 8, metadata: CarriedMetadata(exif: block.bytes))
    let strip: [UInt8] = [0x78, 1, 1, 2, 0, 253, 255, 7, 1, 0, 9, 0, 8]
    return frame.opening(stripSizes: [strip.count]) + strip + frame.closing(stripSizes: [strip.count])
  }

  @Test(arguments: [TinyTIFF.ByteOrder.little, .big])
  func whatDescribesTheImageIsTaken(order: TinyTIFF.ByteOrder) throws {
    var block = TinyTIFF(
      order,
      ifd0: [TinyEntry(271, text: "Maker"), .orientation(1), TinyEntry(273, .long, [5]), TinyEntry(254, .long, [1])])
    block.exif = [TinyEntry(0x9003, text: "2026:01:02 03:04:05"), TinyEntry(0xA002, .long, [2])]
    let exif = try #require(try Self.packets(Self.file(block)).exif)
    #expect(exif.isBigEndian == (order == .big))
    #expect(exif.ifd0?.entries.map(\.tag) == [271, 274, 0x8769] && exif.ifd0?.isComplete == true)
    #expect(exif.exifDirectory?.entries.map(\.tag) == [0x9003, 0xA002])
    #expect(exif.exifDirectory?.first(.pixelXDimension).flatMap { exif.integer(of: $0) } == 2)
  }

  @Test func aMakersNoteKeepsItsPlace() throws {
    var block = TinyTIFF(.little, ifd0: [TinyEntry(271, text: "Maker")])
    block.exif = [TinyEntry(0x927C, .undefined, (0..<50).map { $0 })]
    let before = try #require(TIFFBlock(block.bytes))
    let exif = try #require(try Self.packets(Self.file(block)).exif)
    let (old, new) = (before.exifDirectory?.first(.makerNote), exif.exifDirectory?.first(.makerNote))
    #expect(old != nil && old?.valueOffset == new?.valueOffset && new?.count == 50)
    let place = try #require(new?.valueOffset)
    #expect(exif.bytes[place..<place + 50].elementsEqual((0..<50).map { UInt8($0) }))
  }

  @Test func aFileThatSaysNothingHasNoBlock() throws {
    let packets = try Self.packets(SampleTIFF.mixedColors(width: 3, height: 2, SampleTIFF.Kind(1, 8)).bytes)
    #expect(packets == MetadataPackets())
  }

  @Test func aBigTIFFGivesAClassicBlock() throws {
    var file = SampleTIFF.mixedColors(width: 3, height: 2, SampleTIFF.Kind(1, 8))
    (file.isBigTIFF, file.byteOrder) = (true, .big)
    file.entries = [
      TinyEntry(271, text: "Maker"), TinyEntry(700, .byte, [60, 61]), TinyEntry(34_675, .undefined, [1, 2, 3]),
    ]
    let packets = try Self.packets(file.bytes)
    #expect(packets.xmp == [60, 61] && packets.icc == [1, 2, 3])
    #expect(packets.exif?.ifd0?.entries.map(\.tag) == [271] && packets.exif?.layout.isBigTIFF == false)
  }

  @Test func whatReachesBeyondTheFileIsLeftOut() throws {
    var file = SampleTIFF.mixedColors(width: 3, height: 2, SampleTIFF.Kind(1, 8))
    file.entries = [
      TinyEntry(271, .ascii, [1], statedCount: 90_000, rawField: [0, 0, 0, 1]), TinyEntry(272, text: "Model"),
      TinyEntry(0x8769, .long, [1 << 30]), TinyEntry(0x8825, .long, [8]),
    ]
    let packets = try Self.packets(file.bytes)
    #expect(packets.exif?.ifd0?.first(.make) == nil && packets.exif?.ifd0?.entries.contains { $0.tag == 272 } == true)
  }
}
