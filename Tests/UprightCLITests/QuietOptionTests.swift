// `--quiet`: changes and problems have lines, nothing else does.

import Testing
import UprightFixtures
import UprightTestTools

@Suite struct QuietOptionTests {
  private func run(_ line: String, in album: Album) throws -> OutsideTool.Answer {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder)
  }

  private func album() throws -> Album { try Album("1.jpg", "3.jpg", "6-ragged.jpg", "6.jpg") }

  @Test(arguments: [
    ("fix -i", ["3.jpg", "6-ragged.jpg", "6.jpg"]), ("fix -o out", ["3.jpg", "6-ragged.jpg", "6.jpg"]),
    ("fix -i --edge keep-tag", ["3.jpg", "6-ragged.jpg", "6.jpg"]), ("fix -i --to tag", []),
    ("rotate cw -i", ["1.jpg", "3.jpg", "6-ragged.jpg", "6.jpg"]), ("orient 6 -i", ["1.jpg", "3.jpg"]),
    ("fix -n", ["3.jpg", "6-ragged.jpg", "6.jpg"]), ("plan fix", ["3.jpg", "6-ragged.jpg", "6.jpg"]),
    ("camera stamp --sensor 90 -i", ["1.jpg", "3.jpg"]), ("info", []), ("digest", []),
    ("thumb 8 -o out", ["1.jpg", "3.jpg", "6-ragged.jpg", "6.jpg"]),
  ])
  func onlyChangesHaveLines(command: String, names: [String]) throws {
    for option in ["-q", "--quiet"] {
      let album = try album()
      let answer = try run("\(command) \(option) .", in: album)
      // The second photo keeps its tag, unasked.
      #expect(answer.status == (command == "fix -i" ? 2 : 0))
      let lines = answer.text.split(separator: "\n").filter { !$0.hasPrefix("  ") }
      #expect(
        lines.map { $0.split(separator: ":")[0].split(separator: " ")[0] } == names.map { "./\($0)" }, "\(command)")
      #expect(!answer.complaints.contains("files:"))
    }
  }

  @Test(arguments: ["fix -i", "fix -o out", "rotate cw -i", "info", "digest", "audit", "plan fix"])
  func programsAreToldTheSameFiles(_ command: String) throws {
    let album = try album()
    let quiet = try run("\(command) -q .", in: album).text.split(separator: "\n").filter { $0.hasPrefix("./") }
    let objects = try run("\(command) -q --json .", in: self.album()).objects().filter { $0["path"] != nil }
    #expect(objects.count == quiet.count)
  }

  @Test func problemsAreNamed() throws {
    let album = try album()
    try album.folder.write(Array("words".utf8), as: "9.jpg")
    for command in ["fix -i --to tag", "info", "digest", "plan fix --to tag"] {
      let answer = try run("\(command) -q .", in: album)
      #expect(answer.status == 2)
      #expect(answer.complaints.contains("./9.jpg: "), "\(command)")
    }
    let fixed = try run("fix -i -q 1.jpg 6-ragged.jpg", in: album)
    #expect(fixed.text == "6-ragged.jpg: unchanged, 51x35, keeps tag 6")
    #expect(fixed.complaints.contains("1 PHOTO STILL NEEDS ROTATION"))
  }

  @Test func anAuditHasOnlyItsGroups() throws {
    let album = try Album("1.jpg", "9.jpg")
    let answer = try run("audit -q .", in: album)
    #expect(answer.status == 1)
    #expect(answer.text.hasPrefix("orientation-invalid-value: 1 file\n"))
    #expect(!answer.text.contains("format") && !answer.text.contains("without findings"))
    let clean = try run("audit -q 1.jpg", in: album)
    #expect(clean.status == 0 && clean.text == "" && clean.complaints == "")
  }

  @Test func verifySaysNothingOfWhatIsTheSame() throws {
    let album = try album()
    let same = try run("verify -q 6.jpg 6.jpg", in: album)
    #expect(same.status == 0 && same.text == "" && same.complaints == "")
    let other = try run("verify -q 6.jpg 6-ragged.jpg", in: album)
    #expect(other.status == 1 && other.text != "")
  }

  @Test func undoAndRecoverSayWhatTheyDo() throws {
    let album = try album()
    #expect(try run("rotate cw -i --journal j 1.jpg 3.jpg", in: album).status == 0)
    let undone = try run("undo -q j", in: album)
    #expect(undone.status == 0 && undone.text.split(separator: "\n").count == 2)
    #expect(try run("undo -q j", in: album).text == "", "nothing is left to take back")
    let recovered = try run("recover -q .", in: album)
    #expect(recovered.status == 0 && recovered.text == "" && recovered.complaints == "")
  }

  @Test func labelsThatAreInOrderSayNothing() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    for words in [["validate", "-q", "labels"], ["diff", "-q", "labels", "labels"]] {
      let answer = try UprightTool.run(["labels"] + words, in: album.album.folder)
      #expect(answer.status == 0 && answer.text == "" && answer.complaints == "", "\(words)")
    }
    let made = try album.run(
      "convert", "-q", "--to", "coco", "--from-space", "displayed", "--images", "photos", "-o", "a.json", "labels")
    #expect(made.status == 0 && made.text == "")
    try album.writeRows("0 nonsense")
    #expect(try album.run("validate", "-q", "labels").text != "")
  }

  @Test func aQuietBatchIsStillTheSameBatchForItsJournal() throws {
    let album = try album()
    #expect(try run("rotate cw -i --journal j 1.jpg", in: album).status == 0)
    let again = try run("rotate cw -i --journal j --resume -q 1.jpg", in: album)
    #expect(again.status == 0 && again.text == "")
  }
}
