// Numbers in lines and in JSON.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightTestTools

@testable import UprightBatch
@testable import UprightCLI

@Suite(.inOptions) struct AuditSummaryTests {
  private func summary(_ tags: [UInt8], _ failures: Int = 0, _ duration: Duration = .milliseconds(1_234)) throws
    -> AuditSummary
  {
    var tally = AuditTally(keeping: 9)
    for (index, tag) in tags.enumerated() {
      tally.add(ProbedFile(try Probe(Album.photo(tag)), path: "\(index).jpg"), path: "\(index).jpg")
    }
    for index in 0..<failures { tally.add(.malformed(MetadataError(.truncated, at: index)), path: "bad \(index)") }
    return AuditSummary(tally: tally, duration: duration, nonImageCount: 5)
  }

  @Test func nothingIsOneLine() throws {
    #expect(
      try summary([], 0, .zero).lines(naming: 3)
        == ["0 files: 0 without findings, 0 with findings, 0 unreadable; 0.00 s"])
  }

  @Test(arguments: [
    (Duration.milliseconds(1_234), 99, "1.23 s"), (.milliseconds(1_234), 100, "1.23 s, 81 files per second"),
    (.milliseconds(5), 3, "0.01 s"), (.milliseconds(5), 100, "0.01 s, 20000 files per second"),
    (.seconds(600), 100, "600.00 s, 0 files per second"), (.nanoseconds(1), 1, "0.00 s"),
    (.milliseconds(95_999), 200, "96.00 s, 2 files per second"),
  ])
  func theLastLineSaysHowFastWhereThereIsSomethingToCount(duration: Duration, count: Int, ending: String) throws {
    let line = try summary(Array(repeating: 1, count: count), 0, duration).totals
    let files = "\(count) file\(count == 1 ? "" : "s")"
    #expect(line == "\(files): \(count) without findings, 0 with findings, 0 unreadable; " + ending)
  }

  @Test func someOfAGroupAreNamedAndTheOthersCounted() throws {
    let lines = try summary([9, 9, 9, 9, 6], 5).lines(naming: 2)
    #expect(
      lines.filter { $0.hasPrefix("    and ") } == [
        "    and 2 more; --verbose lists all", "    and 3 more; --verbose lists all",
      ])
    #expect(lines.contains("orientation-invalid-value: 4 files"))
    #expect(lines.contains("unreadable (truncated): 5 files") && lines.contains("    bad 1: byte 1"))
    let all = try summary([9, 9, 9, 9, 6], 5).lines(naming: .max)
    #expect(!all.contains { $0.contains("more") } && all.contains("    bad 4: byte 4"))
  }

  @Test func theTableHasARowForAllOnlyOfSeveral() throws {
    let lines = try summary([1, 6, 6]).lines(naming: 3)
    #expect(lines[0] == "format  untagged  tag 1  tag 2  tag 3  tag 4  tag 5  tag 6  tag 7  tag 8  all")
    #expect(lines[1] == "jpeg           -      1      -      -      -      -      2      -      -    3")
    #expect(lines[2] == "")
  }

  @Test(.enabled(if: OutsideTool.python3.isInstalled, "needs python3"))
  func anotherReaderUnderstandsTheObject() throws {
    let script =
      "import json, sys; s = json.loads(sys.argv[1])['summary']; print(s['files'], s['formats']['jpeg']['tags'], "
      + "s['findings'][0]['files'], s['errors'][0]['code'], s['milliseconds'], s['passedOver'])"
    let answer = try OutsideTool.python3.run(["-c", script, summary([9, 6, 6, 1], 2).json.line])
    #expect(answer.text == "6 {'1': 2, '6': 2} 1 truncated 1234 5", "\(answer.complaints)")
  }
}
