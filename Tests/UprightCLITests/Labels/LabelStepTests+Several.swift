// Several `--labels` in one batch: all turn with the pixels, whatever formats they are in, and go back together.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightCLI

extension LabelStepTests {
  /// Photos with the same boxes in COCO, twice, and in YOLO.
  private func album() throws -> TurnedAlbum {
    let album = try TurnedAlbum("coco")
    let other = try album.text("coco.json").replacing("\"bbox\"", with: "\"x\":1,\"bbox\"")
    try album.labelled.write("ann/keypoints.json", other)
    let answer = try UprightTool.run(
      ["labels", "convert", "--to", "yolo", "--space", "stored", "--images", "photos", "-o", "rows", "coco.json"],
      in: album.album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    return album
  }

  private func fix(_ album: TurnedAlbum, _ labels: [String], _ more: String...) throws -> OutsideTool.Answer {
    let named = labels.flatMap { ["--labels", $0] }
    return try UprightTool.run(["fix", "-i", "-j", "1"] + named + more + ["photos"], in: album.album.folder)
  }

  private func labels(_ album: TurnedAlbum) throws -> [String: [UInt8]] {
    try album.album.contents().filter {
      !$0.key.contains(".upright-") && ["photos", "coco.json", "ann", "rows"].contains(where: $0.key.hasPrefix)
    }
  }

  /// Whether all of them say where the green is as displayed.
  private func areSeen(_ album: TurnedAlbum, rows: Bool = true) throws -> Bool {
    let files = try ["coco.json", "ann/keypoints.json"].allSatisfy {
      try album.text($0).components(separatedBy: "\"bbox\":[16,0,16,16]").count == 9
    }
    let green = "0 0.500000 0.250000 0.33333"
    let seen = try !rows || (1...8).allSatisfy { try album.text("rows/\($0).txt").hasPrefix(green) }
    return try files && seen && album.uprightTags() == Set(1...8)
  }

  @Test func allOfThemTurnAndGoBack() throws {
    let album = try album()
    let before = try labels(album)
    let all = ["coco.json", "ann", "rows"]
    let told = try fix(album, all, "--label-space", "stored", "-n")
    #expect(told.status == 0 && told.text.components(separatedBy: "would be turned").count == 9, "\(told.text)")
    #expect(try labels(album) == before)
    let answer = try fix(album, all, "--label-space", "stored", "--journal", "j")
    #expect(answer.status == 0 && answer.complaints == "", "\(answer.complaints)")
    #expect(answer.text.contains("coco.json: labels, 7 rows of 7 pictures turned"))
    #expect(answer.text.contains("ann/keypoints.json: labels, 7 rows of 7 pictures turned"))
    #expect(try areSeen(album))
    let again = try fix(album, all, "--label-space", "stored", "--journal", "j", "--resume")
    #expect(try again.status == 0 && areSeen(album))
    #expect(try album.album.run("undo", "j").status == 0)
    #expect(try labels(album) == before)
  }

  // Two files of one folder's pictures, by bare names: no other picture is called so.
  @Test func theOrderAndRepetitionsDoNotMatter() throws {
    for labels in [["ann/keypoints.json", "coco.json"], ["coco.json", "ann", "./coco.json", "ann/keypoints.json"]] {
      let album = try album()
      let answer = try fix(album, labels, "--journal", "j")
      #expect(answer.status == 0, "\(answer.complaints)")
      #expect(try areSeen(album, rows: false))
      #expect(try album.album.run("undo", "j").status == 0)
    }
  }

  // Killed at each change of a name, so also between one label file and the other; then gone on with or taken back.
  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"), arguments: [true, false])
  func aRunThatWasKilledIsMadeWholeOrTakenBack(resumes: Bool) throws {
    let program = try #require(UprightTool.path)
    let words = ["-i", "-j", "1", "--labels", "coco.json", "--labels", "ann", "--journal", "j", "photos"]
    var partings: Set<Int> = []
    for occurrence in 1...40 {
      let album = try TurnedAlbum("coco", tags: 6...7)
      try album.labelled.write("ann/keypoints.json", album.text("coco.json") + " ")
      let before = try labels(album)
      let inject = [
        "-f", "-qq", "-e", "trace=renameat2", "-e", "inject=renameat2:signal=KILL:when=\(occurrence)", "-o",
        "/dev/null", program, "fix",
      ]
      let killed = try OutsideTool.strace.run(inject + words, in: album.album.folder)
      let met = try labels(album)
      partings.insert(["coco.json", "ann/keypoints.json"].count { met[$0] != before[$0] })
      if resumes {
        let journal = try album.album.contents()["j"] != nil
        let answer = try UprightTool.run(["fix"] + words + (journal ? ["--resume"] : []), in: album.album.folder)
        #expect(answer.status == 0, "\(occurrence): \(answer.complaints)")
        for name in ["coco.json", "ann/keypoints.json"] {
          #expect(try album.text(name).components(separatedBy: "\"bbox\":[16,0,16,16]").count == 3, "\(occurrence)")
        }
        #expect(try album.uprightTags(6...7) == [6, 7])
      }
      if try album.album.contents()["j"] != nil {
        #expect(try album.album.run("undo", "j").status == 0, "\(occurrence)")
      }
      #expect(try labels(album) == before, "\(occurrence)")
      if killed.status == 0 { break }
    }
    #expect(partings == [0, 1, 2], "no kill fell between the two label files")
  }

  // One whose pictures are not all in the batch does not say whose they are.
  @Test func aPartOfThePicturesLeavesTheDoubt() throws {
    let album = try album()
    let before = try album.album.contents()
    let named = ["--labels", "coco.json", "--labels", "ann", "--journal", "j", "photos/1.jpg", "photos/6.jpg"]
    let answer = try UprightTool.run(["fix", "-i"] + named, in: album.album.folder)
    #expect(answer.status == 64 && answer.complaints.contains("is not the only name there for photos/6.jpg"))
    #expect(try album.album.contents() == before)
  }

  @Test func eachIsInTheSpaceThatItIsIn() throws {
    let album = try album()
    let turned = try album.labelled.run(
      "convert", "--space", "stored:displayed", "--images", "photos", "-o", "seen.json", "coco.json")
    #expect(turned.status == 0)
    let seen = try album.text("seen.json")
    let answer = try fix(album, ["seen.json", "ann"], "--journal", "j")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try album.text("seen.json") == seen && !answer.text.contains("seen.json"))
    #expect(try album.text("ann/keypoints.json").components(separatedBy: "\"bbox\":[16,0,16,16]").count == 9)
    #expect(try album.album.run("undo", "j").status == 0)
    let rehearsed = try fix(album, ["seen.json", "ann"], "-n")
    #expect(rehearsed.text.contains("ann/keypoints.json") && !rehearsed.text.contains("seen.json"))
  }

  @Test func oneThatCannotTurnStopsAll() throws {
    let album = try album()
    try album.labelled.write("rows/6.txt", "0 x 0.5 0.5 0.5\n")
    let before = try album.album.contents()
    let answer = try fix(album, ["coco.json", "rows"], "--label-space", "stored", "--journal", "j")
    #expect(answer.status == 64 && answer.complaints.contains("6.txt, line 1, column 2"), "\(answer.complaints)")
    #expect(try album.album.contents() == before)
    let none = try fix(album, ["coco.json", "none.json"], "--journal", "j")
    #expect(none.status == 74 && none.complaints.contains("none.json: No such file"))
    #expect(try album.album.contents() == before)
  }

  @Test func aPictureOfTheSameNameBesideLeavesTheDoubt() throws {
    let album = try album()
    try album.album.add("other/6.jpg")
    let before = try album.album.contents()
    let answer = try fix(album, ["coco.json", "ann"], "--journal", "j")
    #expect(answer.status == 64 && answer.complaints.contains("is not the only name there for photos/6.jpg"))
    #expect(try album.album.contents() == before)
  }
}
