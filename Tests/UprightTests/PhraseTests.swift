// Options in sentences are values, and each way to the library spells them.

import Testing

@testable import Upright

@Suite struct PhraseTests {
  private struct Shouted: Spelling {
    func option(_ option: RequestOption, _ value: String?) -> String {
      option.rawValue.uppercased() + (value.map { "(\($0))" } ?? "")
    }
    var statesChoices: Bool { false }
  }

  private static let phrase: Phrase =
    "lost\(choice: ", as \(option: .inPlace) says"); use \(option: .edge, "recode"), \(command: "fix", .to, "tag")"

  @Test func eachDoorSpellsOptions() {
    #expect(Self.phrase.description == "lost, as inPlace says; use edge: recode, fix to: tag")
    #expect(Self.phrase.spelled(by: Shouted()) == "lost; use EDGE(recode), fix TO(tag)")
    #expect(Self.phrase.options == [.inPlace, .edge, .to])
  }

  @Test func aTaskHasASpellingOfItsOwn() {
    let error = UprightError.unanswerable(field: "\(field: .journal)", reason: Self.phrase)
    #expect("\(error)" == "journal: lost, as inPlace says; use edge: recode, fix to: tag")
    #expect(Shouted().used { "\(error)" } == "JOURNAL: lost; use EDGE(recode), fix TO(tag)")
    #expect(Shouted().used { "a \(option: .size, "9") b" } == "a SIZE(9) b")
  }

  @Test func wordsOfPhrasesStayOptionsWhenTheyArePutTogether() {
    let reason: Phrase = "use \(option: .output)"
    let both: Phrase = "\(reason), or \(7)"
    #expect(both == "use \(option: .output), or 7" && both.options == [.output])
    #expect(reason + "" == reason && "" + reason == reason && Phrase("a") + "b" == "ab")
    #expect([reason, "b"].joined(separator: "; ") == "use \(option: .output); b")
    #expect(reason != Phrase(reason.description), "words are no option")
  }

  /// A reason that becomes an error keeps its options, also as the reason of another page.
  @Test func errorsOfReasonsNameTheirOptions() {
    let page = RouteReason.furtherPage(2, .qualityLost(isCrop: true))
    #expect(page.error.phrase.options == [.lossless])
    let words = page.error.phrase.spelled(by: Shouted())
    #expect(words.hasPrefix("loss: page 2: re-encoding would lose quality; use LOSSLESS(inward)"), "\(words)")
    #expect(RouteReason.onlyTagPossible(.videoPixels).phrase.options == [.bake, .to])
    let room = MetadataError(.notExpressible, at: 0, format: .jpegXL)
    #expect(UprightError.malformed(room).phrase.options == [.bake])
    #expect(!room.description.contains("bake"))
  }

  @Test func namesAreSplitAtTheirCapitals() {
    #expect(RequestOption.maxPixels.name(separatedBy: "-") == "max-pixels")
    #expect(RequestOption.toSRGB.name(separatedBy: "_") == "to_srgb")
    #expect(RequestOption.baseURL.name(separatedBy: "-") == "base-url")
    #expect(RequestOption.allCases.allSatisfy { $0.name(separatedBy: "-").allSatisfy { $0.isLowercase || $0 == "-" } })
  }
}
