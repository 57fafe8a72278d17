// `--labels` and the options it excludes; every refusal leaves everything unchanged.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct LabelledArgumentsTests {
  @Test(arguments: [
    ("fix -i --labels labels photos", "--labels needs --journal FILE"),
    ("fix --labels labels -o out/ photos", "cannot tell whether these labels"),
    ("fix -i --to tag --labels labels --journal j photos", "--to tag does not move pixels"),
    ("fix -i --edge trim --labels labels --journal j photos", "--labels cannot be combined with --edge trim"),
    ("fix -i --label-space stored --journal j photos", "--label-space needs --labels"),
    ("fix -i --label-format coco --journal j photos", "--label-format needs --labels"),
    ("fix -i --labels labels --label-format nonsense --journal j photos", "--label-format"),
    ("fix -i --labels labels --label-space sideways --journal j photos", "--label-space"),
    ("fix -i --labels photos/1.jpg --journal j photos", "--label-format: cannot tell the label format"),
    ("fix -i --labels labels --labels labels --journal j photos", "--labels can be given only once"),
    ("fix -i --labels=labels --journal j photos --labels a.json", "--labels can be given only once"),
    ("rotate cw -i --labels labels --journal j photos", "--labels"),
    ("plan fix --labels labels photos", "--labels"),
  ])
  func whatMakesNoSenseIsRefused(_ line: String, sentence: String) throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    let before = try album.album.contents()
    let answer = try UprightTool.run(line.split(separator: " ").map(String.init), in: album.album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains(sentence), "\(answer.complaints)")
    #expect(try album.album.contents() == before)
  }

  @Test(arguments: [
    (["fix", "--labels", "a"], false), (["fix", "--labels", "a", "--labels", "b"], true),
    (["fix", "--labels=a", "--labels", "b"], true), (["fix", "--labels", "a", "--", "--labels"], false),
    (["fix", "--labels", "a", "--label-space", "stored"], false), ([], false),
  ])
  func twiceIsTwice(_ words: [String], isTwice: Bool) {
    #expect(LabelledArguments.isTwice(words) == isTwice)
  }

  @Test func labelsThatAreNotThereStopAll() throws {
    let album = try LabelledAlbum()
    let before = try album.album.contents()
    let nameless = try album.album.run("fix", "-i", "--labels", "", "--journal", "j", "photos")
    #expect(nameless.status == 64 && nameless.complaints.contains("--labels needs a name"))
    let answer = try album.album.run("fix", "-i", "--labels", "nothing.json", "--journal", "j", "photos")
    #expect(answer.status == 74 && answer.complaints.contains("nothing.json: No such file or directory"))
    #expect(try album.album.contents() == before)
  }

  // A line handled without the parser does not swallow it.
  @Test func plainLinesLeaveItToTheParser() {
    #expect(FastCommand(["fix", "-i", "--to", "tag", "--labels", "a.json", "b.jpg"]) == nil)
    #expect(FastCommand(["fix", "-i", "--to", "tag", "b.jpg"]) != nil)
  }
}
