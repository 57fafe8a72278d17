// Rows whose images were not all rotated, were changed by others, or are rotated later.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct LabelFollowUpTests {
  /// The replacement for an image that is no longer an image.
  private let broken: [UInt8] = Array("no picture".utf8)

  private func undoAll(_ album: TurnedAlbum, to before: [String: [UInt8]]) throws {
    let undone = try album.album.run("undo", "j")
    #expect(undone.status == 0, "\(undone.complaints)")
    #expect(try album.pair() == before)
    #expect(try album.hidden() == [])
  }

  // Photos with edge blocks that cannot be moved keep the tag, and their rows.
  @Test func onlyRowsOfImagesThatWereTurnedTurn() throws {
    let album = try TurnedAlbum()
    for tag in [3, 6] {
      try album.album.folder.write(Album.photo(UInt8(tag), hasPartialBlocks: true), as: "photos/\(tag).jpg")
    }
    let before = try album.pair()
    #expect(try album.fix("--edge", "keep-tag").status == 0)
    #expect(try album.uprightTags() == [1, 2, 4, 5, 7, 8] && album.seenTags() == [1, 2, 4, 5, 7, 8])
    for tag in [3, 6] { #expect(try album.album.folder.read("labels/\(tag).txt") == before["labels/\(tag).txt"]) }
    try undoAll(album, to: before)
  }

  @Test func aFailedImageKeepsItsRowsUntilItIsTurned() throws {
    let album = try TurnedAlbum("coco")
    let whole = try TurnedAlbum("coco")
    #expect(try whole.fix().status == 0)
    let (photo, before) = (try album.album.folder.read("photos/6.jpg"), try album.pair())
    try album.album.folder.write(broken, as: "photos/6.jpg")
    let failed = try album.fix()
    #expect(failed.status == 2 && failed.text.hasSuffix("coco.json: labels, 6 rows of 6 images rotated"))
    let text = try album.text("coco.json")
    #expect(
      text.components(separatedBy: "\"bbox\":[16,0,16,16]").count == 8 && text.contains("\"width\":32,\"height\":48"))
    try album.album.folder.write(photo, as: "photos/6.jpg")
    // All of it from the original, so that one step undoes it.
    let resumed = try album.fix("--resume")
    #expect(resumed.status == 0 && resumed.text.hasSuffix("coco.json: labels, 7 rows of 7 images rotated"))
    #expect(try album.pair() == whole.pair())
    try undoAll(album, to: before)
  }

  @Test func whatWasDiscardedGoesOnFromWhatIsThere() throws {
    let album = try TurnedAlbum("coco")
    let whole = try TurnedAlbum("coco")
    #expect(try whole.fix().status == 0)
    let photo = try album.album.folder.read("photos/6.jpg")
    try album.album.folder.write(broken, as: "photos/6.jpg")
    #expect(try album.fix().status == 2)
    #expect(try album.album.run("undo", "--discard", "j").status == 0)
    #expect(try album.hidden() == [])
    try album.album.folder.write(photo, as: "photos/6.jpg")
    let resumed = try album.fix("--resume")
    #expect(resumed.status == 0 && resumed.text.hasSuffix("coco.json: labels, 1 row of 1 image rotated"))
    #expect(try album.pair() == whole.pair())
    #expect(try album.album.run("undo", "--discard", "j").status == 0)
    #expect(try album.fix("--resume").status == 0 && album.pair() == whole.pair())
  }

  @Test func labelsThatSomebodyChangedMeanwhileAreNamedAndLeft() throws {
    let album = try TurnedAlbum("coco")
    let before = try album.pair()
    // The state after a run that was killed before it came to the labels.
    #expect(try album.fix().status == 0)
    let lines = try album.text("j").split(separator: "\n").map(String.init)
    try album.album.folder.write(try #require(before["coco.json"]), as: "coco.json")
    let early = lines.filter {
      !$0.contains("coco.json\",\"before") && !$0.hasPrefix("{\"settled") && !$0.hasPrefix("{\"done\":7")
    }
    try album.labelled.write("j", early.joined(separator: "\n") + "\n")
    let theirs = try album.text("coco.json") + "\n"
    try album.labelled.write("coco.json", theirs)
    let turned = try album.pair()
    let refused = try album.fix("--resume")
    #expect(
      refused.status == 74
        && refused.complaints.contains("coco.json: another program changed the file in the meantime"))
    #expect(try album.pair() == turned)
    // Until the labels are rewritten, the originals show how the images were oriented.
    let discarding = try album.album.run("undo", "--discard", "j")
    #expect(
      discarding.status == 64 && discarding.complaints.contains("not all labels are rotated yet"))
    try album.album.folder.write(try #require(before["coco.json"]), as: "coco.json")
    #expect(try album.fix("--resume").text.hasSuffix("coco.json: labels, 7 rows of 7 images rotated"))
  }

  @Test func imagesAndLabelsGoBackTogetherOrNotAtAll() throws {
    for name in ["coco.json", "photos/6.jpg"] {
      let album = try TurnedAlbum("coco")
      let before = try album.pair()
      #expect(try album.fix().status == 0)
      let whole = try album.album.folder.read(name)
      try album.album.folder.write(whole + [10], as: name)
      let after = try album.pair()
      let answer = try album.album.run("undo", "j")
      #expect(answer.status == 2 && answer.text == "")
      #expect(answer.complaints.contains("\(name): another program changed the file in the meantime"))
      #expect(answer.complaints.contains("j: images and labels must be undone together; nothing was undone"))
      #expect(try album.pair() == after)
      // Images changed since their rotation are ignored here.
      let again = try album.fix("--resume")
      #expect(again.status == 0, "\(again.complaints)")
      #expect(again.complaints.contains("\(name): ") && again.complaints.contains("changed since; left unchanged"))
      #expect(try album.pair() == after)
      try album.album.folder.write(whole, as: name)
      try undoAll(album, to: before)
    }
  }

  // A link beside its target file is the same labels, which are rotated once.
  @Test func aLinkToALabelFileIsNoSecondOne() throws {
    let album = try TurnedAlbum("coco", tags: 5...7)
    let whole = try TurnedAlbum("coco", tags: 5...7)
    #expect(try whole.fix().status == 0)
    try album.labelled.write("ann/train.json", album.text("coco.json"))
    try album.album.folder.link("ann/latest.json", to: "train.json")
    try album.album.folder.link("ann/x.json", to: "latest.json")
    let answer = try album.album.run(
      "fix", "-i", "--labels", "ann", "--label-space", "stored", "--journal", "j", "photos")
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.text.components(separatedBy: "labels, 3 rows of 3 images rotated").count == 2)
    #expect(try album.text("ann/latest.json") == whole.text("coco.json"))
    for name in ["latest", "x"] { #expect(FileIdentity.isSymbolicLink(album.album.folder.path("ann/\(name).json"))) }
    #expect(try album.album.run("undo", "j").status == 0)
    #expect(try album.text("ann/train.json") == album.text("coco.json"))
  }

  @Test func allNamesOfALabelFileAreTurnedWhereTheyMayPart() throws {
    let album = try TurnedAlbum("coco", tags: 5...7)
    let before = try album.text("coco.json")
    try album.labelled.write("ann/a.json", before)
    try album.album.folder.hardLink("ann/b.json", to: "ann/a.json")
    for (words, rows) in [(["--journal", "j"], "turned"), (["--journal", "j", "--resume"], "")] {
      let answer = try UprightTool.run(
        ["fix", "-i", "--labels", "ann", "--label-space", "stored", "--break-hard-links"] + words + ["photos"],
        in: album.album.folder)
      #expect(answer.status == 0, "\(answer.complaints)")
      for name in ["a", "b"] where rows == "turned" {
        #expect(answer.text.contains("ann/\(name).json: labels, 3 rows of 3 images rotated"))
      }
    }
    let whole = try TurnedAlbum("coco", tags: 5...7)
    #expect(try whole.fix().status == 0)
    for name in ["a", "b"] { #expect(try album.text("ann/\(name).json") == whole.text("coco.json")) }
    #expect(try album.album.run("undo", "j").status == 0)
    for name in ["a", "b"] { #expect(try album.text("ann/\(name).json") == before) }
  }

  // The initial decision holds, whatever exists beside it when the batch resumes.
  @Test func aLabelFileThatComesLaterChangesNothing() throws {
    let album = try TurnedAlbum("coco", tags: 5...7)
    let before = try album.text("coco.json")
    try album.labelled.write("ann/a.json", before)
    let words = ["fix", "-i", "--labels", "ann", "--label-space", "stored", "--journal", "j", "photos"]
    #expect(try UprightTool.run(words, in: album.album.folder).status == 0)
    let turned = try album.text("ann/a.json")
    try album.labelled.write("ann/b.json", before)
    let again = try UprightTool.run(words + ["--resume"], in: album.album.folder)
    #expect(again.status == 0 && turned != before, "\(again.complaints)")
    #expect(try album.text("ann/a.json") == turned && album.text("ann/b.json") == before)
  }

  // In a folder with the sticky bit, nobody can rename another user's file, even with write permission.
  @Test(.enabled(if: getuid() == 0 && OutsideTool.python3.isInstalled, "needs root and python3"))
  func whatAnotherUserMayNotReplaceStopsAllBeforehand() throws {
    let album = try TurnedAlbum("coco", tags: 6...6)
    let folder = album.album.folder
    try album.labelled.write("shared/coco.json", album.text("coco.json"))
    try folder.setPermissions(0o666, of: "shared/coco.json")
    try folder.setPermissions(0o1777, of: "shared")
    for name in [".", "photos", "photos/6.jpg"] { try folder.setPermissions(0o777, of: name) }
    let before = try album.album.contents()
    let script = "import os,sys; os.setgid(65534); os.setuid(65534); os.execv(sys.argv[1], sys.argv[1:])"
    let program = try #require(UprightTool.path)
    guard try OutsideTool.python3.run(["-c", script, program, "--version"], in: folder).status == 0 else {
      print(
        "SKIPPED whatAnotherUserMayNotReplaceStopsAllBeforehand: another user cannot run the program where it was built"
      )
      return
    }
    let words = ["fix", "-i", "--labels", "shared/coco.json", "--label-space", "stored", "--journal", "j", "photos"]
    try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: folder.path("photos/6.jpg"))
    let answer = try OutsideTool.python3.run(["-c", script, program] + words, in: folder)
    #expect(answer.status == 74 && answer.complaints.contains("coco.json"), "\(answer.complaints)")
    #expect(try album.album.contents() == before)
    try FileManager.default.setAttributes([.ownerAccountID: 65534], ofItemAtPath: folder.path("shared/coco.json"))
    let own = try OutsideTool.python3.run(["-c", script, program] + words, in: folder)
    #expect(own.status == 0, "\(own.complaints)")
  }

  // A hard link that would be split is refused before an image rotates.
  @Test func whatCannotBeRewrittenStopsAllBeforehand() throws {
    let album = try TurnedAlbum("coco")
    try FileManager.default.linkItem(
      atPath: album.album.folder.path("coco.json"), toPath: album.album.folder.path("other"))
    let before = try album.album.contents()
    let refused = try album.fix()
    #expect(refused.status == 74 && refused.complaints.contains("coco.json: the file has other hard links"))
    #expect(try album.album.contents() == before)
    #expect(try album.fix("--break-hard-links").status == 0)
    #expect(try album.album.folder.read("other") == before["other"])
    #expect(try album.text("coco.json") != album.text("other"))
  }
}
