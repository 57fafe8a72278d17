// What `plan` and `--dry-run` say, byte for byte, and that they do nothing.

import Testing
import UprightTestTools

@Suite struct PlanCommandTests {
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

  @Test(arguments: ["fix", "rotate cw", "crop 0,0,16,16", "thumb 8"])
  func aDryRunSaysTheSameAndDoesNothing(_ command: String) throws {
    let album = try Album("1.jpg", "6.jpg")
    let before = try album.contents()
    let words = command.split(separator: " ").map(String.init)
    let plan = try UprightTool.run(["plan"] + words + ["1.jpg", "6.jpg"], in: album.folder)
    for place in [["--dry-run"], ["-n", "-i"]] {
      let dry = try UprightTool.run(words + ["1.jpg", "6.jpg"] + place, in: album.folder)
      #expect(dry.status == 0)
      #expect(dry.text == plan.text)
    }
    let elsewhere = try UprightTool.run(words + ["1.jpg", "-n", "-o", "new/"], in: album.folder)
    #expect(elsewhere.text.hasPrefix("1.jpg -> new/1.jpg\n"))
    #expect(try album.contents() == before)
  }
}
