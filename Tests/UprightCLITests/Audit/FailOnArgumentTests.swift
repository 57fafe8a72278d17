// Which findings make an audit fail.

import ArgumentParser
import Testing
import Upright

@testable import UprightCLI

@Suite struct FailOnArgumentTests {
  @Test func everyCodeIsAWord() throws {
    #expect(try FailOnArgument(word: "none") == .none)
    for code in Finding.Code.allCases { #expect(try FailOnArgument(word: code.rawValue) == .code(code)) }
  }

  @Test(arguments: ["", "None", "staleTag", "io"])
  func otherWordsAreRefusedWithAListOfThoseThereAre(_ word: String) {
    let error = #expect(throws: ValidationError.self) { try FailOnArgument(word: word) }
    #expect(error?.message.contains("none, orientation-invalid-value, ") == true)
    #expect(error?.message.hasSuffix("metadata-damaged") == true)
  }

  @Test func whatIsNamedCounts() throws {
    var tally = AuditTally(keeping: 3)
    tally.add(ProbedFile(try Probe(Album.photo(6)), path: "6.jpg"), path: "6.jpg")
    #expect(![FailOnArgument]().fail(tally))
    tally.add(ProbedFile(try Probe(Album.photo(9)), path: "9.jpg"), path: "9.jpg")
    #expect([FailOnArgument]().fail(tally))
    #expect([.code(.invalidValue)].fail(tally))
    #expect([.code(.trailer), .code(.invalidValue)].fail(tally))
    #expect(![FailOnArgument.code(.trailer)].fail(tally))
    #expect(![FailOnArgument.none].fail(tally))
  }
}
