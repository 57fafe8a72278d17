// Label files checked on the command line: exit codes, lines, JSON.

import Foundation
import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LabelsValidateCommandTests {
  private func album(_ rows: String) throws -> LabelledAlbum {
    let album = try LabelledAlbum(tags: 1...1)
    try album.write("labels/1.txt", rows)
    try album.write("labels/data.yaml", "names: [a]\n")
    return album
  }

  @Test func soundLabelsNeedNoImage() throws {
    let album = try album("0 0.5 0.5 0.2 0.2\n")
    let answer = try album.run("validate", "labels")
    #expect(answer.status == 0 && answer.complaints == "")
    #expect(answer.text == "1 file, 1 region of 1 image: 0 invalid, 0 to review")
    #expect(try album.run("validate", "--strict", "labels").status == 0)
  }

  @Test func brokenRowsMakeTheExitCodeTwo() throws {
    let album = try album("0 0.5 0.5 0.2 0.2\n0 0.5 0.5 zero 0.2\n")
    let answer = try album.run("validate", "labels")
    #expect(answer.status == 2)
    let lines = answer.text.split(separator: "\n")
    #expect(
      lines.count == 2 && lines[0].hasPrefix("1.txt, line 2, column 4: ") && lines[0].hasSuffix("(number-invalid)"))
    #expect(lines[1] == "1 file, 1 region of 1 image: 1 invalid, 0 to review")
  }

  @Test func whatAsksForALookCountsOnlyWhereStrict() throws {
    let album = try album("0 0.5 0.5 0.2 0.2\n0 0.5 0.5 0.2 0.2\n")
    let answer = try album.run("validate", "labels")
    #expect(answer.status == 0 && answer.text.contains("1.txt, line 2") && answer.text.contains("(duplicate)"))
    #expect(answer.text.hasSuffix("0 invalid, 1 to review"))
    let strict = try album.run("validate", "--strict", "labels")
    #expect(strict.status == 2 && strict.text == answer.text)
  }

  @Test func eachLineIsAnObjectWhereAsked() throws {
    let album = try album("0 0.5 0.5 0.2 0.2\nx\n0 0.5 0.5 0.2 0.2\n")
    let answer = try album.run("validate", "--json", "labels")
    #expect(answer.status == 2)
    let objects = try answer.objects()
    #expect(objects.count == 3 && objects.allSatisfy { $0["schema"] as? Int == 1 })
    #expect(objects[0]["line"] as? Int == 2 && objects[0]["broken"] as? Bool == true)
    #expect(objects[1]["line"] as? Int == 3 && objects[1]["broken"] as? Bool == false)
    #expect(objects[2]["valid"] as? Bool == false && objects[2]["broken"] as? Int == 1)
    #expect(objects[2]["remarks"] as? Int == 1 && objects[2]["regions"] as? Int == 2)
  }

  @Test func whatCannotBeReadIsSaid() throws {
    let album = try album("0 0.5 0.5 0.2 0.2\n")
    #expect(try album.run("validate", "nothing").status != 0)
    #expect(try album.run("validate").status == 64)
    try album.write("both/a.json", #"{"images":[],"annotations":[]}"#)
    try album.write("both/a.xml", "<annotation/>")
    let ambiguity = try album.run("validate", "both")
    #expect(ambiguity.status != 0 && ambiguity.complaints.contains("--from"))
    #expect(try album.run("validate", "--from", "coco", "both/a.json").status == 0)
    let wrong = try album.run("validate", "--from", "coco", "labels/1.txt")
    #expect(wrong.status == 2 && wrong.text.contains("1.txt, line 1"))
  }
}
