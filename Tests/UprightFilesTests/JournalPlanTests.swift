// Plans as journal lines: read back as written, and refused if anything is missing.

import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct JournalPlanTests {
  static let plan = JournalPlan(
    words: ["labels", "stored"],
    files: [
      .init(path: "/a/\"é\".json", digest: JournalRecordTests.digest),
      .init(path: PathName.text([0x2F, 0xFF]), digest: JournalRecordTests.digest.reversed()),
    ])

  private func read(_ line: String) -> JournalPlan? { JSONReader.value(of: Array(line.utf8)).flatMap(JournalPlan.init) }

  private static let digits = Hex.text(JournalRecordTests.digest)

  @Test func itIsReadAsItWasWritten() {
    for plan in [Self.plan, JournalPlan(words: ["labels", "displayed"], files: [])] {
      let line = JSONLine.object(plan.members).line
      #expect(read(line) == plan)
      #expect(JournalRecord(line: Array(line.utf8)) == .plan(plan))
    }
    #expect(
      JSONLine.object(JournalPlan(words: ["labels"], files: [Self.plan.files[0]]).members).line
        == #"{"plan":["labels"],"files":[{"path":"/a/\"é\".json","sha256":"\#(Self.digits)"}]}"#)
  }

  @Test func whatLacksAnythingIsNone() {
    let whole = #"{"plan":["labels"],"files":[{"path":"/a","sha256":"\#(Self.digits)"}]}"#
    #expect(read(whole)?.files == [.init(path: "/a", digest: JournalRecordTests.digest)])
    for (part, other) in [
      (#"["labels"]"#, #"["labels",1]"#), (#"["labels"]"#, "1"), (#""path":"/a""#, #""path":"""#),
      (#""path":"/a","#, ""), (Self.digits, String(Self.digits.dropLast())), (#""sha256""#, #""sha""#),
      (#""files":["#, #""files":[1,"#), (#""files""#, #""file""#),
    ] {
      #expect(whole.contains(part))
      #expect(read(whole.replacing(part, with: other)) == nil, "\(other)")
    }
  }
}
