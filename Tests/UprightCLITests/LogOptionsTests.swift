// `--log-json`, `--no-progress` and `--color`: what programs and people read on standard error.

import Foundation
import Testing
import UprightTestTools

@Suite struct LogOptionsTests {
  private func run(_ line: String, in album: Album, _ environment: [String: String] = [:]) throws -> OutsideTool.Answer
  {
    try UprightTool.run(line.split(separator: " ").map(String.init), in: album.folder, environment: environment)
  }

  /// Each line of standard error as an object; fails for any other line.
  private func events(_ answer: OutsideTool.Answer) throws -> [[String: Any]] {
    try answer.complaints.split(separator: "\n").map { line in
      try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
    }
  }

  @Test func messagesProgressAndReportsAreLinesForPrograms() throws {
    let album = try Album("1.jpg", "6.jpg")
    let line = "fix 1.jpg 6.jpg missing.jpg --force -o out --summary"
    let plain = try run(line, in: album)
    let answer = try run(line + " --log-json", in: album)
    #expect(answer.status == 2 && plain.status == 2)
    #expect(answer.output == plain.output, "standard output stays as it is")
    let events = try events(answer)
    #expect(events.allSatisfy { $0["schema"] as? Int == 1 })
    let reports = events.filter { $0["event"] as? String == "report" }
    #expect(reports.compactMap { $0["path"] as? String } == ["1.jpg", "6.jpg", "missing.jpg"])
    #expect(reports.map { $0["error"] != nil } == [false, false, true])
    #expect(reports.prefix(2).compactMap { $0["route"] as? String } == ["copy", "transform"])
    let progress = events.filter { $0["event"] as? String == "progress" }
    #expect(progress.last?["done"] as? Int == 3 && progress.last?["of"] as? Int == 3)
    let messages = events.filter { $0["event"] as? String == "message" }.compactMap { $0["message"] as? String }
    #expect(messages.contains { $0.hasPrefix("3 files: ") })
    for option in ["--no-progress", "--quiet"] {
      let silent = try self.events(run("\(line) --log-json \(option)", in: album))
      #expect(!silent.contains { $0["event"] as? String == "progress" })
    }
  }

  @Test func anImageOnStandardOutputHasItsReportInTheLog() throws {
    let album = try Album("6.jpg")
    let plain = try run("rotate cw 6.jpg -o -", in: album)
    let answer = try run("rotate cw 6.jpg -o - --log-json", in: album)
    let isSame = answer.output == plain.output && !plain.output.isEmpty
    #expect(isSame)
    let reports = try events(answer).filter { $0["event"] as? String == "report" }
    #expect(reports.count == 1 && reports.first?["route"] as? String == "retag")
  }

  @Test(arguments: [
    "fix --log-json", "nonsense --log-json", "fix --log-json --bad 6.jpg", "info --log-json missing.jpg",
    "verify --log-json missing.jpg 6.jpg",
  ])
  func errorsOfAllKindsAreLinesForPrograms(_ line: String) throws {
    let album = try Album("6.jpg")
    let answer = try run(line, in: album)
    #expect(answer.status != 0)
    let events = try events(answer)
    #expect(events.contains { $0["level"] as? String == "error" || $0["error"] != nil })
  }

  @Test func colorMarksMessagesWhereItIsWanted() throws {
    let album = try Album("6.jpg")
    for (options, environment, isColored) in [
      ("", [:], false), ("--color always", [:], true), ("--color=always", ["NO_COLOR": "1"], true),
      ("--color auto", [:], false), ("--color never", [:], false),
    ] as [(String, [String: String], Bool)] {
      let answer = try run("info 6.jpg missing.jpg \(options)", in: album, environment)
      #expect(answer.complaints.hasPrefix("\u{1B}[31mupright:\u{1B}[0m missing.jpg: ") == isColored, "\(options)")
      #expect(answer.complaints.contains("\u{1B}") == isColored)
      #expect(!answer.output.contains(0x1B))
    }
    #expect(try run("info 6.jpg --color blue", in: album).status == 64)
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func aTerminalGetsColorUnlessTheEnvironmentForbidsIt() throws {
    let album = try Album("6.jpg")
    let script = """
      import os, pty, sys
      try: one, other = pty.openpty()
      except OSError: sys.exit(99)
      if os.fork() == 0:
        os.dup2(other, 2)
        os.execv(sys.argv[1], sys.argv[1:])
      os.wait()
      os.write(1, os.read(one, 4096))
      """
    let path = try #require(UprightTool.path)
    for (environment, isColored) in [
      (["TERM": "xterm", "NO_COLOR": ""], true), (["TERM": "xterm", "NO_COLOR": "1"], false),
      (["TERM": "dumb", "NO_COLOR": ""], false),
    ] {
      let answer = try OutsideTool.python3.run(
        ["-c", script, path, "info", "missing.jpg"], in: album.folder, environment: environment)
      if answer.status == 99 { return }
      #expect(answer.text.contains("missing.jpg"))
      #expect(answer.text.contains("\u{1B}[31m") == isColored, "\(environment)")
    }
  }

  @Test func aListWithAnEmptyNameIsRefusedByItsNumber() throws {
    let album = try Album("6.jpg")
    for list in ["6.jpg\\0\\0", "6.jpg\\0\\0006.jpg\\0"] {
      let line = "printf '\(list)' | \"$0\" rotate cw -i --files0-from -"
      let answer = try OutsideTool.run("/bin/sh", ["-c", line, try #require(UprightTool.path)], in: album.folder)
      #expect(answer.status == 64)
      #expect(answer.complaints.contains("name 2: it is empty"))
    }
    let isUnchanged = try album.folder.read("6.jpg") == Album.photo(6)
    #expect(isUnchanged)
  }
}
