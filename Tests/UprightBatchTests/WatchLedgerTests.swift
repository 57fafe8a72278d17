// What a program that watches folders knows of files: its own results, failures, and what came in their place.
#if os(Linux)
  import Foundation
  import Testing
  import Upright
  import UprightSystem
  import UprightTestTools

  @testable import UprightBatch
  @testable import UprightFiles

  @Suite struct WatchLedgerTests {
    let folder: ScratchFolder

    init() throws { folder = try ScratchFolder() }

    private func file(_ name: String, _ bytes: [UInt8]) throws -> (FileLocation, FileIdentity) {
      let location = FileLocation(path: try folder.write(bytes, as: name), followingLinks: false)
      return (location, try FileIdentity(location))
    }

    private func journal() throws -> Journal {
      try Journal(
        creating: folder.path("journal"), operation: ["rotate"], started: 1, roots: JournalRoots([folder.url.path]))
    }

    private func history() throws -> JournalHistory { try JournalHistory(path: folder.path("journal")) }

    /// Rewrites a file by way of the journal.
    private func rewrite(_ location: FileLocation, _ bytes: [UInt8], _ journal: Journal) throws {
      _ = try SafeReplace.rewrite(FileBytes(location), journal: journal) { (_) throws(UprightError) in
      } contents: { (sink: inout FileSink) throws(UprightError) in
        try sink.write(bytes)
      }
    }

    @Test func whatTheJournalLeftIsKnownAndWhatReplacedItIsNot() throws {
      let journal = try journal()
      let ledger = WatchLedger(journal, history: journal.history, isInPlace: true)
      let (one, before) = try file("1.jpg", [1])
      let (two, other) = try file("2.jpg", [2])
      try rewrite(one, [3], journal)
      try rewrite(two, [4], journal)
      try FileManager.default.removeItem(atPath: two.path)
      try folder.write([5, 5], as: "2.jpg")
      ledger.note(done: one, from: before)
      ledger.note(done: two, from: other)
      #expect(try ledger.isKnown(one, FileIdentity(one)))
      #expect(try !ledger.isKnown(two, FileIdentity(two)))
    }

    // After a restart, processed files that have exchanged names are done, and so is one whose name was given away.
    @Test func processedFilesAreDoneUnderAnyName() throws {
      let journal = try journal()
      let (one, two) = (try file("1.jpg", [1]).0, try file("2.jpg", [2]).0)
      try rewrite(one, [3], journal)
      try rewrite(two, [4], journal)
      try FileManager.default.moveItem(atPath: one.path, toPath: folder.path("x"))
      try FileManager.default.moveItem(atPath: two.path, toPath: one.path)
      try FileManager.default.moveItem(atPath: folder.path("x"), toPath: two.path)
      let (away, new) = (try file("3.jpg", [5]).0, try file("4.jpg", [6]).0)
      try rewrite(away, [7], journal)
      try FileManager.default.removeItem(atPath: new.path)
      try FileManager.default.moveItem(atPath: away.path, toPath: new.path)
      try rewrite(file("3.jpg", [8]).0, [9], journal)
      let ledger = WatchLedger(nil, history: try history(), isInPlace: true)
      for location in [one, two, away, new] {
        #expect(try ledger.isDone(location, FileIdentity(location)), "\(location.path)")
      }
      let (fresh, identity) = try file("5.jpg", [1])
      #expect(try !ledger.isDone(fresh, identity))
    }

    @Test func twoNamesOfOneFileHaveTwoResults() throws {
      let (one, identity) = try file("1.jpg", [1])
      let linked = unsafe link(one.path, folder.path("2.jpg"))
      #expect(linked == 0)
      let two = FileLocation(path: folder.path("2.jpg"), followingLinks: false)
      for isInPlace in [false, true] {
        let ledger = WatchLedger(nil, history: nil, isInPlace: isInPlace)
        ledger.note(done: one, from: identity)
        #expect(ledger.isKnown(one, identity) && ledger.isKnown(two, identity) == isInPlace)
      }
    }

    @Test(arguments: [ENOSPC, EDQUOT, EMFILE, ESTALE])
    func whatMaySucceedLaterIsTriedAgainAfterEverLongerTimes(_ number: Int32) throws {
      let ledger = WatchLedger(nil, history: nil, isInPlace: true)
      let (one, identity) = try file("1.jpg", [1])
      let delays = (0..<9).map { _ in
        ledger.note(failed: one, identity, because: .io(path: one.path, systemError: number))
      }
      #expect(delays.prefix(3) == [.seconds(15), .seconds(30), .seconds(60)] && delays.last == .seconds(600))
      #expect(!ledger.isKnown(one, identity))
    }

    @Test(arguments: [UprightError.unsupported("x"), .io(path: "1.jpg", systemError: EACCES), nil])
    func anotherFailureWaitsForAChange(_ error: UprightError?) throws {
      let ledger = WatchLedger(nil, history: nil, isInPlace: true)
      let (one, identity) = try file("1.jpg", [1])
      #expect(ledger.note(failed: one, identity, because: error) == nil)
      #expect(ledger.isKnown(one, identity))
      usleep(20_000)
      let changed = unsafe chmod(one.path, 0o600)
      #expect(changed == 0)
      #expect(try !ledger.isKnown(one, FileIdentity(one)))
      #expect(try !ledger.isKnown(one, file("1.jpg", [1, 2]).1))
    }

    @Test func aJournalThatIsRemovedEndsIt() throws {
      let journal = try journal()
      let ledger = WatchLedger(journal, history: journal.history, isInPlace: true)
      try ledger.begin()
      try FileManager.default.removeItem(atPath: journal.path)
      #expect(throws: UprightError.io(path: journal.path, systemError: ENOENT)) { try ledger.begin() }
    }
  }
#endif
