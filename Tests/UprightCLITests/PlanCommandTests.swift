// The output of `plan` and `--dry-run`; they write nothing.

import Testing
import UprightTestTools

@Suite(.inProcess) struct PlanCommandTests {
  static let questions = [
    "fix 1.jpg", "fix 6.jpg", "fix 6-ragged.jpg", "fix --edge trim 6-ragged.jpg", "fix --edge recode 6-ragged.jpg",
    "fix --edge fail 6-ragged.jpg", "fix --to tag 6.jpg", "fix --format png 6.jpg", "rotate cw 6.jpg",
    "rotate 180 --bake 6.jpg", "rotate transverse 1.jpg", "crop 0,0,16,16 6.jpg", "crop 1,2,20,20 6.jpg",
    "crop square --size 8x8 6.jpg", "crop pct:0,0,50,50 6.jpg", "crop --space stored 0,0,16,32 6.jpg",
    "crop 30,20,40,40 --pad #ffffff 6.jpg", "crop 100,100,5,5 6.jpg", "thumb 8 6.jpg", "thumb 8 --max-memory 1K 6.jpg",
    "thumb 8 --max-pixels 100 6.jpg",
  ]

  @Test func plansReadAsInTheGolden() throws {
    let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg")
    let before = try album.contents()
    var text = ""
    for question in Self.questions {
      let words = question.split(separator: " ").map(String.init)
      let answer = try UprightTool.run(["plan"] + words, in: album.folder)
      text += "$ upright plan \(question)\n" + String(decoding: answer.output, as: UTF8.self) + answer.complaints
      text += "exit \(answer.status)\n\n"
    }
    #expect(try Golden.difference(text, from: "plan-command.txt") == nil)
    #expect(try album.contents() == before)
  }

  @Test func plansForProgramsReadAsInTheGolden() throws {
    let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg")
    let answer = try album.run("plan", "crop", "1,2,20,20", "--json", "1.jpg", "6.jpg", "missing.jpg")
    #expect(answer.status == 2)
    #expect(try Golden.difference(String(decoding: answer.output, as: UTF8.self), from: "plan-command.jsonl") == nil)
  }

  private static let commands = ["fix", "rotate cw", "orient 3", "crop 0,0,16,16", "thumb 8"]

  @Test(arguments: commands)
  func aDryRunExplainsAsThePlanDoesAndDoesNothing(_ command: String) throws {
    let album = try Album("1.jpg", "6.jpg")
    let before = try album.contents()
    let words = command.split(separator: " ").map(String.init)
    let plan = try UprightTool.run(["plan"] + words + ["1.jpg", "6.jpg"], in: album.folder)
    for place in [["--dry-run"], ["-n", "-i", "--force"]] {
      let dry = try UprightTool.run(words + ["1.jpg", "6.jpg", "--explain"] + place, in: album.folder)
      #expect(dry.status == 0)
      #expect(dry.text == plan.text)
    }
    let elsewhere = try UprightTool.run(words + ["1.jpg", "-n", "-o", "new/", "--explain"], in: album.folder)
    #expect(elsewhere.text.hasPrefix("1.jpg -> new/1.jpg\n"))
    #expect(try album.contents() == before)
  }

  @Test(arguments: commands, [["-i"], ["-o", "new/"], ["-i", "--journal", "j"], ["-o", "new/", "--journal", "j"]])
  func aDryRunHasTheLinesOfTheRunAndTotals(_ command: String, place: [String]) throws {
    let album = try Album("1.jpg", "6.jpg", "6-ragged.jpg")
    try album.folder.write(Array("words".utf8), as: "words.jpg")
    let before = try album.contents()
    let words =
      command.split(separator: " ").map(String.init) + ["1.jpg", "6.jpg", "6-ragged.jpg", "words.jpg"] + place
    let isPart = command.hasPrefix("crop") || command.hasPrefix("thumb")
    let force = isPart && place[0] == "-i" ? ["--force"] : []
    let dry = try UprightTool.run(words + force + ["-n"], in: album.folder)
    #expect(dry.status == 2)
    #expect(try album.contents() == before)
    let lines = dry.complaints.split(separator: "\n")
    #expect(
      lines.contains { $0.hasPrefix("upright: 4 files: ") && $0.hasSuffix("; nothing was written (dry run)") })
    #expect(lines.contains { $0.contains("1 failed (unrecognized-format)") })
    let real = try UprightTool.run(words + force, in: album.folder)
    #expect(real.text == dry.text)
    #expect(real.status == 2)
  }

  @Test func aDryRunSaysWhichPhotosWouldKeepTheirTags() throws {
    let album = try Album("3-ragged.jpg", "6-ragged.jpg")
    let answer = try album.run("fix", "-n", "-i", ".")
    #expect(answer.complaints.contains("upright: 2 PHOTOS WOULD STILL NEED ROTATION: "))
    let kept = try album.run("fix", "-n", "--edge", "keep-tag", "3-ragged.jpg")
    #expect(kept.complaints.contains("upright: 1 of 1 would keep its orientation tag: "))
    #expect(try album.run("fix", "-n", "-q", "-i", "--journal", "j", ".").complaints == "")
  }

  @Test func aDryRunGoesOnWhereAJournalStopped() throws {
    let album = try Album("3.jpg", "6.jpg", "8.jpg")
    #expect(try album.run("rotate", "cw", "-i", "3.jpg", "--journal", "j").status == 0)
    let before = try album.contents()
    let answer = try album.run("rotate", "cw", "-i", "3.jpg", "6.jpg", "8.jpg", "--journal", "j", "--resume", "-n")
    #expect(answer.status == 0)
    #expect(answer.text == "6.jpg: retag, 32x48, tag 3\n8.jpg: retag, 32x48, tag 1")
    #expect(answer.complaints.contains("1 of 3 files are already done, according to the journal"))
    #expect(try album.contents() == before)
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "--journal", "j", "-n").status == 74)
    #expect(try album.run("rotate", "cw", "-i", "6.jpg", "--journal", "no/j", "-n").status == 74)
    #expect(try album.run("rotate", "ccw", "-i", "6.jpg", "--journal", "j", "--resume", "-n").status == 64)
    #expect(try album.contents() == before)
  }

  @Test func undoHasTotalsToo() throws {
    let album = try Album("3.jpg", "6.jpg")
    #expect(try album.run("rotate", "cw", "-i", ".", "--journal", "j").status == 0)
    let answer = try album.run("undo", "-n", "j")
    #expect(answer.complaints == "upright: 2 files: 2 restored; nothing was written (dry run)\n")
    #expect(answer.text.split(separator: "\n").count == 2)
  }
}
