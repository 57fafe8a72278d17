// Differences in words and as JSON.

import Testing
import Upright
import UprightFiles
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightLabelJobs

@Suite struct LabelDifferenceTests {
  private func differences(_ one: [[Int]], _ two: [[Int]], classes: [String] = ["a", "b"]) throws -> [LabelDifference] {
    let samples = try LabelledSamples()
    try samples.write(one, tags: 1...1)
    try samples.write("b.json", two, classes: classes, tags: 1...1)
    let comparison = LabelComparison(try samples.views(), try samples.views("b.json"))
    return LabelDifference.all(comparison.images[0], comparison.first, comparison.second)
  }

  @Test func equalSetsHaveNone() throws {
    #expect(try differences([[1, 2, 30, 40]], [[1, 2, 30, 40]]).isEmpty)
  }

  @Test func eachKindIsSaidWithBothPlaces() throws {
    let moved = try differences([[10, 20, 30, 40]], [[13, 20, 30, 40]])
    #expect(moved.map(\.kind) == [.moved] && moved[0].distance == 3)
    #expect(moved[0].text == "moved: a by 3 pixels, overlap 0.818 (a.json, line 2; b.json, line 2)")
    let other = try differences([[10, 20, 30, 40]], [[10, 20, 30, 40]], classes: ["c"])
    #expect(other.map(\.text) == ["relabelled: a -> c, overlap 1 (a.json, line 2; b.json, line 2)"])
    let gone = try differences([[10, 20, 30, 40], [1, 1, 5, 5]], [[10, 20, 30, 40]])
    #expect(gone.map(\.text) == ["missing: b at 1,1,5,5 (a.json, line 3)"])
    let more = try differences([[10, 20, 30, 40]], [[10, 20, 30, 40], [1, 1, 5, 5]])
    #expect(more.map(\.text) == ["extra: b at 1,1,5,5 (b.json, line 3)"])
  }

  @Test func pairsComeFirstThenWhatIsMissingThenWhatIsTooMuch() throws {
    let all = try differences([[200, 200, 9, 9], [10, 20, 30, 40]], [[90, 90, 9, 9], [12, 20, 30, 40]])
    #expect(all.map(\.kind) == [.moved, .missing, .extra])
  }

  @Test func programsGetNumbers() throws {
    let moved = try differences([[10, 20, 30, 40]], [[13, 20, 30, 40]])[0].json("x.jpg").line
    #expect(
      moved == #"{"schema":1,"difference":"moved","picture":"x.jpg","#
        + #""first":{"label":"a","file":"a.json","line":2,"box":[10,20,30,40]},"#
        + #""second":{"label":"a","file":"b.json","line":2,"box":[13,20,30,40]},"overlap":0.818,"pixels":3}"#)
    let gone = try differences([[10, 20, 30, 40]], [])[0].json("x.jpg").line
    #expect(gone.hasSuffix(#""first":{"label":"a","file":"a.json","line":2,"box":[10,20,30,40]}}"#))
  }

  @Test func numbersHaveThreeDigitsAtMost() {
    for (number, text) in [
      (0.0, "0"), (1, "1"), (0.5, "0.5"), (1.0 / 3, "0.333"), (2.0 / 3, "0.667"), (-0.25, "-0.25"), (12.3456, "12.346"),
      (0.0004, "0"), (-1.05, "-1.05"), (100, "100"), (0.010, "0.01"), (.infinity, "infinitely many"),
      (.nan, "infinitely many"),
    ] as [(Double, String)] { #expect(LabelDifference.rounded(number) == text) }
    #expect(LabelDifference.rounded(1e300) == "1e+300")
  }
}
