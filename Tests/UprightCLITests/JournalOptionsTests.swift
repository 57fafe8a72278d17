// `--journal` and `--resume`: refusals, and which batches are the same.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct JournalOptionsTests {
  @Test(arguments: [
    (["-i", "--resume"], "--resume needs a journal"),
    (["-i", "--journal", "j", "--durability", "relaxed"], "--journal requires --durability full"),
    (["-i", "--journal", ""], "--journal needs a name"),
    (["-i", "--journal", "-"], "the journal cannot go to standard output"),
  ])
  func whatMakesNoSenseIsRefused(_ words: [String], sentence: String) throws {
    let album = try Album("6.jpg")
    let before = try album.contents()
    let answer = try UprightTool.run(["rotate", "cw", "6.jpg"] + words, in: album.folder)
    #expect(answer.status == 64)
    #expect(answer.complaints.contains(sentence))
    #expect(try album.contents() == before)
  }

  @Test func aJournalIsNotOverwrittenAndNotMixedWithAnother() throws {
    let album = try Album("6.jpg", "8.jpg")
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "--journal", "j").status == 0)
    let (before, again) = (try album.contents(), try album.run("rotate", "cw", "-i", "8.jpg", "--journal", "j"))
    #expect(again.status == 74)
    #expect(again.complaints == "upright: j: this file already exists; use --resume to continue its batch\n")
    let other = try album.run("rotate", "ccw", "-i", "8.jpg", "--journal", "j", "--resume")
    #expect(other.status == 64)
    #expect(
      other.complaints.contains("j was written by `upright rotate cw --in-place`; --resume needs the same options"))
    #expect(try album.contents() == before)
  }

  // Not one byte is cut off.
  @Test func anImageIsNoJournal() throws {
    let album = try Album("6.jpg", "8.jpg")
    let before = try album.contents()
    for words in [["rotate", "cw", "-i", "6.jpg", "--journal", "8.jpg", "--resume"], ["undo", "8.jpg"]] {
      let answer = try UprightTool.run(words, in: album.folder)
      #expect(answer.status == 65)
      #expect(answer.complaints.contains("8.jpg: line 1 is invalid; this is not a journal file of this version"))
    }
    #expect(try album.run("undo", "nothing").status == 74)
    #expect(try album.contents() == before)
  }

  @Test func withoutAPlaceForTheJournalNothingChanges() throws {
    let album = try Album("6.jpg")
    let before = try album.contents()
    let answer = try album.run("rotate", "cw", "-i", "6.jpg", "--journal", "no/j")
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: no/j: No such file or directory\n")
    #expect(try album.contents() == before)
  }

  /// A file whose full path cannot be opened could not be restored.
  @Test func whatUndoCouldNotFindIsRefused() throws {
    let album = try Album("top/6.jpg")
    let program = try #require(UprightTool.path)
    let deeper =
      "exec <top/6.jpg; cd -P top; for i in $(seq 20); do mkdir \"$0\" && cd -P \"$0\" || exit 1; done; cat >6.jpg"
    let name = String(repeating: "n", count: 250)
    #expect(try OutsideTool.run("/bin/sh", ["-c", deeper, name], in: album.folder).status == 0)
    defer { _ = try? OutsideTool.run("/bin/rm", ["-rf", album.folder.path("top")], in: nil) }
    let before = try album.folder.read("top/6.jpg")
    let answer = try OutsideTool.run(program, ["rotate", "cw", "-i", "-r", "top", "--journal", "j"], in: album.folder)
    #expect(answer.status == 2)
    #expect(answer.complaints.contains("`upright undo` needs 4095 or fewer"))
    #expect(try album.folder.read("top/6.jpg") != before)
    #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
    #expect(try album.folder.read("top/6.jpg") == before)
  }
}
