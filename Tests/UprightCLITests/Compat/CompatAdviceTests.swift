// Options that messages advise are completed to commands that have them.

import Testing
import Upright

@testable import UprightBatch

@Suite struct CompatAdviceTests {
  private let advice = CompatAdvice(command: "upright fix")

  @Test func lossesNameBothWays() {
    let error = UprightError.losing([FilePart(.comment, ranges: [])]).advising(at: .inPlace)
    let sentence = advice.completing(error.sentence)
    #expect(sentence.contains("; `upright fix --allow-loss comment` allows it"), "\(sentence)")
    #expect(sentence.hasSuffix("or write the result elsewhere with `upright fix -o`"), "\(sentence)")
  }

  /// The code is that of a kind; the sentence names the part.
  @Test func lossesAreNamedByTheirTitles() {
    let comment = FilePart(.comment, ranges: [])
    let parts = [FilePart(.item, name: "jbrd", ranges: []), comment, comment]
    let sentence = UprightError.losing(parts).sentence
    #expect(sentence.contains("data that reconstructs the JPEG and comment (2) would be lost"), "\(sentence)")
    #expect(sentence.contains("--allow-loss comment,item allows it"), "\(sentence)")
  }

  @Test func limitsNameTheirOption() {
    let sentence = advice.completing(UprightError.limit(.pixels, asked: 9, allowed: 3).sentence)
    #expect(sentence.hasSuffix("; `upright fix --max-pixels` allows more"), "\(sentence)")
  }

  @Test(
    arguments: [
      (
        "re-encoding would lose quality, which --edge or -i forbids; use --edge recode or -o",
        "re-encoding would lose quality; use `upright fix --edge recode` or `upright fix -o`"
      ),
      (
        "use `upright rotate cw --bake --edge trim`, or -o.",
        "use `upright rotate cw --bake --edge trim`, or `upright fix -o`."
      ),
      ("cuts them off, as -np does; the path has a link (--no-follow)", nil), ("--edge", nil), ("", nil),
      ("a  b ", nil),
    ] as [(String, String?)])
  func onlyAdvisedOptionsChange(sentence: String, wanted: String?) {
    #expect(advice.completing(sentence) == wanted ?? sentence)
  }
}
