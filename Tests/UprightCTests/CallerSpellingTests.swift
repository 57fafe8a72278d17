// Errors of the C functions name members of `upright_request`, and no option that it lacks.

import Foundation
import Testing
import Upright

@testable import UprightC

@Suite struct CallerSpellingTests {
  @Test(
    arguments: [
      ("\(option: .format, "png"), \(option: .maxPixels)", #"format="png", max_pixels"#),
      ("\(field: .allowedLosses): \(option: .allowedLosses, "gps")", #"allowed_losses: allowed_losses="gps""#),
      ("use PNG, or \(option: .background, "COLOR")", "use PNG, or the option background COLOR of the program upright"),
      (
        "\(option: .overwrite), \(option: .inPlace)",
        "the option force of the program upright, the option in-place of the program upright"
      ),
      ("lost\(choice: ", which \(option: .edge) forbids")", "lost"),
    ] as [(Phrase, String)])
  func optionsAreMembers(phrase: Phrase, words: String) {
    #expect(phrase.spelled(by: CallerSpelling()) == words)
  }

  @Test func everyNameIsAMemberOfTheStructure() throws {
    let header = URL(filePath: #filePath).appending(path: "../../../Sources/CUprightABI/include/upright.h").standardized
    let text = try String(contentsOf: header, encoding: .utf8)
    let start = try #require(text.range(of: "typedef struct upright_request {")?.upperBound)
    let members = try #require(text[start...].range(of: "} upright_request;").map { text[start..<$0.lowerBound] })
    let names = RequestOption.allCases.map { CallerSpelling().option($0, nil) }.filter { !$0.contains(" ") }
    #expect(names.count == 8)
    for name in names { #expect(members.contains("\(name);"), "\(name)") }
  }
}
