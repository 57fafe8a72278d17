// Labels that cannot be rotated with their images are named before an image changes.

import Foundation
import Testing
import Upright
import UprightLabels
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inProcess) struct LabelReorientAuditTests {
  func refuse(_ album: TurnedAlbum, _ words: [String] = [], _ sentence: String) throws {
    let before = try album.album.contents()
    for line in [["--journal", "j"], ["-n"]] {
      let all = ["fix", "-i", "--labels", album.labels] + words + line + ["photos", "-r"]
      let answer = try UprightTool.run(all, in: album.album.folder)
      #expect(answer.status == 64)
      #expect(answer.complaints.contains(sentence), "\(answer.complaints)")
      #expect(answer.text == "")
      #expect(try album.album.contents() == before)
    }
  }

  var stored: [String] { ["--label-space", "stored"] }

  @Test func aSpaceThatCannotBeToldIsAskedFor() throws {
    try refuse(try TurnedAlbum(), [], "--label-space stored or --label-space displayed")
    let both = try TurnedAlbum("coco")
    let mixed = try both.text("coco.json").replacing(
      #""width":32,"height":48,"file_name":"6.jpg""#, with: #""width":48,"height":32,"file_name":"6.jpg""#)
    try both.labelled.write("coco.json", mixed)
    try refuse(both, [], "(contradiction)")
  }

  @Test(arguments: ["coco", "voc"])
  func anotherSizeThanTheStoredOneIsNamed(_ format: String) throws {
    let album = try TurnedAlbum(format)
    let name = format == "coco" ? "coco.json" : "labels/6.xml"
    let text = try album.text(name)
      .replacing(#""width":32,"height":48,"file_name":"6.jpg""#, with: #""width":48,"height":32,"file_name":"6.jpg""#)
      .replacing("<width>32</width>", with: "<width>48</width>")
    #expect(try text != album.text(name))
    try album.labelled.write(name, text)
    try refuse(album, stored, "photos/6.jpg is stored as 32x48, and the labels state 48x")
  }

  @Test func rowsThatCannotBeReadAreNamed() throws {
    let album = try TurnedAlbum()
    let row = try album.text("labels/6.txt")
    try album.labelled.write("labels/6.txt", row + "0 x 0.5 0.1 0.1\n0 0.5\n")
    try refuse(album, stored, "6.txt, line 2, column 2")
    try album.labelled.write("labels/6.txt", row)
    // Labels of an image that is not rotated may be invalid.
    try album.labelled.write("labels/1.txt", "0 x\n")
    #expect(try album.fix().status == 0)
    #expect(try album.text("labels/1.txt") == "0 x\n")
  }

  @Test func aNameThatMayBeOfTwoImagesIsNamed() throws {
    let album = try TurnedAlbum("coco")
    try album.album.add("photos/a/9.jpg")
    for folder in ["a", "b"] { try album.album.add("photos/\(folder)/8.jpg") }
    try FileManager.default.removeItem(atPath: album.album.folder.path("photos/8.jpg"))
    try refuse(album, stored, "8.jpg in coco.json could be photos/a/8.jpg and photos/b/8.jpg")
    let yolo = try TurnedAlbum()
    for folder in ["a", "b"] { try yolo.labelled.write("labels/\(folder)/8.txt", LabelledAlbum.green + "\n") }
    try yolo.labelled.write("labels/8.txt", "")
    let answer = try yolo.fix()
    #expect(answer.status == 64 && answer.complaints.contains("a/8.txt could be photos/8.jpg, but its folder"))
  }

  @Test func aLabelFileThatCannotBeReadIsNamed() throws {
    let album = try TurnedAlbum("coco")
    try album.labelled.write("coco.json", String(album.text("coco.json").dropLast(9)))
    let before = try album.album.contents()
    let answer = try album.fix()
    #expect(answer.status == 65 && answer.complaints.contains("coco.json"))
    #expect(try album.album.contents() == before)
  }

  @Test func ofUprightImagesNothingIsAsked() throws {
    let album = try TurnedAlbum(tags: 1...1)
    let before = try album.pair()
    let answer = try album.album.run("fix", "-i", "--labels", "labels", "--journal", "j", "photos")
    #expect(answer.status == 0)
    #expect(answer.complaints.contains("no label names an image of this batch that is rotated"))
    #expect(try album.pair() == before)
  }
}
