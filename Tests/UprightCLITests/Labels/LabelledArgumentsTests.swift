// `--labels` and what it cannot go with; every refusal leaves everything as it was.

import Testing
import UprightTestTools

@testable import UprightCLI

@Suite struct LabelledArgumentsTests {
  @Test(arguments: [
    ("fix -i --labels labels photos", "--labels needs --journal FILE"),
    ("fix --labels labels -o out/ photos", "--labels is for pictures that change themselves, -i"),
    ("fix -i --to tag --labels labels --journal j photos", "no pixel moves with --to tag"),
    ("fix -i --edge trim --labels labels --journal j photos", "--edge trim cuts pictures"),
    ("fix -i --label-space stored --journal j photos", "--label-space is that of --labels"),
    ("fix -i --label-format coco --journal j photos", "--label-format is that of --labels"),
    ("fix -i --label-names a.yaml --journal j photos", "--label-names is for the classes of --labels"),
    ("fix -i --labels labels --label-format nonsense --journal j photos", "--label-format"),
    ("fix -i --labels labels --label-space sideways --journal j photos", "--label-space"),
    ("fix -i --labels photos/1.jpg --journal j photos", "--label-format: the names of the files do not say their"),
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

  @Test func labelsThatAreNotThereStopAll() throws {
    let album = try LabelledAlbum()
    let before = try album.album.contents()
    let nameless = try album.album.run("fix", "-i", "--labels", "", "--journal", "j", "photos")
    #expect(nameless.status == 64 && nameless.complaints.contains("--labels needs a name"))
    let answer = try album.album.run("fix", "-i", "--labels", "nothing.json", "--journal", "j", "photos")
    #expect(answer.status == 74 && answer.complaints.contains("nothing.json: No such file or directory"))
    #expect(try album.album.contents() == before)
  }

  // What the commands of `labels` call `--from` and `--names` has longer names here.
  @Test func complaintsNameTheOptionsOfThisCommand() throws {
    let album = try LabelledAlbum(tags: 6...6)
    try album.write("mixed/a.json", #"{"images":[],"annotations":[],"categories":[]}"#)
    try album.write("mixed/b.json", #"{"imagePath":"6.jpg","shapes":[],"imageData":null}"#)
    try album.write("poses/6.txt", "0 0.5 0.5 0.5 0.5 0.25 0.25 2 0.75 0.75 2\n")
    try album.write("shares.jsonl", #"{"image":"6.jpg","x":0.1,"y":0.2,"width":0.3,"height":0.4}"# + "\n")
    try album.write("none.json", "{}")
    let before = try album.album.contents()
    for (labels, more, sentence) in [
      ("mixed", [], "--label-format says what is meant"), ("shares.jsonl", [], "--label-format vision reads"),
      ("none.json", ["--label-format", "coco"], "other formats have to be named (--label-format)"),
      ("poses", ["--label-space", "stored"], "data.yaml, which --label-names takes"),
    ] {
      let words = ["fix", "-i", "--labels", labels] + more + ["--journal", "j", "photos"]
      let answer = try UprightTool.run(words, in: album.album.folder)
      #expect([64, 65].contains(answer.status) && answer.complaints.contains(sentence), "\(answer.complaints)")
      #expect(!answer.complaints.contains("--from") && !answer.complaints.contains(" --names"))
      #expect(try album.album.contents() == before)
    }
    try album.write("elsewhere/data.yaml", "names: [a]\nkpt_shape: [2, 3]\n")
    let answer = try album.album.run(
      "fix", "-i", "--labels", "poses", "--label-names", "elsewhere/data.yaml", "--label-space", "stored", "--journal",
      "j", "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try album.text("poses/6.txt") == "0 0.5 0.5 0.5 0.5 0.75 0.25 2 0.25 0.75 2\n")
  }

  // The line that is understood without the parser does not swallow it.
  @Test func plainLinesLeaveItToTheParser() {
    #expect(PlainLine(["fix", "-i", "--to", "tag", "--labels", "a.json", "b.jpg"]) == nil)
    #expect(PlainLine(["fix", "-i", "--to", "tag", "b.jpg"]) != nil)
  }
}
