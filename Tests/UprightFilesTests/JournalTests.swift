// Journals that are written: whole lines, one writer, nothing before its announcement.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightTestTools

@Suite struct JournalTests {
  let folder: ScratchFolder
  private var path: String { folder.path("journal.jsonl") }

  init() throws { folder = try ScratchFolder() }

  private func intent(_ path: String) -> JournalIntent {
    JournalIntent(path: path, change: .patch(JournalRecordTests.patch, of: JournalRecordTests.state))
  }

  private func begun() throws -> Journal {
    try Journal(creating: path, operation: ["fix", "-i"], started: 1, roots: JournalRoots(["/"]))
  }

  private func history() throws -> JournalHistory { try JournalHistory(FileBytes(path: path)) }

  @Test func whatIsAnnouncedAndNotedIsThere() throws {
    let journal = try begun()
    #expect(folder.attribute(.posixPermissions, of: "journal.jsonl") == 0o600)
    #expect(try journal.announce([intent("/a"), intent("/b")]) == 0..<2)
    journal.note([.done(0, after: JournalRecordTests.newState)])
    #expect(try journal.announce([intent("/c")]) == 2..<3)
    journal.note([])
    try journal.finish()
    let history = try history()
    #expect(history.operation == ["fix", "-i"])
    #expect(try history.entries.map { try $0.get().intent.path } == ["/c", "/b", "/a"])
    #expect(try history.entry(of: "/a")?.after != nil && history.entry(of: "/b")?.after == nil)
    #expect(folder.names == ["journal.jsonl"])
  }

  @Test func aPromiseIsThereBeforeItReturnsAndSettledForWhatWasAnnounced() throws {
    let journal = try begun()
    try journal.announcePlan(JournalPlanTests.plan)
    #expect(try history().plan == JournalPlanTests.plan && history().isPlanDone)
    #expect(try journal.announce([intent("/a"), intent("/b")]) == 0..<2)
    #expect(try !history().isPlanDone)
    journal.markPlanDone()
    #expect(try history().isPlanDone && history().planDoneNumber == 2)
    #expect(try journal.announce([intent("/c")]) == 2..<3)
    #expect(try !history().isPlanDone)
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount a small file system"))
  func aPromiseThatCannotBeWrittenIsNone() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 16))
    let path = disk.folder.path("journal.jsonl")
    let journal = try Journal(creating: path, operation: [], started: 1)
    let files = (0..<1_000).map { JournalPlan.File(path: "/\($0)", digest: JournalRecordTests.digest) }
    #expect(throws: UprightError.io(path: path, systemError: ENOSPC)) {
      try journal.announcePlan(JournalPlan(words: ["labels"], files: files))
    }
    #expect(try JournalHistory(FileBytes(path: path)).plan == nil)
    try journal.announcePlan(JournalPlanTests.plan)
    #expect(try JournalHistory(FileBytes(path: path)).plan == JournalPlanTests.plan)
  }

  @Test func aNameThatIsTakenIsRefused() throws {
    try folder.write([1, 2], as: "journal.jsonl")
    #expect(throws: UprightError.exists(path)) { try begun() }
    #expect(try folder.read("journal.jsonl") == [1, 2])
    #expect(folder.names == ["journal.jsonl"])
  }

  @Test func oneProcessWritesAtATime() throws {
    let journal = try begun()
    #expect(throws: UprightError.io(path: path, systemError: EWOULDBLOCK)) { try Journal(resuming: path) }
    try journal.finish()
  }

  @Test func resumedItGoesOnBehindTheLastWholeLine() throws {
    do { _ = try begun().announce([intent("/a")]) }
    let whole = try folder.read("journal.jsonl")
    try folder.write(whole + Array("{\"done\":0,".utf8), as: "journal.jsonl")
    let journal = try Journal(resuming: path)
    #expect(journal.history.entries.count == 1)
    #expect(try folder.read("journal.jsonl") == whole)
    #expect(try journal.announce([intent("/b")]) == 1..<2)
    #expect(try history().entries.count == 2)
  }

  @Test func whatIsNoJournalIsNotCut() throws {
    let image: [UInt8] = [0xFF, 0xD8, 0, 0, 10, 0, 0]
    try folder.write(image, as: "journal.jsonl")
    #expect(throws: UprightError.self) { try Journal(resuming: path) }
    #expect(try folder.read("journal.jsonl") == image)
  }

  @Test func manyThreadsWriteWholeLines() throws {
    let journal = try begun()
    DispatchQueue.concurrentPerform(iterations: 64) { index in
      guard let numbers = try? journal.announce([intent("/\(index)a"), intent("/\(index)b")]) else { return }
      journal.note(numbers.map { .done($0, after: JournalRecordTests.newState) })
    }
    let entries = try history().entries
    #expect(try entries.count == 128 && entries.allSatisfy { try $0.get().after != nil })
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount a small file system"))
  func aFullDiskLeavesWholeLines() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 16))
    let path = disk.folder.path("journal.jsonl")
    let journal = try Journal(creating: path, operation: [], started: 1)
    var count = 0
    #expect(throws: UprightError.io(path: path, systemError: ENOSPC)) {
      while count < 1_000 {
        _ = try journal.announce([intent("/\(count)")])
        count += 1
      }
    }
    #expect(count > 0)
    #expect(try JournalHistory(FileBytes(path: path)).entries.count == count)
  }

  @Test func oneThatSomebodyRemovedIsNotFinished() throws {
    let folder = try ScratchFolder()
    let journal = try Journal(creating: folder.path("j"), operation: [], started: 0)
    try journal.finish()
    try FileManager.default.removeItem(atPath: folder.path("j"))
    #expect(throws: UprightError.io(path: folder.path("j"), systemError: ENOENT)) { try journal.finish() }
  }
}

