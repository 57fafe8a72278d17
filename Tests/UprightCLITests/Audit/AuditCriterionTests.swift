// Which findings make an audit fail.

import Foundation
import Testing
import Upright
import UprightFixtures

@testable import UprightBatch

@Suite struct AuditCriterionTests {
  @Test func everyCodeIsAWord() {
    #expect(AuditCriterion(word: "none") == AuditCriterion.none)
    for code in Finding.Code.allCases { #expect(AuditCriterion(word: code.rawValue) == .code(code)) }
  }

  @Test(arguments: ["", "None", "staleTag", "io"])
  func otherWordsAreRefusedWithAListOfThoseThereAre(_ word: String) {
    #expect(AuditCriterion(word: word) == nil)
    let message = AuditCriterion.unknown(word)
    #expect(message.contains("none, not-upright, contradictory, orientation-invalid-value, "))
    #expect(message.hasSuffix("orientation-conflict-family"))
  }

  @Test func whatIsNamedCounts() throws {
    var tally = AuditTally(keeping: 3)
    tally.add(ProbedFile(try Probe(Album.photo(6)), path: "6.jpg"), path: "6.jpg")
    #expect(![AuditCriterion]().fail(tally))
    #expect([.notUpright].fail(tally) && [.code(.trailer), .notUpright].fail(tally))
    var upright = AuditTally(keeping: 3)
    upright.add(ProbedFile(try Probe(Album.photo(1)), path: "1.jpg"), path: "1.jpg")
    #expect(![AuditCriterion.notUpright].fail(upright))
    tally.add(ProbedFile(try Probe(Album.photo(9)), path: "9.jpg"), path: "9.jpg")
    #expect([AuditCriterion]().fail(tally))
    #expect([.code(.invalidValue)].fail(tally))
    #expect([.code(.trailer), .code(.invalidValue)].fail(tally))
    #expect(![AuditCriterion.code(.trailer)].fail(tally))
    #expect(![AuditCriterion.none].fail(tally))
  }

  @Test func onlyFieldsThatDisagreeAreContradictory() throws {
    let criteria = [AuditCriterion.contradictory]
    var tally = AuditTally(keeping: 3)
    tally.add(ProbedFile(try Probe(Album.photo(9)), path: "9.gif"), path: "9.gif")
    #expect(Set(tally.findings.keys) == [.invalidValue, .wrongExtension] && !criteria.fail(tally))
    let segments: [TinySegment] = [.exif(TinyTIFF(orientation: 1)), .xmp(TinyXMP.packet(orientation: "3"))]
    let odd = try Probe(TinyJPEG(.sixColors, segments: segments).bytes)
    tally.add(ProbedFile(odd, path: "odd.jpg"), path: "odd.jpg")
    #expect(criteria.fail(tally) && criteria.fail(.xmpConflict) && !criteria.fail(.invalidValue))
  }

  @Test func thePageListsWhatIsContradictory() throws {
    var root = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { root.deleteLastPathComponent() }
    let page = try String(contentsOf: root.appendingPathComponent("docs/ci.md"), encoding: .utf8)
    let list = try #require(page.firstMatch(of: #/covers these codes:(.+?)\.\s/#.dotMatchesNewlines())).output.1
    let codes = list.matches(of: /`([^`]+)`/).map { String($0.output.1) }
    #expect(Set(codes) == Set(Finding.Code.contradictions.map(\.rawValue)) && codes.count == 10)
  }
}
