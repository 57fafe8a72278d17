// Which stream gets which output.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite struct ConsoleTests {
  @Test func resultsAndComplaintsGoToTheirStreams() throws {
    let album = try Album("1.jpg", "6-ragged.jpg")
    let answer = try album.run("fix", "--edge", "keep-tag", "1.jpg", "6-ragged.jpg", "missing.jpg", "-o", "out")
    #expect(answer.text.split(separator: "\n").count == 2)
    #expect(!answer.text.contains("upright:"))
    let complaints = answer.complaints.split(separator: "\n")
    #expect(complaints.count == 2)
    #expect(complaints.allSatisfy { $0.hasPrefix("upright: ") })
  }

  @Test func withoutAStandardErrorTheWorkIsDone() throws {
    let album = try Album("6-ragged.jpg", "3.jpg")
    let program = try #require(UprightTool.path)
    for redirection in ["2>/dev/full", "2>&-"] {
      let script = "\"$0\" fix 3.jpg 6-ragged.jpg missing.jpg --force -o out \(redirection)"
      let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder)
      #expect(answer.status == 2)
      #expect(answer.text.split(separator: "\n").count == 2)
      #expect(try album.contents().keys.filter { $0.hasPrefix("out/") }.count == 2)
    }
  }

  @Test(arguments: [
    "fix 6.jpg -o out.jpg", "info 6.jpg", "audit 6.jpg", "audit --json 6.jpg", "samples made",
    "sheet 6.jpg -o sheet.png", "names 6", "compose --table",
  ])
  func aFullStandardOutputIs74(_ command: String) throws {
    let album = try Album("6.jpg")
    let program = try #require(UprightTool.path)
    let answer = try OutsideTool.run(
      "/bin/sh", ["-c", "\"$0\" \(command) >/dev/full", program], in: album.folder)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: standard output: No space left on device\n")
  }

  @Test func aReaderThatHasReadEnoughIsNotComplainedAbout() throws {
    let program = try #require(UprightTool.path)
    let script = "{ \"$0\" names --table; echo $? >&2; } | true"
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: nil)
    #expect(["0\n", "74\n"].contains(answer.complaints))
  }

  @Test func whatIsHeldBackComesBeforeTheComplaintThatFollowsIt() throws {
    let album = try Album("1.jpg", "3.jpg")
    let program = try #require(UprightTool.path)
    let script = "\"$0\" info --jobs 1 1.jpg missing.jpg 3.jpg 2>&1"
    let lines = try OutsideTool.run("/bin/sh", ["-c", script, program], in: album.folder).text.split(separator: "\n")
    #expect(lines.map { $0.contains("1.jpg") } == [true, false, false])
    #expect(lines.map { $0.contains("missing.jpg") } == [false, true, false])
    #expect(lines.map { $0.contains("3.jpg") } == [false, false, true])
  }

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "needs strace"),
    arguments: [("info", 1), ("rotate cw -i", 1), ("rotate cw --bake --edge recode -i", 40)])
  func resultsThatComeFastAreWrittenTogether(command: String, most: Int) throws {
    let album = try Album()
    for index in 0..<40 { try album.folder.write(Album.photo(6), as: "\(index).jpg") }
    let program = try #require(UprightTool.path)
    // A busy machine may take longer than results are held back.
    let words = ["-f", "-qq", "-o", "calls", "-e", "trace=write", "-e", "signal=none", program]
    let answer = try OutsideTool.strace.run(
      words + command.split(separator: " ").map(String.init) + ["."], in: album.folder)
    #expect(answer.text.split(separator: "\n").count == 40)
    let calls = try String(decoding: album.folder.read("calls"), as: UTF8.self)
    let writes = calls.split(separator: "\n").count { $0.contains("write(1,") }
    #expect(most == 1 ? writes < 40 : writes == 40)
  }
}
