// Words for spaces of labels: one, or two with an arrow.

import Testing

@testable import UprightCLI

@Suite struct LabelSpaceArgumentTests {
  @Test(arguments: LabelSpaceName.allCases, LabelSpaceName.allCases)
  func twoSpacesWithAnyArrow(from: LabelSpaceName, to: LabelSpaceName) throws {
    for arrow in ["->", "→", ":", " -> ", " → "] {
      let space = try #require(LabelSpaceArgument(argument: from.rawValue + arrow + to.rawValue))
      #expect(space.from == from && space.to == to)
    }
  }

  @Test(arguments: LabelSpaceName.allCases)
  func oneSpaceStays(space: LabelSpaceName) throws {
    #expect(LabelSpaceArgument(argument: space.rawValue) == LabelSpaceArgument(space))
  }

  @Test(arguments: [
    "", "->", "stored->", "->stored", "stored->displayed->stored", "seen", "stored-displayed", "Stored",
  ])
  func anythingElseIsNone(word: String) {
    #expect(LabelSpaceArgument(argument: word) == nil)
  }

  @Test func allValuesAreUnderstood() {
    for word in LabelSpaceArgument.allValueStrings { #expect(LabelSpaceArgument(argument: word) != nil) }
  }
}
