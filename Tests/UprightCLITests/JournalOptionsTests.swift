// `--journal` and `--resume`: what is refused, and which batches are the same.

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct JournalOptionsTests {
  @Test(arguments: [
    ("rotate cw -i a b --journal j", ["a", "b"], "rotate cw -i"),
    ("rotate cw --resume -i --journal=j -j 3 --json b a -r --explain", ["b", "a"], "rotate cw -i"),
    ("rotate cw -i --journal j -n -q --quiet --dry-run --resume a", ["a"], "rotate cw -i"),
    ("rotate cw -i --jobs=2 -- a", ["a"], "rotate cw -i"),
    ("rotate ccw -i --journal j a", ["a"], "rotate ccw -i"),
    ("crop 1,1,8,8 a -o out --journal j", ["a"], "crop 1,1,8,8 -o out"),
    ("thumb 16 --journal j 16 -o out", ["16"], "thumb 16 -o out"),
  ])
  func theDeedIsTheWordsWithoutTheFiles(_ line: String, paths: [String], operation: String) {
    let words = line.split(separator: " ").map(String.init)
    #expect(JournalOptions.operation(of: words, paths: paths).joined(separator: " ") == operation)
  }

  @Test func manyFilesTakeNoTimeSquared() {
    let paths = (0..<100_000).map(String.init)
    #expect(JournalOptions.operation(of: ["rotate", "cw", "-i"] + paths, paths: paths) == ["rotate", "cw", "-i"])
  }

  @Test(arguments: [
    (["-i", "--resume"], "--resume needs the journal to go on with"),
    (["-i", "--journal", "j", "--durability", "relaxed"], "every change waits for the disk"),
    (["-i", "--journal", ""], "--journal needs a name"),
    (["-i", "--journal", "-"], "a journal is a file, not standard output"),
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
    #expect(again.complaints == "upright: j: there is a file of this name already; --resume goes on with a journal\n")
    let other = try album.run("rotate", "ccw", "-i", "8.jpg", "--journal", "j", "--resume")
    #expect(other.status == 64)
    #expect(other.complaints.contains("j is the journal of another batch: upright rotate cw -i"))
    #expect(try album.contents() == before)
  }

  // Not one byte of it is cut off.
  @Test func aPictureIsNoJournal() throws {
    let album = try Album("6.jpg", "8.jpg")
    let before = try album.contents()
    for words in [["rotate", "cw", "-i", "6.jpg", "--journal", "8.jpg", "--resume"], ["undo", "8.jpg"]] {
      let answer = try UprightTool.run(words, in: album.folder)
      #expect(answer.status == 65)
      #expect(answer.complaints.contains("8.jpg: line 1 is none of a journal of this version"))
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

  /// A file that no path leads to as a whole could not be taken back.
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
    #expect(answer.complaints.contains("`upright undo` finds files by 4095 at most"))
    #expect(try album.folder.read("top/6.jpg") != before)
    #expect(try UprightTool.run(["undo", "j"], in: album.folder).status == 0)
    #expect(try album.folder.read("top/6.jpg") == before)
  }
}