// Many changes of bytes at once: announced before they happen, with the outcome of each recorded.

@Suite struct JournalPatchesTests {
  let folder: ScratchFolder
  let journal: Journal
  private let bytes = [UInt8](repeating: 7, count: 1_000)

  init() throws {
    folder = try ScratchFolder()
    journal = try Journal(creating: folder.path("j"), operation: [], started: 0)
  }

  private func patching(_ name: String, old: UInt8 = 7) throws -> Journal.Patching {
    let patch = BytePatch([.init(offset: 3, old: [old], new: [9]), .init(offset: 900, old: [7, 7], new: [7, 9])])
    return try Journal.Patching(patch, of: FileBytes(path: folder.write(bytes, as: name)))
  }

  private func entry(_ name: String) throws -> JournalHistory.Entry? {
    try JournalHistory(FileBytes(path: folder.path("j"))).entry(of: FileName.absolute(folder.path(name)))
  }

  @Test func eachIsNotedWithWhatCameOfIt() throws {
    let names = (0..<20).map { "file \($0)" }
    var changes = try names.map { try patching($0) }
    changes[4] = try patching(names[4], old: 8)
    let errors = journal.apply(changes)
    #expect(errors[4] == .changedUnderneath(folder.path(names[4])))
    #expect(errors.enumerated().allSatisfy { ($0.element == nil) == ($0.offset != 4) })
    for (index, name) in names.enumerated() {
      let entry = try #require(try entry(name))
      #expect(try folder.read(name)[3] == (index == 4 ? 7 : 9))
      #expect(entry.hasFailed == (index == 4) && (entry.after != nil) == (index != 4))
    }
    #expect(folder.names.count == 21)
  }

  @Test func oneThatLeadsOutOfTheFoldersFailsAlone() throws {
    let outside = try ScratchFolder()
    try outside.write(bytes, as: "x")
    try folder.link("link", to: outside.path("x"))
    let patch = BytePatch([.init(offset: 3, old: [7], new: [9])])
    let changes = [
      try patching("a"), try Journal.Patching(patch, of: FileBytes(path: folder.path("link"))), try patching("b"),
    ]
    let errors = journal.apply(changes)
    #expect(errors[0] == nil && errors[2] == nil)
    guard case .unanswerable(field: "journal", _) = errors[1] else { throw errors[1] ?? .differentSource }
    #expect(try outside.read("x") == bytes)
    for name in ["a", "b"] { #expect(try folder.read(name)[3] == 9 && entry(name)?.after != nil) }
  }

  @Test func aFolderOutsideIsNotWrittenDown() throws {
    let outside = try ScratchFolder()
    journal.enter(try DirectoryEntry(of: outside.path("new")))
    journal.enter(try DirectoryEntry(of: folder.path("new")))
    let history = try JournalHistory(FileBytes(path: folder.path("j")))
    #expect(history.writtenFolders == [FileName.folder(of: try FileName.absolute(folder.path("j")))])
  }

  @Test func linksAreFollowedToTheFile() throws {
    _ = try patching("a")
    try folder.link("b", to: "a")
    let patch = BytePatch([.init(offset: 3, old: [7], new: [9])])
    #expect(journal.apply([try Journal.Patching(patch, of: FileBytes(path: folder.path("b")))]) == [nil])
    #expect(try entry("a") != nil)
    #expect(journal.apply([]).isEmpty)
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount a small file system"))
  func whatCannotBeAnnouncedIsNotDone() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 16))
    let journal = try Journal(creating: disk.folder.path("j"), operation: [], started: 0, roots: JournalRoots(["/"]))
    _ = try? disk.folder.write([UInt8](repeating: 1, count: 65_536), as: "full")
    let changes = try (0..<40).map { try patching("file \($0)") }
    var errors: [UprightError?] = []
    for change in changes where errors.last != .some(.io(path: disk.folder.path("j"), systemError: 28)) {
      errors = journal.apply([change])
    }
    #expect(errors == [.io(path: disk.folder.path("j"), systemError: 28)])
    #expect(try folder.read("file 39") == bytes)
  }
}
