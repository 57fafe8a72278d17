// Metadata of a new image, as data.

import Testing
import UprightFixtures
import UprightGeometry
import UprightTestTools

@testable import UprightMetadata

@Suite struct CarriedMetadataTests {
  @Test func nothingUnlessSaid() {
    let nothing = CarriedMetadata()
    #expect(nothing.segments.isEmpty && nothing.exif == nil && nothing.xmp == nil && nothing.icc == nil)
  }

  @Test func everyFieldCounts() {
    let segment = CarriedMetadata.Segment(marker: 0xFE, payload: [1])
    let others = [
      CarriedMetadata(segments: [segment]), CarriedMetadata(exif: [1]), CarriedMetadata(xmp: [1]),
      CarriedMetadata(icc: [1]), CarriedMetadata(segments: [CarriedMetadata.Segment(marker: 0xFE, payload: [2])]),
      CarriedMetadata(segments: [CarriedMetadata.Segment(marker: 0xE9, payload: [1])]),
    ]
    #expect(Set(others + [CarriedMetadata()]).count == others.count + 1)
  }

  /// For any source, the copied metadata fits into segments, and reads back the same if written after SOI.
  @Test(arguments: TestFile.all)
  func carriedSegmentsReadBackAsTheyAre(exhibit: TestFile) throws {
    let probe = try Probe(exhibit.bytes)
    let edit = MetadataEdit(
      size: PixelSize(width: 9, height: 5), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil,
      keepsProfile: true, keepsCoding: true)
    let carried = try probe.carry(edit, from: exhibit.bytes)
    #expect(carried.segments.allSatisfy { $0.payload.count <= JPEGSegment.longestPayload })
    let shell = TinyJPEG(.sixColors, segments: carried.segments.map { TinySegment($0.marker, $0.payload) }).bytes
    let again = try Probe(shell).carry(edit, from: shell)
    #expect(again == carried, "what is true already stays as it is")
  }
}
