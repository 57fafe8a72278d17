// Exif, XMP and ICC that are each contiguous: what a new image gets, and how much a JPEG can hold.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct MetadataPacketsTests {
  private static let edit = MetadataEdit(
    size: PixelSize(width: 2, height: 3),
    map: Transform2D(Orientation<Stored, Output>(mirrored: false, clockwise: 1), in: PixelSize(width: 3, height: 2)),
    thumbnail: nil, keepsProfile: true, keepsCoding: false)

  private static func move(_ edit: MetadataEdit) -> ImageMove {
    ImageMove(storedSize: PixelSize(width: 3, height: 2), orientation: Orientation(exif: .rightTop), edit: edit)
  }
  private static let move = move(edit)

  private func packets(profile: Int = 10) throws -> MetadataPackets {
    let exif = try #require(TIFFBlock(InsertedExifBlock.block(.rightTop, mark: InsertedExifBlock.mark)))
    return MetadataPackets(
      exif: exif, xmp: Array("<x:xmpmeta tiff:Orientation=\"6\"/>".utf8), icc: Array(repeating: 7, count: profile))
  }

  @Test func theTagBecomesOneInExifAndXMP() throws {
    let carried = try packets().carried(Self.move)
    let exif = try #require(carried.exif.flatMap(TIFFBlock.init))
    #expect(OrientationTags(of: exif.ifd0, in: exif, from: 0).value == .topLeft)
    #expect(String(decoding: try #require(carried.xmp), as: UTF8.self).contains("tiff:Orientation=\"1\""))
    #expect(carried.icc == Array(repeating: 7, count: 10))
  }

  @Test func aProfileStaysBehindWhereTheColoursChange() throws {
    let edit = MetadataEdit(
      size: Self.edit.size, map: Self.edit.map, thumbnail: nil, keepsProfile: false, keepsCoding: false)
    let carried = try packets().carried(Self.move(edit))
    #expect(carried.icc == nil && !carried.segments.contains { $0.marker == 0xE2 })
  }

  @Test(arguments: [(10, 1), (65_519, 1), (65_520, 2), (200_000, 4), (65_519 * 255, 255), (65_519 * 255 + 1, 0)])
  func aProfileIsCutIntoSegments(_ bytes: Int, _ segments: Int) throws {
    let carried = try packets(profile: bytes).carried(Self.move)
    let parts = carried.segments.filter { $0.marker == 0xE2 }
    #expect(parts.count == segments && parts.allSatisfy { $0.payload.count <= 65_533 })
    let whole = parts.flatMap { $0.payload.dropFirst(14) }
    #expect(segments == 0 || whole == carried.icc)
    #expect(parts.map { Int($0.payload[12]) } == Array(0..<segments).map { $0 + 1 })
  }

  @Test func whatIsTooLongForASegmentIsLeftOutOfThem() {
    let carried = CarriedMetadata(exif: Array(repeating: 0, count: 65_528), xmp: Array(repeating: 32, count: 65_505))
    #expect(carried.packedSegments.isEmpty)
    let shorter = CarriedMetadata(exif: Array(repeating: 0, count: 65_527), xmp: Array(repeating: 32, count: 65_504))
    #expect(shorter.packedSegments.map(\.payload.count) == [65_533, 65_533])
  }
}
