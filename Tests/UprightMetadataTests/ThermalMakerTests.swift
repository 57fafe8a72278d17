// Which segments are pieces of a thermal image: those of each maker, and none of the same bytes elsewhere.

import Testing
import UprightFixtures

@testable import UprightMetadata

@Suite struct ThermalMakerTests {
  private static let pixels = (0..<400).map { UInt8(truncatingIfNeeded: $0 &* 37) }

  private static func thermal(in segments: [TinySegment]) throws -> [FilePart] {
    let file = TinyJPEG(.letterF, segments: segments).bytes
    return try Probe(file).fileParts(in: file).filter { $0.kind == .thermalImage }
  }

  /// All segments of a maker are one part with exactly their contents; nothing around them belongs to it.
  @Test(arguments: TinyThermal.allCases)
  func allSegmentsAreOnePart(_ maker: TinyThermal) throws {
    let pieces = maker.segments(Self.pixels)
    let around = [TinySegment(0xEA, [9, 9]), TinySegment.comment("hello")]
    let file = TinyJPEG(
      .letterF, segments: [.jfif, maker.exif(orientation: 6)] + pieces.map(\.segment) + around
    ).bytes
    let parts = try Probe(file).fileParts(in: file)
    let thermal = parts.filter { $0.kind == .thermalImage }
    #expect(thermal.map(\.name) == [maker.name])
    #expect(thermal.first?.ranges.flatMap { file[$0] } == pieces.flatMap(\.content))
    #expect(parts.filter { $0.kind == .unknown }.map(\.name) == ["APP10"])
    let stays = RemovalNote.unknownBlocksStay(["APP10", "thermal image"], count: 2, .thumbnails)
    #expect(try Probe(file).losses(without: .thumbnails) == [stays])
  }

  /// Segments after those of the image, and an Exif block after all of them.
  @Test(arguments: [TinyThermal.infiRay, .dji])
  func theOrderOfSegmentsDoesNotMatter(_ maker: TinyThermal) throws {
    let pieces = maker.segments(Self.pixels)
    let reversed = Array(pieces.map(\.segment).reversed()) + [maker.exif(orientation: 1)]
    let parts = try Self.thermal(in: reversed)
    #expect(parts.map(\.byteCount) == [pieces.reduce(0) { $0 + $1.content.count }])
  }

  /// Without the maker, or without the image, the same segments are of unknown meaning.
  @Test func withoutTheMakerTheyAreUnknown() throws {
    let dji = TinyThermal.dji.segments(Self.pixels).map(\.segment)
    #expect(try Self.thermal(in: dji).isEmpty)
    for make in ["DJI2", "DJ", "Canon", ""] {
      let exif = TinySegment.exif(TinyTIFF(ifd0: [TinyEntry(271, text: make)]))
      #expect(try Self.thermal(in: [exif] + dji).isEmpty)
    }
    let withoutImage = dji.filter { $0.marker != 0xE3 }
    #expect(try Self.thermal(in: [TinyThermal.dji.exif(orientation: 1)] + withoutImage).isEmpty)
    let infiRay = TinyThermal.infiRay.segments(Self.pixels).map(\.segment)
    #expect(try Self.thermal(in: infiRay.filter { $0.marker != 0xE2 }).isEmpty)
  }

  /// Some write the maker with spaces behind it.
  @Test func thePaddedMakerCounts() throws {
    let exif = TinySegment.exif(TinyTIFF(ifd0: [TinyEntry(271, text: "DJI   ")]))
    let parts = try Self.thermal(in: [exif] + TinyThermal.dji.segments(Self.pixels).map(\.segment))
    #expect(parts.map(\.name) == ["DJI"])
  }

  /// What names itself as something else stays what it is.
  @Test(
    arguments: [
      (0xE3, "Meta\0\0"), (0xE3, "_JPSJPS_"), (0xE4, "SCALADO\0"), (0xE5, "RMETA\0"), (0xE6, "GoPro\0"),
      (0xE7, "PENTAX \0"), (0xE8, "SPIFF\0"), (0xE9, "Media Jukebox\0"),
    ] as [(UInt8, String)])
  func namedSegmentsAreNoPieces(_ marker: UInt8, _ name: String) throws {
    let named = TinySegment(marker, Array(name.utf8) + [1, 2, 3])
    for maker in [TinyThermal.infiRay, .dji] {
      let pieces = maker.segments(Self.pixels)
      let parts = try Self.thermal(in: [maker.exif(orientation: 1)] + pieces.map(\.segment) + [named])
      #expect(parts.map(\.byteCount) == [pieces.reduce(0) { $0 + $1.content.count }])
    }
  }

  /// Of DJI's photos, other segments are no pieces: only the record of an analysis in APP6 is.
  @Test func otherSegmentsOfDJIStayUnknown() throws {
    let others = [TinySegment(0xE6, [1, 2, 3]), TinySegment(0xE7, [4, 5]), TinySegment(0xE9, [6])]
    let pieces = TinyThermal.dji.segments(Self.pixels)
    let parts = try Self.thermal(in: [TinyThermal.dji.exif(orientation: 1)] + pieces.map(\.segment) + others)
    #expect(parts.map(\.byteCount) == [pieces.reduce(0) { $0 + $1.content.count }])
  }
}
