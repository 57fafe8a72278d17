// Errors in sentences and in JSON.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inOptions) struct ErrorTextTests {
  static let errors: [UprightError] = [
    .malformed(MetadataError(.truncated, at: 17)), .unsupported("JPEG 2000"),
    .unanswerable(field: "size", reason: "it is empty"), .limit(.pixels, asked: 9, allowed: 4),
    .codec(format: .jpeg, message: "bad"), .io(path: "a", systemError: ENOENT), .cancelled,
  ]

  @Test(arguments: errors)
  func everyErrorHasASentenceAndJSON(_ error: UprightError) throws {
    #expect(!error.sentence.isEmpty)
    #expect(!error.sentence.contains("errno"))
    let object = try JSONSerialization.jsonObject(with: Data(error.json(about: "a").line.utf8)) as? [String: Any]
    #expect(object?["code"] as? String == error.codes.name)
    #expect(object?["message"] as? String == error.sentence)
    #expect(object?["offset"] as? Int == error.offset)
  }

  @Test func aDashIsNoFile() {
    let sentence = UprightError.io(path: "-", systemError: ENOENT).sentence(about: "-")
    #expect(sentence == "standard input is not read here. (For a file called '-', write ./-)")
    #expect(UprightError.io(path: "-", systemError: EACCES).sentence(about: "-") == UprightError.systemSentence(EACCES))
  }

  @Test func theOffsetIsThatOfTheBrokenRule() {
    #expect(Self.errors[0].json(about: "a").line.hasSuffix(#","offset":17}"#))
    #expect(!Self.errors[1].json(about: "a").line.contains("offset"))
  }

  @Test(arguments: [ESTALE, EMLINK, EEXIST, EWOULDBLOCK])
  func whatWeDecidedOurselvesIsNotToldInTheSystemsWords(_ number: Int32) {
    #expect(UprightError.io(path: "a", systemError: number).sentence != UprightError.systemSentence(number))
  }

  @Test(arguments: [
    (Limit.pixels, String?.some("--max-pixels")), (.memory, "--max-memory"), (.seconds, "--max-seconds"),
    (.workerSeconds, "--max-seconds"), (.side, nil), (.scans, nil), (.warnings, nil), (.journalLine, nil),
    (.labelFile, nil), (.input, "--max-bytes"),
  ])
  func aLimitNamesTheOptionThatRaisesIt(limit: Limit, option: String?) {
    for allowed in [4, 0] {
      let error = UprightError.limit(limit, asked: 9, allowed: allowed)
      #expect(error.sentence == String(describing: error) + (option.map { "; \($0) allows more" } ?? ""))
    }
  }

  @Test(arguments: [
    ("thumb 8", "--max-pixels", "100"), ("crop 0,0,40,20", "--max-pixels", "100"), ("thumb 8", "--max-memory", "1K"),
    ("fix --edge fail", "--max-memory", "1K"), ("sheet", "--max-pixels", "100"),
  ])
  func theOptionThatIsNamedHelps(command: String, option: String, value: String) throws {
    let album = try Album("6.jpg")
    let words = command.split(separator: " ").map(String.init) + ["6.jpg", "-o", "out.png"]
    let refused = try UprightTool.run(words + [option, value], in: album.folder)
    #expect(refused.status == 65)
    #expect(refused.complaints.contains("; \(option) allows more\n"))
    #expect(try album.contents().count == 1)
    #expect(try UprightTool.run(words + [option, "1000000000"], in: album.folder).status == 0)
  }

  @Test func anotherPathIsNamed() {
    let error = UprightError.io(path: "out.jpg", systemError: ENOENT)
    #expect(error.sentence(about: "in.jpg") == "out.jpg: \(error.sentence)")
    #expect(error.sentence(about: "out.jpg") == error.sentence)
    #expect(UprightError.cancelled.sentence(about: "in.jpg") == UprightError.cancelled.sentence)
  }
}
