// The bar fits its line, and is shown only to people.

import Testing
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

/// Whether a pseudo-terminal is available, which not every container allows.
private let hasPseudoTerminals = (try? OutsideTool.script.run(["-qec", "true", "/dev/null"]))?.status == 0

@Suite struct ProgressBarTests {
  @Test(arguments: [1, 5, 10, 20, 40, 80, 200], [1, 7, 100_000])
  func theBarIsNeverWiderThanTheTerminal(columns: Int, count: Int) {
    for done in Set([0, 1, count / 2, count]) {
      for elapsed in [Duration.zero, .seconds(1), .seconds(40_000)] {
        let text = ProgressBar.text(done: done, of: count, columns: columns, after: elapsed)
        #expect(text.count < max(columns, 1))
      }
    }
  }

  @Test func theBarGrowsFromNothingToAll() {
    #expect(ProgressBar.text(done: 0, of: 4, columns: 12) == "[.....] 0/4")
    #expect(ProgressBar.text(done: 2, of: 4, columns: 12) == "[##...] 2/4")
    #expect(ProgressBar.text(done: 4, of: 4, columns: 12) == "[#####] 4/4")
  }

  @Test(arguments: [
    (30, 1.0, 60, "30/100  30/s, 3 s left"), (1, 60.0, 60, "1/100  0.0/s, 99 min left"),
    (7, 2.0, 60, "7/100  3.5/s, 27 s left"), (30, 0.5, 60, "30/100"), (30, 1.0, 30, "30/100"), (0, 9.0, 60, "0/100"),
    (1, 3_600.0, 80, "1/100  0.0/s, 99 h left"),
  ])
  func itSaysHowFastItGoesAndHowLongItTakes(done: Int, seconds: Double, columns: Int, end: String) {
    let text = ProgressBar.text(done: done, of: 100, columns: columns, after: .seconds(seconds))
    #expect(text.hasSuffix(" " + end))
    #expect(text.count < columns)
  }

  @Test func thereIsNoBarInAPipe() throws {
    let album = try Album("1.jpg", "6.jpg", "8.jpg")
    let answer = try album.run("fix", ".", "-o", "out", environment: ["TERM": "xterm"])
    #expect(answer.complaints == "")
    #expect(!answer.output.contains(0x0D))
    #expect(!answer.output.contains(0x1B))
  }

  @Test(
    .enabled(if: OutsideTool.script.isInstalled, "needs script of util-linux"),
    .enabled(if: hasPseudoTerminals, "needs pseudo-terminals (/dev/pts), which this machine does not give"),
    arguments: [("xterm", true), ("dumb", false)])
  func thereIsOneOnATerminalThatCanErase(terminal: String, expected: Bool) throws {
    let album = try Album("1.jpg", "6.jpg", "8.jpg")
    let program = try #require(UprightTool.path)
    let command = "\(program) info . >lines.txt"
    let answer = try OutsideTool.script.run(
      ["-qec", command, "/dev/null"], in: album.folder, environment: ["TERM": terminal])
    #expect(answer.status == 0)
    #expect(answer.text.contains("1/3") == expected)
    #expect(answer.output.contains(0x1B) == expected)
    #expect(try album.folder.read("lines.txt").split(separator: 10).count == 3)
  }
}
