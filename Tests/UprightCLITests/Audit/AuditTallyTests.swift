// Counts are the same in any order.

import Testing
import Upright
import UprightFixtures

@testable import UprightBatch
@testable import UprightCLI

@Suite struct AuditTallyTests {
  private func tally(_ tags: [UInt8], keeping limit: Int = 3) throws -> AuditTally {
    var tally = AuditTally(keeping: limit)
    for (index, tag) in tags.enumerated() {
      let bytes = tag == 0 ? TinyJPEG(.sixColors).bytes : Album.photo(tag)
      tally.add(ProbedFile(try Probe(bytes), path: "\(index).jpg"), path: "\(index).jpg")
    }
    return tally
  }

  @Test func tagsAreCountedByFormat() throws {
    let tally = try tally([0, 0, 1, 2, 3, 4, 5, 6, 6, 6, 7, 8, 9])
    #expect(tally.rows.map(\.name) == ["jpeg"])
    #expect(tally.rows[0].row.columns == [2, 2, 1, 1, 1, 1, 3, 1, 1])
    #expect(tally.rows[0].row.count == 13 && tally.readCount == 13 && tally.fileCount == 13)
    #expect(tally.unusualCount == 1)
    #expect((tally.rows[0].row + tally.rows[0].row).columns == [4, 4, 2, 2, 2, 2, 6, 2, 2])
  }

  @Test func groupsKeepTheirFirstFiles() throws {
    let tally = try tally([9, 1, 9, 9, 9], keeping: 2)
    let group = try #require(tally.findings[.invalidValue])
    #expect(group.count == 4 && group.examples.map(\.path) == ["0.jpg", "2.jpg"])
    #expect(group.examples[0].message.contains("9"))
    #expect(try self.tally([9, 9], keeping: 0).findings[.invalidValue]?.examples.isEmpty == true)
  }

  @Test func aFileWithTwoFindingsOfOneKindCountsOnce() throws {
    var block = TinyTIFF(orientation: 6)
    block.ifd1 = [.orientation(3)]
    let probe = try Probe(TinyJPEG(.sixGrays, segments: [.exif(block)]).bytes)
    let once = ProbedFile(probe, path: "a.png")
    #expect(once.findings.map(\.code) == [.thumbnailConflict, .wrongExtension])
    var tally = AuditTally(keeping: 9)
    tally.add(once, path: "a.png")
    #expect(tally.unusualCount == 1 && tally.findings.values.map(\.count) == [1, 1])
  }

  @Test func theMostFrequentComesFirstThenTheOrderOfTheCodes() throws {
    var tally = try tally([9, 9])
    for path in ["a.gif", "b.gif", "c.gif"] { tally.add(ProbedFile(try Probe(Album.photo(1)), path: path), path: path) }
    #expect(tally.rankedFindings.map(\.code) == [.wrongExtension, .invalidValue])
    tally.add(ProbedFile(try Probe(Album.photo(9)), path: "9"), path: "9")
    #expect(tally.rankedFindings.map(\.code) == [.invalidValue, .wrongExtension])
  }

  @Test func failuresAreGroupedByReasonWhateverTheirPlace() {
    var tally = AuditTally(keeping: 3)
    tally.add(.malformed(MetadataError(.truncated, at: 5)), path: "a")
    tally.add(.io(path: "b", systemError: 2), path: "b")
    tally.add(.malformed(MetadataError(.truncated, at: 7)), path: "c")
    tally.add(.io(path: "d/e", systemError: 13), path: "d")
    #expect(tally.failureCount == 4 && tally.fileCount == 4 && tally.readCount == 0)
    let ranked = tally.rankedFailures
    #expect(ranked.map(\.reason.code) == ["truncated", "io", "io"])
    #expect(ranked[0].reason.sentence == "the file is truncated: it ends inside a structure")
    #expect(ranked[0].group.examples.map(\.message) == ["byte 5", "byte 7"])
    #expect(Set(ranked.map(\.reason.sentence)).count == 3)
    #expect(ranked.flatMap(\.group.examples).first { $0.path == "b" }?.message == "")
    #expect(ranked.flatMap(\.group.examples).first { $0.path == "d" }?.message == "d/e")
  }
}
