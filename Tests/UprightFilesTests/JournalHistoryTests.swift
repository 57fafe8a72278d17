// Journals that are read: complete ones, those after a crash, and damaged ones.

import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct JournalHistoryTests {
  private let opening = JournalRecord.opening(operation: ["rotate", "cw", "-i"], started: 1)

  private func intent(_ number: Int, _ path: String) -> JournalRecord {
    .intent(number, JournalIntent(path: path, change: .patch(JournalRecordTests.patch, of: JournalRecordTests.state)))
  }

  private func history(_ records: [JournalRecord]) throws -> JournalHistory {
    try JournalHistory(records.flatMap(\.line))
  }

  @Test func theLastChangeOfEachPathCounts() throws {
    let state = JournalRecordTests.newState
    let history = try history([
      opening, intent(0, "/a"), intent(1, "/b"), .done(0, after: state), .failed(1, code: "io"), intent(2, "/b"),
      intent(3, "/c"), .done(3, after: state), .undone(3), .discarded(2),
    ])
    #expect(history.operation == ["rotate", "cw", "-i"])
    #expect(try history.entries.map { try $0.get().number } == [2, 0])
    #expect(try history.entry(of: "/a")?.after == state)
    let retried = try #require(try history.entry(of: "/b"))
    #expect(retried.number == 2 && retried.after == nil && !retried.hasFailed && retried.isDiscarded)
    #expect(try history.entry(of: "/c") == nil)
    #expect(history.nextNumber == 4)
  }

  // A file that was moved away before another got its name is still known by its state.
  @Test func theStateThatAnEarlierChangeOfAPathLeftIsKnown() throws {
    let (first, second) = (JournalRecordTests.newState, JournalRecordTests.state)
    let records = [
      opening, intent(0, "/a"), .done(0, after: first), intent(1, "/a"), .done(1, after: second),
    ]
    let history = try history(records)
    #expect(try history.entry(leaving: first)?.number == 0 && history.entry(leaving: second)?.number == 1)
    #expect(try history.entry(of: "/a")?.number == 1 && history.entries.count == 1)
    #expect(try self.history(records + [.undone(1)]).entry(leaving: second) == nil)
  }

  // What follows all changes is complete for those before a number, and for none once something was undone.
  @Test func aPlanIsSettledForWhatWasThereThen() throws {
    let plan = JournalRecord.plan(JournalPlanTests.plan)
    var records = [opening, intent(0, "/a")]
    #expect(try history(records).isPlanDone && history(records).plan == nil)
    records.insert(plan, at: 1)
    #expect(try !history(records).isPlanDone && history(records).plan == JournalPlanTests.plan)
    records += [.planDone(1)]
    #expect(try history(records).isPlanDone && history(records).planDoneNumber == 1)
    #expect(try !history(records + [intent(1, "/b")]).isPlanDone)
    #expect(try history(records + [intent(1, "/b"), .planDone(2)]).isPlanDone)
    let undone = records + [intent(1, "/b"), .planDone(2), .undone(1)]
    #expect(try !history(undone).isPlanDone && history(undone).planDoneNumber == 0)
    #expect(try history(undone + [.undone(0)]).isPlanDone)
    #expect(try !history(records + [plan]).isPlanDone)
  }

  // Names that look alike but differ in their bytes are two files.
  @Test func pathsAreBytes() throws {
    let history = try history([opening, intent(0, "/e\u{301}"), intent(1, "/\u{E9}"), .undone(1)])
    #expect(try history.entries.map { try $0.get().number } == [0])
    #expect(try history.entry(of: "/\u{E9}") == nil)
  }

  @Test func whatBreaksOffAtTheEndIsLeftOut() throws {
    let lines = [opening, intent(0, "/a"), .done(0, after: JournalRecordTests.newState), intent(1, "/b")].map(\.line)
    let all = lines.flatMap(\.self)
    for count in 0...all.count {
      var whole = 0
      while whole < lines.count, lines[0...whole].joined().count <= count { whole += 1 }
      let prefix = Array(all.prefix(count))
      guard whole > 0 else {
        #expect(throws: UprightError.self) { try JournalHistory(prefix) }
        continue
      }
      for rest in [[], [0, 0, 0], [0, UInt8(ascii: "\n")] + lines[2]]
      where rest.isEmpty || lines.prefix(whole).joined().count == count {
        let history = try JournalHistory(prefix + rest)
        #expect(history.byteCount == lines.prefix(whole).joined().count)
        #expect(history.entries.count == (whole < 2 ? 0 : whole < 4 ? 1 : 2))
        #expect(try (history.entry(of: "/a")?.after != nil) == (whole > 2))
      }
    }
  }

  @Test func anythingElseThatCannotBeReadIsNamedByItsLine() throws {
    let state = JournalRecordTests.newState
    let wrong: [([JournalRecord], Int)] = [
      ([intent(0, "/a")], 1), ([opening, opening], 2), ([opening, .done(0, after: state)], 2),
      ([opening, intent(1, "/a"), intent(1, "/b")], 3), ([opening, intent(0, "/a"), .undone(0), .undone(0)], 4),
      ([opening, intent(.max, "/a")], 2), ([opening, intent(-1, "/a")], 2),
    ]
    for (records, line) in wrong {
      let error = #expect(throws: UprightError.self) { try history(records) }
      #expect(error?.codes.exitCode == 65)
      #expect(error?.description == "line \(line) is invalid; this is not a journal file of this version")
    }
    #expect(throws: UprightError.self) { try JournalHistory(opening.line + Array("{}\n".utf8) + intent(0, "/a").line) }
  }

  @Test func blankLinesSayNothing() throws {
    let lines = opening.line + Array("\n \r\n".utf8) + intent(0, "/a").line + [UInt8(ascii: "\n")]
    let history = try JournalHistory(lines)
    #expect(history.entries.count == 1)
    #expect(history.byteCount == lines.count)
  }

  // An image that was named by mistake is not a truncated journal.
  @Test func whatIsNoJournalAtAllIsRefused() {
    for bytes: [UInt8] in [
      [], [0], [0xFF, 0xD8, 0, 10, 0], Array("{\"upright\":\"jour".utf8), [UInt8](repeating: 0, count: 3 << 20),
    ] {
      #expect(throws: UprightError.self) { try JournalHistory(bytes) }
    }
  }

  // A line is read only up to the maximum length, and zero bytes after a crash are not a line.
  @Test func aLineThatNeverEndsIsRefused() throws {
    let endless = opening.line + [UInt8](repeating: UInt8(ascii: "x"), count: JournalHistory.longestLine + 1)
    for bytes in [endless, Array(endless.dropFirst(opening.line.count))] {
      let error = #expect(throws: UprightError.self) { try JournalHistory(bytes) }
      #expect(error?.codes.exitCode == 65 && error?.description.contains("has more than 32 MB") == true)
    }
    let zeros = [UInt8](repeating: 0, count: JournalHistory.longestLine + 1)
    #expect(try JournalHistory(opening.line + zeros).byteCount == opening.line.count)
  }

  @Test func linesMayLieAnywhereInPiecesOfAFile() throws {
    var records = [opening]
    for number in 0..<6_000 {
      records += [intent(number, "/photo \(number)"), .done(number, after: JournalRecordTests.newState)]
    }
    let history = try history(records)
    #expect(try history.entries.count == 6_000 && history.entries.allSatisfy { try $0.get().after != nil })
    #expect(try history.entries.first?.get().number == 5_999)
  }

  @Test func noDamageStopsIt() {
    let bytes = (JournalRecordTests.records).flatMap(\.line)
    var random = SplitMix64(seed: 11)
    for _ in 0..<3_000 {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        damaged[Int.random(in: damaged.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      _ = try? JournalHistory(damaged)
    }
  }
}
