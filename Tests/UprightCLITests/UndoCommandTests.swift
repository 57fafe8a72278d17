// `upright undo` as users run it.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct UndoCommandTests {
  @Test func itSaysWhatItDidAndDoesItOnce() throws {
    let album = try Album("6.jpg", "8.jpg")
    let before = try album.contents()
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "8.jpg", "-j", "1", "--journal", "j").status == 0)
    let turned = try album.contents()
    let root = try FileNameRoot.of(album)
    let lines = "\(root)/8.jpg: restored\n\(root)/6.jpg: restored"
    #expect(try album.run("undo", "-n", "j").text == lines)
    #expect(try album.contents() == turned)
    #expect(try album.run("undo", "j").text == lines)
    var after = try album.contents()
    after["j"] = nil
    #expect(after == before)
    let again = try album.run("undo", "j")
    #expect(again.status == 0 && again.text == "")
    #expect(again.complaints == "upright: j: there is nothing to undo\n")
  }

  @Test func oneThatWasChangedSinceIsNamedAndTheOthersGoBack() throws {
    let album = try Album("1.jpg", "6.jpg", "8.jpg")
    let before = try album.contents()
    #expect(try album.run("fix", "-i", "1.jpg", "6.jpg", "8.jpg", "-j", "1", "--journal", "j").status == 0)
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "--preserve-mtime").status == 0)
    let theirs = try album.folder.read("6.jpg")
    let answer = try album.run("undo", "--json", "j")
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("6.jpg: another program changed the file in the meantime; nothing was written"))
    #expect(answer.complaints.contains("if a later batch changed them, undo that one first"))
    let objects = try answer.objects()
    #expect(objects.map { $0["undo"] as? String } == ["restored", nil])
    #expect(try album.folder.read("6.jpg") == theirs)
    #expect(try album.folder.read("8.jpg") == before["8.jpg"])
    #expect(try album.folder.read("1.jpg") == before["1.jpg"])
  }

  // Anyone who can write a journal decides which files are removed.
  @Test(.enabled(if: getuid() == 0, "only root can give a journal to another user"))
  func aJournalOfAnotherUserIsNotObeyed() throws {
    let album = try Album("6.jpg", "8.jpg")
    #expect(try album.run("fix", "-i", "6.jpg", "8.jpg", "--journal", "j").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: album.folder.path("link"), withDestinationPath: album.folder.path("j"))
    try FileManager.default.setAttributes([.ownerAccountID: 4000], ofItemAtPath: album.folder.path("j"))
    try refuses(album, "belongs to another user (user ID 4000)", "chown 0 ")
    try FileManager.default.setAttributes([.ownerAccountID: 0], ofItemAtPath: album.folder.path("j"))
    #expect(try album.run("undo", "link").status == 0)
  }

  @Test(arguments: [0o620, 0o602, 0o666])
  func aJournalThatOthersMayWriteIsNotObeyed(mode: Int) throws {
    let album = try Album("6.jpg", "8.jpg")
    #expect(try album.run("fix", "-i", "6.jpg", "8.jpg", "--journal", "j").status == 0)
    try FileManager.default.createSymbolicLink(
      atPath: album.folder.path("link"), withDestinationPath: album.folder.path("j"))
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: album.folder.path("j"))
    try refuses(album, "other users can write", "chmod go-w ")
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: album.folder.path("j"))
    #expect(try album.run("undo", "link").status == 0)
  }

  private func refuses(_ album: Album, _ sentences: String...) throws {
    let before = try album.contents()
    for name in ["j", "link"] {
      for words in [
        ["undo", name], ["undo", "-n", name], ["undo", "--discard", name],
        ["fix", "-i", "6.jpg", "8.jpg", "--journal", name, "--resume"],
      ] {
        let answer = try UprightTool.run(words, in: album.folder)
        #expect(answer.status == 74, "\(words): \(answer.complaints)")
        for sentence in sentences {
          #expect(answer.complaints.contains(sentence), "\(words): \(answer.complaints)")
        }
      }
    }
    #expect(try album.contents() == before)
  }

  @Test func newImagesGoAndFoldersStay() throws {
    let album = try Album("6.jpg", "8.jpg")
    let before = try album.contents()
    #expect(try album.run("crop", "1,1,20,20", "6.jpg", "8.jpg", "-o", "out/", "-j", "1", "--journal", "j").status == 0)
    #expect(try album.contents().count == 5)
    let answer = try album.run("undo", "j")
    #expect(answer.text.hasSuffix("out/6.jpg: removed"))
    var after = try album.contents()
    after["j"] = nil
    #expect(after == before)
  }

  @Test func whatAKilledRunHasLeftIsPointedAt() throws {
    let album = try Album("6.jpg", "in/8.jpg", "other/1.jpg")
    #expect(try album.run("fix", "-i", "6.jpg", "in/8.jpg", "--journal", "j").status == 0)
    let quiet = try album.run("undo", "-n", "j")
    #expect(quiet.status == 0 && !quiet.complaints.contains("recover"), "\(quiet.complaints)")
    try album.folder.write([1], as: "in/.upright-new-abcdefghij")
    try album.folder.write([1], as: "other/.upright-new-abcdefghij")
    let root = try FileNameRoot.of(album)
    let rehearsed = try album.run("undo", "-n", "j")
    #expect(rehearsed.complaints.contains("a hidden file in \(root)/in; clean up with `upright recover`"))
    for name in ["abcdefghij", "0123456789"] { try album.folder.write([1], as: ".upright-new-" + name) }
    let answer = try album.run("undo", "j")
    #expect(answer.status == 0 && answer.text.split(separator: "\n").count == 2)
    let sentence = "3 hidden files in \(root), and in 1 other folder; clean up with `upright recover`"
    #expect(answer.complaints.contains(sentence), "\(answer.complaints)")
    #expect(try album.folder.read("in/.upright-new-abcdefghij") == [1])
    #expect(try album.run("recover", "--older-than", "0", ".", "in").status == 0)
    #expect(try album.contents().keys.filter { $0.contains(".upright-") } == ["other/.upright-new-abcdefghij"])
    #expect(try !album.run("undo", "j").complaints.contains("recover"))
  }

  // Others may still be using what was written a moment ago.
  @Test(arguments: ["undo", "--resume"]) func whatKilledRunsLeftLongAgoIsCleared(_ word: String) throws {
    let album = try Album("6.jpg", "in/8.jpg")
    let words = ["fix", "-i", "6.jpg", "in/8.jpg", "--journal", "j"]
    #expect(try UprightTool.run(words, in: album.folder).status == 0)
    for name in [".upright-new-abcdefghij", "in/.upright-new-abcdefghij", "in/.upright-new-0123456789"] {
      try album.folder.write([1], as: name)
      guard name.hasSuffix("j") else { continue }
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -120)], ofItemAtPath: album.folder.path(name))
    }
    let answer = try UprightTool.run(word == "undo" ? ["undo", "j"] : words + ["--resume"], in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(answer.complaints.contains("upright: removed 2 hidden files of a killed run\n"))
    #expect(try album.contents().keys.filter { $0.contains(".upright-new-") } == ["in/.upright-new-0123456789"])
  }

  @Test func discardingFreesTheRoomAndEndsTheWayBack() throws {
    let album = try Album("6.jpg", "8.jpg")
    #expect(try album.run("fix", "-i", "6.jpg", "8.jpg", "-j", "1", "--journal", "j").status == 0)
    #expect(try album.contents().count == 5)
    #expect(try album.run("undo", "--discard", "-n", "j").text.hasSuffix("6.jpg: discarded"))
    #expect(try album.contents().count == 5)
    #expect(try album.run("undo", "--discard", "j").status == 0)
    let fixed = try album.contents()
    #expect(fixed.keys.sorted() == ["6.jpg", "8.jpg", "j"])
    let late = try album.run("undo", "j")
    #expect(late.status == 2)
    #expect(late.complaints.contains("the original was discarded; the new image stays"))
    #expect(try album.contents() == fixed)
  }

  // Its paths are those of the first folder: nothing in either may change, however the copy is used.
  @Test func inACopiedFolderNothingIsTakenBackAnywhere() throws {
    let album = try Album()
    for name in ["a/6.jpg", "a/8.jpg"] { try album.add(name) }
    #expect(try album.run("rotate", "cw", "-i", "-r", "a", "--journal", "a/j").status == 0)
    try FileManager.default.copyItem(atPath: album.folder.path("a"), toPath: album.folder.path("b"))
    let both = try album.contents()
    let root = try FileNameRoot.of(album)
    for words in [
      ["undo", "b/j"], ["undo", "-n", "b/j"], ["undo", "--discard", "b/j"], ["undo", "--json", "b/j"],
      ["rotate", "cw", "-i", "-r", "b", "--journal", "b/j", "--resume"],
    ] {
      let answer = try UprightTool.run(words, in: album.folder)
      #expect(answer.status == 64 && answer.text.isEmpty, "\(words): \(answer.text)")
      let said = "upright: b/j: journal: this is a copy of a journal started at \(root)/a/j, now at \(root)/b/j."
      #expect(answer.complaints.hasPrefix(said), "\(words): \(answer.complaints)")
      #expect(try album.contents() == both, "\(words)")
    }
    #expect(try album.run("undo", "a/j").status == 0)
    let after = try album.contents()
    #expect(after["a/6.jpg"] != both["a/6.jpg"] && after["b/6.jpg"] == both["b/6.jpg"])
  }

  @Test func aJournalThatWasMovedIsStillOne() throws {
    let album = try Album("6.jpg")
    let before = try album.folder.read("6.jpg")
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "--journal", "j").status == 0)
    try FileManager.default.moveItem(atPath: album.folder.path("j"), toPath: album.folder.path("k"))
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "--journal", "k", "--resume").status == 0)
    #expect(try album.run("undo", "k").status == 0)
    #expect(try album.folder.read("6.jpg") == before)
  }
}

/// The real path of a test's folder.
private enum FileNameRoot {
  static func of(_ album: Album) throws -> String {
    let pwd = try OutsideTool.run("/bin/sh", ["-c", "pwd -P"], in: album.folder)
    return pwd.text
  }
}
