// All tags 274 of one directory: the first is used, all are rewritten, at their positions in the file.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct OrientationTagsTests {
  private func tags(_ order: TinyTIFF.ByteOrder, _ entries: [TinyEntry], at offset: Int = 0) throws -> OrientationTags {
    let block = try #require(TIFFBlock(TinyTIFF(order, ifd0: entries).bytes))
    return OrientationTags(of: block.ifd0, in: block, from: offset)
  }

  @Test func withoutEntriesNothingIsSaid() throws {
    let none = try tags(.big, [TinyEntry(271, text: "Maker")])
    #expect(none.value == nil && none.offset == nil && none.statement == nil && none.thumbnailStatement == nil)
    #expect(none.findings.isEmpty && none.edits(to: .rightTop).isEmpty)
    let block = try #require(TIFFBlock(TinyTIFF(orientation: 6).bytes))
    #expect(OrientationTags(of: nil, in: block, from: 0).entries.isEmpty)
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases, [0, 12, 1_000])
  func theFirstCountsAndAllChange(order: TinyTIFF.ByteOrder, offset: Int) throws {
    let tags = try tags(order, [.orientation(6), TinyEntry(271, text: "Maker"), .orientation(3)], at: offset)
    let low = order == .big ? 1 : 0
    #expect(tags.value == .rightTop && tags.offset == offset + 10 + 12 + 8 + low, "behind the maker's name")
    #expect(tags.statement == OrientationStatement(.exif(offset: offset + 30 + low), .rightTop))
    #expect(tags.thumbnailStatement == OrientationStatement(.thumbnail(offset: offset + 30 + low), .rightTop))
    #expect(tags.findings.map(\.code) == [.duplicateTag])
    #expect(
      tags.edits(to: .leftTop) == [
        BytePatch.Edit(offset: offset + 30 + low, old: [6], new: [5]),
        BytePatch.Edit(offset: offset + 42 + low, old: [3], new: [5]),
      ])
  }

  @Test func aTagThatSaysNothingIsStillAStatement() throws {
    let tags = try tags(.little, [.orientation(9)])
    #expect(tags.statement == OrientationStatement(.exif(offset: 18), nil))
    #expect(tags.thumbnailStatement == nil)
    #expect(tags.findings.map(\.code) == [.invalidValue])
  }

  @Test func aThumbnailsWordIsComparedOnce() throws {
    let tags = try tags(.little, [.orientation(3)])
    var answer = ResolvedOrientation()
    answer.decide(OrientationStatement(.exif(offset: 1), .rightTop))
    answer.compareThumbnail(tags)
    answer.compareThumbnail(tags)
    #expect(answer.findings.map(\.code) == [.thumbnailConflict] && answer.statements.count == 3)
    answer = ResolvedOrientation()
    answer.decide(OrientationStatement(.exif(offset: 1), .bottomRight))
    answer.compareThumbnail(tags)
    #expect(answer.findings.isEmpty && answer.orientation.exif == .bottomRight)
  }
}
