// Qualities as typed.

import ArgumentParser
import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI

@Suite struct QualityArgumentTests {
  @Test func everyWholeNumberFrom1To100IsOne() {
    for number in -300...300 {
      #expect(QualityArgument(argument: "\(number)")?.level == ((1...100).contains(number) ? number : nil))
    }
  }

  @Test(arguments: ["", " 5", "5 ", "5.0", "1e2", "0x5", "٥", "best", "9999999999999999999999"])
  func anythingElseIsRefused(_ text: String) {
    #expect(QualityArgument(argument: text) == nil)
  }

  @Test func unsaidIsAsTheSource() throws {
    #expect(try Rendition.Quality.of(QualityArguments.parse([]).quality?.level) == .asSource)
    #expect(try Rendition.Quality.of(QualityArguments.parse(["--quality", "7"]).quality?.level) == .level(7))
    #expect(QualityArgument(level: 85).defaultValueDescription == "85")
  }
}
