// From one space of labels to another: its options, and the earlier spelling.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightLabelJobs

@Suite struct LabelSpaceChangeTests {
  @Test(arguments: LabelSpaceName.allCases, LabelSpaceName.allCases)
  func twoSpacesWithAnyArrow(from: LabelSpaceName, to: LabelSpaceName) throws {
    for arrow in ["->", "→", ":", " -> ", " → "] {
      let space = try #require(LabelSpaceChange(old: from.rawValue + arrow + to.rawValue))
      #expect(space.from == from && space.to == to)
    }
  }

  @Test(arguments: LabelSpaceName.allCases)
  func oneSpaceStays(space: LabelSpaceName) throws {
    #expect(LabelSpaceChange(old: space.rawValue) == LabelSpaceChange(space))
  }

  @Test(arguments: [
    "", "->", "stored->", "->stored", "stored->displayed->stored", "seen", "stored-displayed", "Stored",
  ])
  func anythingElseIsNone(word: String) {
    #expect(LabelSpaceChange(old: word) == nil)
  }

  @Test(arguments: LabelSpaceName.allCases, LabelSpaceName.allCases)
  func optionsSayTheSame(from: LabelSpaceName, to: LabelSpaceName) {
    let options = CommandLineSpelling().used { LabelSpaceChange(from: from, to: to).options }
    #expect(options == "--from-space \(from.rawValue)" + (from == to ? "" : " --to-space \(to.rawValue)"))
  }
}
