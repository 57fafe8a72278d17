// Options that messages advise are spelled with commands that have them.

import Testing
import Upright

@testable import UprightBatch

@Suite struct CompatAdviceTests {
  private let advice = CompatAdvice(command: "upright fix")

  @Test func lossesNameBothWays() {
    let error = UprightError.losing([FilePart(.comment, ranges: [])]).advising(at: .inPlace)
    let sentence = advice.used { error.sentence }
    #expect(sentence.contains("; `upright fix --allow-loss comment` allows it"), "\(sentence)")
    #expect(sentence.hasSuffix("or write the result elsewhere with `upright fix -o`"), "\(sentence)")
  }

  /// The code is that of a kind; the sentence names the part.
  @Test func lossesAreNamedByTheirTitles() {
    let comment = FilePart(.comment, ranges: [])
    let parts = [FilePart(.item, name: "jbrd", ranges: []), comment, comment]
    let sentence = CommandLineSpelling().used { UprightError.losing(parts).sentence }
    #expect(sentence.contains("data that reconstructs the JPEG and comment (2) would be lost"), "\(sentence)")
    #expect(sentence.contains("--allow-loss comment,item allows it"), "\(sentence)")
  }

  @Test func limitsNameTheirOption() {
    let sentence = advice.used { UprightError.limit(.pixels, asked: 9, allowed: 3).sentence }
    #expect(sentence.hasSuffix("; `upright fix --max-pixels` allows more"), "\(sentence)")
  }

  @Test(
    arguments: [
      (
        RouteReason.qualityLost(isCrop: false).phrase,
        "re-encoding would lose quality; use `upright fix --edge recode` or `upright fix -o`"
      ),
      (
        "use `\(command: "upright rotate cw --bake", .edge, "trim")`, or \(option: .output).",
        "use `upright rotate cw --bake --edge trim`, or `upright fix -o`."
      ),
      ("write to \(option: .output, "FOLDER/")", "write to `upright fix -o` FOLDER/"),
      ("the path has a link (\(option: .noFollow))", "the path has a link (--no-follow)"),
      ("\(option: .edge)", "--edge"), ("\(field: .output): a", "--output: a"), ("", ""), ("a  b ", "a  b "),
    ] as [(Phrase, String)])
  func onlyAdvisedOptionsChange(phrase: Phrase, wanted: String) {
    #expect(phrase.spelled(by: advice) == wanted)
  }
}
