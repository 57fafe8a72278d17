// All tags 274 of one directory: the first is used, all are rewritten, at their positions in the file. Tag 274 itself:
// the value of each form, and the smallest change to another value.

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

  private func entry(_ order: TinyTIFF.ByteOrder, _ entry: TinyEntry) throws -> (OrientationEntry, TIFFBlock) {
    let block = try #require(TIFFBlock(TinyTIFF(order, ifd0: [entry]).bytes))
    return (OrientationEntry(try #require(block.ifd0?.first(.orientation)), in: block), block)
  }

  private func edited(_ entry: OrientationEntry, _ block: TIFFBlock, to tag: ExifOrientation) throws -> TIFFBlock {
    let change = entry.edit(to: tag)
    var bytes = block.bytes
    #expect(Array(bytes[change.offset..<change.offset + change.old.count]) == change.old)
    #expect(change.old.count == change.new.count)
    bytes.replaceSubrange(change.offset..<change.offset + change.old.count, with: change.new)
    return try #require(TIFFBlock(bytes))
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases, 1...8)
  func canonicalEntriesAreWhatTheStandardAsksFor(order: TinyTIFF.ByteOrder, value: Int) throws {
    let (found, block) = try entry(order, .orientation(value))
    let tag = try #require(ExifOrientation(rawValue: UInt8(value)))
    #expect(found.value == tag)
    #expect(found.isCanonical)
    #expect(found.findings.isEmpty)
    #expect(OrientationEntry.canonical(tag, block.layout) == Array(block.bytes[10..<22]))
    #expect(block.bytes[found.decidingOffset] == UInt8(value))
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func oneShortChangesByOneByte(order: TinyTIFF.ByteOrder) throws {
    for value in [0, 3, 8, 200] {
      let (found, _) = try entry(order, .orientation(value))
      for tag in ExifOrientation.allCases {
        let change = found.edit(to: tag)
        #expect(change.old == [UInt8(value)])
        #expect(change.new == [tag.rawValue])
      }
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases, [TinyEntry.FieldType.byte, .short, .long, .sshort, .slong])
  func otherTypesAndCountsBecomeOneShort(order: TinyTIFF.ByteOrder, type: TinyEntry.FieldType) throws {
    for count in 1...3 {
      let (found, block) = try entry(order, TinyEntry(274, type, Array(repeating: 3, count: count)))
      #expect(found.value == .bottomRight)
      #expect(found.isCanonical == (type == .short && count == 1))
      for tag in ExifOrientation.allCases {
        let result = try edited(found, block, to: tag)
        let again = OrientationEntry(try #require(result.ifd0?.first(.orientation)), in: result)
        #expect(again.value == tag)
        #expect(again.isCanonical)
      }
    }
  }

  @Test(arguments: TinyTIFF.ByteOrder.allCases)
  func whatSaysNothingIsWrittenAnew(order: TinyTIFF.ByteOrder) throws {
    let forms = [
      TinyEntry(274, .ascii, [0x36, 0]), TinyEntry(274, .rational, [6, 1]), TinyEntry(274, .undefined, [6]),
      TinyEntry(274, .short, [6], statedCount: 0), TinyEntry(274, .short, [0], statedCount: 99),
      TinyEntry(274, .short, [0x0600]), TinyEntry(274, .long, [0x1234_5678]), TinyEntry(274, .slong, [-6]),
    ]
    for form in forms {
      let (found, block) = try entry(order, form)
      for tag in ExifOrientation.allCases {
        let result = try edited(found, block, to: tag)
        let again = OrientationEntry(try #require(result.ifd0?.first(.orientation)), in: result)
        #expect(again.value == tag, "\(form)")
        #expect(again.isCanonical)
        #expect(result.bytes.count == block.bytes.count)
      }
    }
  }

  @Test func findingsSayWhatIsThere() throws {
    let (value, _) = try entry(.big, .orientation(9))
    #expect(value.findings.map(\.message).joined().contains("9"))
    let (type, _) = try entry(.big, TinyEntry(274, .undefined, [6]))
    #expect(type.findings.map(\.message).joined().contains("7"), "UNDEFINED is type 7")
    let (count, _) = try entry(.big, TinyEntry(274, .short, [6, 3, 1]))
    #expect(count.findings.map(\.message).joined().contains("3"))
  }
}
