// Errors in sentences and in JSON.

import Foundation
import Testing
import Upright
import UprightFiles

@testable import UprightCLI

@Suite struct ErrorTextTests {
  static let errors: [UprightError] = [
    .malformed(MetadataError(.truncated, at: 17)), .unsupported("JPEG 2000"),
    .unanswerable(field: "size", reason: "it is empty"), .limit(name: "pixels", asked: 9, allowed: 4),
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

  @Test func theOffsetIsThatOfTheBrokenRule() {
    #expect(Self.errors[0].json(about: "a").line.hasSuffix(#","offset":17}"#))
    #expect(!Self.errors[1].json(about: "a").line.contains("offset"))
  }

  @Test(arguments: [ESTALE, EMLINK, EEXIST, EWOULDBLOCK])
  func whatWeDecidedOurselvesIsNotToldInTheSystemsWords(_ number: Int32) {
    #expect(UprightError.io(path: "a", systemError: number).sentence != UprightError.systemSentence(number))
  }

  @Test func anotherPathIsNamed() {
    let error = UprightError.io(path: "out.jpg", systemError: ENOENT)
    #expect(error.sentence(about: "in.jpg") == "out.jpg: \(error.sentence)")
    #expect(error.sentence(about: "out.jpg") == error.sentence)
    #expect(UprightError.cancelled.sentence(about: "in.jpg") == UprightError.cancelled.sentence)
  }
}
