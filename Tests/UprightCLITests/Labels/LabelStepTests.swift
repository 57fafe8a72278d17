// `fix --labels` as users run it: pixels and rows rotate together, are undone together, and a kill does not separate
// them.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct LabelStepTests {
  @Test func rowsTurnWithThePixelsAndGoBackWithThem() throws {
    let album = try TurnedAlbum()
    let before = try album.pair()
    let answer = try album.fix()
    #expect(answer.status == 0 && answer.complaints == "", "\(answer.complaints)")
    let lines = answer.text.split(separator: "\n").map(String.init)
    #expect(lines.count == 14)
    #expect(lines.prefix(2) == ["photos/1.jpg: unchanged, 48x32, tag 1", "photos/2.jpg: transform, 48x32, tag 1"])
    // Green is in the middle of the width, where a mirror changes nothing.
    #expect(lines.suffix(6) == (3...8).map { "labels/\($0).txt: labels, 1 row of 1 image rotated" })
    #expect(try album.uprightTags() == Set(1...8) && album.seenTags() == Set(1...8))
    #expect(try album.text("labels/data.yaml") == "names: [green]\n")
    #expect(try album.album.run("undo", "j").status == 0)
    #expect(try album.pair() == before)
    #expect(try album.hidden() == [])
  }

  /// A run that is killed while it writes a label file leaves a hidden file beside it, of which its journal has no line
  /// yet.
  @Test(arguments: [true, false]) func whatAKilledRunLeftBesideLabelsIsFound(isOld: Bool) throws {
    let album = try TurnedAlbum(tags: 6...6)
    let folder = album.album.folder
    for (kind, suffix) in [("labels", "txt"), ("photos", "jpg")] {
      try FileManager.default.createDirectory(atPath: folder.path("\(kind)/in"), withIntermediateDirectories: true)
      try FileManager.default.moveItem(
        atPath: folder.path("\(kind)/6.\(suffix)"), toPath: folder.path("\(kind)/in/6.\(suffix)"))
    }
    #expect(try album.fix("-r").status == 0)
    // As if the label file had not been written yet.
    let lines = try album.text("j").split(separator: "\n").map(String.init)
    let untold = lines.prefix { !$0.contains(#"{"folder""#) || !$0.contains("labels/in") }
    #expect(untold.count < lines.count)
    try album.labelled.write("j", untold.joined(separator: "\n") + "\n")
    let name = "labels/in/.upright-new-abcdefghij"
    try folder.write([1], as: name)
    if isOld {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: folder.path(name))
    }
    let history = try JournalHistory(path: folder.path("j"))
    #expect(history.writtenFolders.contains { $0.hasSuffix("labels/in") })
    let found = history.removeLeftoverFiles(of: nil, now: Int(Date().timeIntervalSince1970)) { _ in }
    #expect(found.left.contains { $0.folder.hasSuffix("labels/in") && $0.count == 1 })
    #expect(try album.album.run("recover", "-r", "--older-than", "0", "labels").text.contains("removed"))
    #expect(try album.hidden().allSatisfy { !$0.contains("-new-") })
  }

  @Test(arguments: ["coco", "voc", "yolo"])
  func everyFormatStatesTheNewBoxAndSize(_ format: String) throws {
    let album = try TurnedAlbum(format)
    let before = try album.pair()
    #expect(try album.fix().status == 0)
    #expect(try album.uprightTags() == Set(1...8))
    let after = try album.pair()
    if format == "coco" {
      let text = try album.text("coco.json")
      #expect(text.components(separatedBy: "\"width\":48,\"height\":32").count == 9)
      #expect(text.components(separatedBy: "\"bbox\":[16,0,16,16]").count == 9)
    }
    if format == "voc" {
      for tag in 1...8 {
        let text = try album.text("labels/\(tag).xml")
        #expect(text.contains("<width>48</width>") && text.contains("<height>32</height>"))
        for edge in ["<xmin>17<", "<ymin>1<", "<xmax>32<", "<ymax>16<"] {
          #expect(text.contains(edge), "\(tag): \(edge)")
        }
      }
    }
    #expect(try album.album.run("undo", "j").status == 0)
    #expect(try album.pair() == before && after != before)
  }

  @Test func labelsThatUndoWouldNotBringBackAreRefusedBeforehand() throws {
    let album = try TurnedAlbum("coco")
    let folder = album.album.folder
    try FileManager.default.moveItem(atPath: folder.path("coco.json"), toPath: folder.path("coco.labels"))
    let before = try album.pair()
    let answer = try UprightTool.run(
      ["fix", "-i", "-r", "photos", "--labels", "coco.labels", "--label-format", "coco", "--journal", "j"], in: folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains("coco.labels: `upright undo` restores only label files with these extensions"))
    #expect(try album.pair() == before)
  }

  @Test func aRehearsalSaysItAndDoesNothing() throws {
    let album = try TurnedAlbum("coco")
    try album.album.add("photos/3-ragged.jpg")
    let before = try album.album.contents()
    let answer = try album.fix("-n", journal: nil)
    // One photo would stay rotated, because its edges are inside blocks.
    #expect(answer.status == 2)
    #expect(answer.text.hasSuffix("\ncoco.json: labels, 7 rows of 7 images would be rotated"))
    let told = try album.fix("-n", "--json", journal: nil).objects().last
    #expect(told?["path"] as? String == "coco.json" && told?["schema"] as? Int == 1)
    #expect(told?["labels"] as? [String: Int] == ["rows": 7, "pictures": 7])
    #expect(try album.album.contents() == before)
    #expect(try album.fix("--json").objects().last?["labels"] as? [String: Int] == ["rows": 7, "pictures": 7])
  }

  @Test func labelsOfTheDisplayedImageStay() throws {
    let album = try LabelledAlbum()
    try album.writeRows()
    _ = try album.run(
      "convert", "--to", "coco", "--from-space", "displayed", "--images", "photos", "-o", "d.json", "labels")
    let before = try album.text("d.json")
    let answer = try album.album.run("fix", "-i", "--labels", "d.json", "--journal", "j", "photos")
    #expect(answer.status == 0)
    #expect(answer.complaints.contains("the labels are already correct: they are of the displayed images"))
    #expect(try album.text("d.json") == before && !answer.text.contains("d.json"))
    #expect(try Probe(album.album.folder.read("photos/6.jpg")).orientation.isIdentity)
  }

  @Test func theSpaceIsFoundOrAskedFor() throws {
    let coco = try TurnedAlbum("coco")
    #expect(try coco.album.run("fix", "-i", "--labels", "coco.json", "--journal", "j", "photos").status == 0)
    #expect(try coco.text("coco.json").components(separatedBy: "\"bbox\":[16,0,16,16]").count == 9)
    let yolo = try TurnedAlbum()
    let before = try yolo.album.contents()
    let answer = try yolo.album.run("fix", "-i", "--labels", "labels", "--journal", "j", "photos")
    #expect(
      answer.status == 64 && answer.complaints.contains("--label-space stored or --label-space displayed"))
    #expect(try yolo.album.contents() == before)
  }

  @Test func resumingTwiceChangesNothing() throws {
    let album = try TurnedAlbum("coco")
    #expect(try album.fix().status == 0)
    let after = try album.pair()
    for _ in 0..<2 {
      let again = try album.fix("--resume")
      #expect(again.status == 0 && !again.text.contains("coco.json"))
      #expect(again.complaints == "upright: 7 of 8 files are already done, according to the journal\n")
      #expect(try album.pair() == after)
    }
    let other = try album.album.run("fix", "-i", "--resume", "--journal", "j", "photos")
    #expect(other.status == 64 && other.complaints.contains("j was written by `upright"))
  }

  /// The disk fails, or the file that an original was kept in leads nowhere: that is not an original that was discarded.
  @Test func anOriginalThatCannotBeReadIsNotSaidToBeDiscarded() throws {
    let album = try TurnedAlbum("coco", tags: 6...7)
    #expect(try album.fix().status == 0)
    let after = try album.pair()
    let name = try #require(album.hidden().first { $0.hasPrefix("photos/.upright-kept-") })
    let path = album.album.folder.path(name)
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: path)
    let again = try album.fix("--resume")
    #expect(again.status == 74)
    #expect(again.complaints.contains("\(name): the path contains a symbolic link"), "\(again.complaints)")
    #expect(!again.complaints.contains("discarded"))
    #expect(try album.pair() == after)
  }

  @Test func takenBackItCanBeDoneAgain() throws {
    let album = try TurnedAlbum("coco")
    let before = try album.pair()
    #expect(try album.fix().status == 0)
    let after = try album.pair()
    for _ in 0..<2 {
      #expect(try album.album.run("undo", "j").status == 0)
      #expect(try album.pair() == before)
      #expect(try album.fix("--resume").status == 0)
      #expect(try album.pair() == after)
    }
  }

  // Killed, recovered or not, then resumed, then undone.
  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [
      ("fsync", "fix"), ("linkat", "fix"), ("renameat2", "fix"), ("unlinkat", "fix"), ("renameat2", "undo"),
    ])
  func aKillPartsNeither(call: String, operation: String) throws {
    let photos = try TurnedAlbum("coco", tags: 5...7)
    let old = try photos.pair()
    let fix = ["fix", "-i", "--labels", "coco.json", "--label-space", "stored", "-j", "1", "--journal", "j", "photos"]
    let words = operation == "fix" ? fix : ["undo", "j"]
    if operation == "undo" { #expect(try photos.fix().status == 0) }
    let changed = try photos.pair()
    let count = try #require(UprightTool.counts(of: [call], by: words, in: photos.album.folder)[call])
    #expect(count > 2)
    let new = try operation == "fix" ? photos.pair() : changed
    var isParted = false
    for (number, occurrence) in UprightTool.fewOccurrences(of: count).enumerated() {
      let album = try UprightTool.killed(words, at: call, occurrence, in: \.album.folder) {
        let album = try TurnedAlbum("coco", tags: 5...7)
        if operation == "undo" { #expect(try album.fix().status == 0) }
        return album
      }
      let met = try album.pair()
      isParted = isParted || (met["coco.json"] == old["coco.json"]) != (met["photos/5.jpg"] == old["photos/5.jpg"])
      if number == 1 { #expect(try album.album.run("recover", "-r", "--older-than", "0", ".").status == 0) }
      let began = try album.album.contents()["j"] != nil
      let resumed = try began ? album.fix("--resume") : album.fix()
      #expect(resumed.status == 0, "\(call) \(occurrence): \(resumed.complaints)")
      #expect(try album.pair() == new, "\(call) \(occurrence)")
      let undone = try album.album.run("undo", "j")
      #expect(undone.status == 0, "\(call) \(occurrence): \(undone.complaints)")
      #expect(try album.pair() == old, "\(call) \(occurrence)")
    }
    #expect(isParted || call == "unlinkat", "no kill fell between the pictures and the labels")
  }
}
