// Lines of a journal: written ones are read back; anything else is refused.

import Testing
import Upright
@testable import UprightFiles
import UprightTestTools

@Suite struct JournalRecordTests {
  static let state = FileState(inode: 7, byteCount: 600, modified: .init(seconds: 5, nanoseconds: 6))
  static let newState = FileState(inode: 8, byteCount: 700, modified: .init(seconds: 9, nanoseconds: 0))
  static let patch = BytePatch([
    .init(offset: 158, old: [6], new: [3]), .init(offset: 590, old: [0, 8], new: [0, 1]),
  ])
  static let digest = (0..<32).map { UInt8($0 * 8) }
  static let displaced = JournalIntent.Displaced(state: state, digest: digest, keptAs: ".upright-kept-abcdefghij")

  static let records: [JournalRecord] = [
    .opening(operation: ["rotate", "cw", "-i"], started: 1_763_000_000),
    .intent(0, JournalIntent(path: "/a/b.jpg", change: .patch(patch, of: state))),
    .intent(
      1, JournalIntent(path: "/a/\n\"é\".jpg", change: .file(.init(state: newState, digest: digest, displaced: nil)))),
    .intent(
      2,
      JournalIntent(
        path: PathName.text([0x2F, 0xFF, 0x61]),
        change: .file(.init(state: newState, digest: digest, displaced: displaced)))),
    .done(0, after: newState), .failed(1, code: "io"), .undone(0), .discarded(2), .plan(JournalPlanTests.plan),
    .planDone(3),
    .opening(operation: [], started: -1, home: JournalHome(path: PathName.text([0x2F, 0xFF]), inode: .max)),
    .opening(
      operation: [], started: 1, home: JournalHome(path: "/a/j", inode: 1),
      roots: JournalRoots(["/a", PathName.text([0x2F, 0xFF])])),
    .folder("/a"), .folder(PathName.text([0x2F, 0xFF])),
  ]

  @Test(arguments: records)
  func whatIsWrittenIsReadAgain(_ record: JournalRecord) {
    #expect(record.line.last == UInt8(ascii: "\n"))
    #expect(JournalRecord(line: record.line.dropLast()) == record)
  }

  @Test func theLinesAreWhatIsDocumented() {
    let lines = Self.records.prefix(2).map { String(decoding: $0.line, as: UTF8.self) }
    #expect(
      lines == [
        #"{"upright":"journal","schema":1,"started":1763000000,"deed":["rotate","cw","-i"]}"# + "\n",
        #"{"intent":0,"path":"/a/b.jpg","before":{"inode":7,"bytes":600,"seconds":5,"nanoseconds":6},"#
          + #""patch":[{"at":158,"old":"06","new":"03"},{"at":590,"old":"0008","new":"0001"}]}"# + "\n",
      ])
  }

  @Test(arguments: [
    "", "{}", "[]", "1", #"{"upright":"journal","schema":2,"started":1,"deed":[]}"#,
    #"{"upright":"x","schema":1,"started":1,"deed":[]}"#,
    #"{"upright":"journal","schema":2,"started":1,"deed":[],"roots":[]}"#,
    #"{"upright":"journal","schema":2,"started":1,"deed":[],"roots":[{"path":"a"}]}"#,
    #"{"upright":"journal","schema":2,"started":1,"deed":[],"roots":[{"path":"/a/../b"}]}"#,
    #"{"upright":"journal","schema":3,"started":1,"deed":[],"roots":[{"path":"/a"}]}"#,
    #"{"folder":1}"#, #"{"folder":{"path":""}}"#,
    #"{"done":1}"#, #"{"failed":1}"#, #"{"settled":"1"}"#, #"{"plan":1,"files":[]}"#, #"{"undone":"1"}"#,
    #"{"intent":1}"#, #"{"deed":[],"upright":"journal"}"#,
  ])
  func whatIsNoLineOfAJournalIsNothing(_ line: String) { #expect(JournalRecord(line: Array(line.utf8)) == nil) }

  // A line of two bytes per value would take some hundred times its length.
  @Test func aLineOfNothingButValuesIsNothing() {
    let edits = (0..<50_000).map { #"{"at":\#($0),"old":"06","new":"03"}"# }.joined(separator: ",")
    let before = #""before":{"inode":7,"bytes":60000,"seconds":5,"nanoseconds":6}"#
    func line(_ more: String) -> [UInt8] {
      Array(#"{"intent":0,"path":"/a",\#(before),"patch":[\#(edits)]\#(more)}"#.utf8)
    }
    #expect(JournalRecord(line: line("")) != nil)
    let values = Array(repeating: "1", count: 1_000_000).joined(separator: ",")
    #expect(JournalRecord(line: line(#","more":[\#(values)]"#)) == nil)
  }

  // Each would write bytes in the wrong place, or treat another file as a kept one.
  @Test(arguments: [
    (#""at":158"#, #""at":-1"#), (#""at":158"#, #""at":600"#), (#""at":158"#, #""at":9223372036854775807"#),
    (#""at":158"#, #""at":590"#), (#""old":"06""#, #""old":"""#), (#""old":"06""#, #""old":"0606""#),
    (#""old":"06""#, #""old":"6""#),
    (#""bytes":600"#, #""bytes":591"#), (#""/a/b.jpg""#, #""""#), (#""patch":["#, #""patch":[[],"#),
  ])
  func aPatchThatDoesNotFitIsNothing(_ part: String, other: String) {
    let line = String(decoding: Self.records[1].line.dropLast(), as: UTF8.self)
    let changed = line.replacing(part, with: other)
    #expect(changed != line && JournalRecord(line: Array(line.utf8)) != nil)
    #expect(JournalRecord(line: Array(changed.utf8)) == nil)
  }

  @Test(arguments: [
    (".upright-kept-abcdefghij", "photo.jpg"), (".upright-kept-abcdefghij", ".upright-kept-/../photo.jpg"),
    (#""sha256":"00"#, #""sha256":""#),
    (#","kept":".upright-kept-abcdefghij""#, ""),
  ])
  func aNewFileThatCannotBeTakenBackIsNothing(_ part: String, other: String) {
    let line = String(decoding: Self.records[3].line.dropLast(), as: UTF8.self)
    let changed = line.replacing(part, with: other)
    #expect(changed != line && JournalRecord(line: Array(line.utf8)) != nil)
    #expect(JournalRecord(line: Array(changed.utf8)) == nil)
  }

  @Test func keptFilesLieBesideTheirs() {
    guard case .intent(_, let intent) = Self.records[3], case .intent(_, let other) = Self.records[1] else { return }
    #expect(intent.keptPath == "/.upright-kept-abcdefghij")
    #expect(other.keptPath == nil)
  }
}

// Plans as journal lines: read back as written, and refused if anything is missing.

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
