// A TIFF around strips: its start and end make a file whose headers state the given values.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct TIFFFrameTests {
  private static func file(_ metadata: CarriedMetadata, strips: [[UInt8]] = [[1, 2, 3], [4, 5]]) -> [UInt8] {
    let frame = TIFFFrame(width: 7, height: 3, stripRows: 2, colors: .rgba, depth: 16, metadata: metadata)
    let sizes = strips.map(\.count)
    return frame.opening(stripSizes: sizes) + strips.flatMap { $0 } + frame.closing(stripSizes: sizes)
  }

  @Test(arguments: [TinyTIFF.ByteOrder.little, .big])
  func theHeadersSayWhatWasGiven(order: TinyTIFF.ByteOrder) throws {
    let bytes = Self.file(CarriedMetadata(exif: TinyTIFF(order, orientation: 1).bytes))
    let header = try TIFFHeader(bytes)
    #expect(header.layout.isBigEndian == (order == .big) && header.findings.isEmpty && header.further.isEmpty)
    #expect(header.storedSize == PixelSize(width: 7, height: 3))
    #expect(header.samples?.depth == 16 && header.samples?.hasTransparency == true)
    let block = try #require(TIFFBlock(bytes))
    let tags = try #require(block.ifd0?.entries.map(\.tag))
    #expect(tags == tags.sorted() && Set(tags).count == tags.count)
    let offsets = try #require(block.ifd0?.first(.stripOffsets))
    let places = (0..<2).compactMap { block.integer(of: offsets, at: $0) }
    #expect(places.map { Array(bytes[$0..<$0 + 2]) } == [[1, 2], [4, 5]])
  }

  @Test func aBlockThatLiesOrRepeatsItselfGivesEachTagOnce() throws {
    let block = TinyTIFF(
      ifd0: [
        TinyEntry(271, text: "One"), TinyEntry(271, text: "Two"), .orientation(6), .orientation(3),
        TinyEntry(272, .ascii, [1], statedCount: 70_000, rawField: [1, 0, 0, 0]), TinyEntry(0x8769, .long, [1 << 20]),
      ])
    let bytes = Self.file(CarriedMetadata(exif: block.bytes))
    let tags = try #require(TIFFBlock(bytes)?.ifd0?.entries.map(\.tag))
    #expect(tags.filter { $0 == 271 || $0 == 274 }.count == 2 && !tags.contains(272) && !tags.contains(0x8769))
    #expect(try Probe(bytes).orientation.isIdentity)
  }

  @Test func whatIsNoBlockIsLeftOut() throws {
    #expect(try Probe(Self.file(CarriedMetadata(exif: [1, 2, 3]))).storedSize == PixelSize(width: 7, height: 3))
  }

  @Test func offsetsOfFourBytesEndSomewhere() {
    let frame = TIFFFrame(
      width: 7, height: 3, stripRows: 2, colors: .gray, depth: 8, metadata: CarriedMetadata())
    #expect(frame.holds(stripSizes: [1 << 30]) && !frame.holds(stripSizes: [1 << 32]))
  }
}
