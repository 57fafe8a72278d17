// Which findings make an audit fail.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct FailOnArgumentTests {
  @Test func everyCodeIsAWord() {
    #expect(FailOnArgument(word: "none") == FailOnArgument.none)
    for code in Finding.Code.allCases { #expect(FailOnArgument(word: code.rawValue) == .code(code)) }
  }

  @Test(arguments: ["", "None", "staleTag", "io"])
  func otherWordsAreRefusedWithAListOfThoseThereAre(_ word: String) {
    #expect(FailOnArgument(word: word) == nil)
    let message = FailOnArgument.unknown(word)
    #expect(message.contains("none, not-upright, orientation-invalid-value, "))
    #expect(message.hasSuffix("metadata-damaged"))
  }

  @Test func whatIsNamedCounts() throws {
    var tally = AuditTally(keeping: 3)
    tally.add(ProbedFile(try Probe(Album.photo(6)), path: "6.jpg"), path: "6.jpg")
    #expect(![FailOnArgument]().fail(tally))
    #expect([.notUpright].fail(tally) && [.code(.trailer), .notUpright].fail(tally))
    var upright = AuditTally(keeping: 3)
    upright.add(ProbedFile(try Probe(Album.photo(1)), path: "1.jpg"), path: "1.jpg")
    #expect(![FailOnArgument.notUpright].fail(upright))
    tally.add(ProbedFile(try Probe(Album.photo(9)), path: "9.jpg"), path: "9.jpg")
    #expect([FailOnArgument]().fail(tally))
    #expect([.code(.invalidValue)].fail(tally))
    #expect([.code(.trailer), .code(.invalidValue)].fail(tally))
    #expect(![FailOnArgument.code(.trailer)].fail(tally))
    #expect(![FailOnArgument.none].fail(tally))
  }
}
