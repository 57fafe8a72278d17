// States after a crash between a change and its lines in the journal: every step is distinguished from every other.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct JournalEntryStateTests {
  let folder: ScratchFolder
  private let old = PaddedPhoto.bytes(2_000)

  init() throws {
    folder = try ScratchFolder()
    try folder.write(old, as: "a")
  }

  private var path: String { folder.path("a") }

  private func entry(_ change: JournalIntent.Change) throws -> JournalHistory.Entry {
    let opening = JournalRecord.opening(operation: [], started: 0).line
    let intent = JournalIntent(path: try FileName.absolute(path), change: change)
    return try #require(try JournalHistory(opening + JournalRecord.intent(0, intent).line).entries.first).get()
  }

  @Test func aPatchHalfDoneIsPutBackFirst() throws {
    let patch = BytePatch([10, 1_900].map { .init(offset: $0, old: [old[$0]], new: [old[$0] ^ 0xFF]) })
    let file = try FileBytes(path: path)
    let entry = try entry(.patch(patch, of: FileState(file.identity)))
    #expect(try entry.state() == .before)
    let own = try Syscalls.openFile(path, O_RDWR)
    #expect(UndoAttribute(file: own).write(patch, byteCount: old.count))
    #expect(try entry.state() == .before)
    #expect(UndoAttribute(file: own).write(patch, byteCount: old.count))
    try Syscalls.overwrite([old[10] ^ 0xFF], in: own, at: 10)
    #expect(try entry.state() == .before)
    #expect(try folder.read("a") == old)
    try InPlacePatch.apply(patch, to: FileBytes(path: path))
    #expect(try entry.state() == .after)
    #expect(try entry.recovered() == .done(0, after: FileState(FileIdentity(path: path))))
    // One of two positions, without an undo record: another program's change.
    try Syscalls.overwrite([old[10]], in: own, at: 10)
    #expect(try entry.state() == .neither)
    try folder.write(old + [1], as: "a")
    #expect(try entry.state() == .neither)
    try FileManager.default.removeItem(atPath: path)
    #expect(throws: UprightError.io(path: entry.intent.path, systemError: ENOENT)) { try entry.state() }
  }

  @Test func aRewriteIsToldByTheFilesNumber() throws {
    let bytes: [UInt8] = [1, 2, 3]
    try folder.write(bytes, as: "new")
    let (before, after) = try (FileState(FileIdentity(path: path)), FileState(FileIdentity(path: folder.path("new"))))
    let new = JournalIntent.NewFile(
      state: after, digest: try FileBytes(path: folder.path("new")).digest(),
      displaced: .init(state: before, digest: try FileBytes(path: path).digest(), keptAs: ".upright-kept-x"))
    let entry = try entry(.file(new))
    #expect(try entry.state() == .before)
    // The second name exists, the first is not yet the new file's.
    try Syscalls.addName(folder.path(".upright-kept-x"), to: path)
    #expect(try entry.state() == .before)
    try entry.clearUp()
    #expect(folder.names.sorted() == ["a", "new"])
    try Syscalls.addName(folder.path(".upright-kept-x"), to: path)
    try Syscalls.move(folder.path("new"), to: path)
    #expect(try entry.state() == .after)
    try entry.clearUp()
    #expect(folder.names.sorted() == [".upright-kept-x", "a"], "the only name of the original stays")
    #expect(try entry.recovered() == .done(0, after: after))
    try folder.write(bytes, as: "copy")
    try Syscalls.move(folder.path("copy"), to: path)
    #expect(try entry.state() == .after, "the same bytes under another number")
    try folder.write([1, 2, 4], as: "a")
    #expect(try entry.state() == .neither)
    try FileManager.default.removeItem(atPath: path)
    #expect(try entry.state() == .gone)
  }

  @Test func aNewFileIsThereOrNot() throws {
    let state = try FileState(FileIdentity(path: path))
    let entry = try entry(.file(.init(state: state, digest: FileBytes(path: path).digest(), displaced: nil)))
    #expect(try entry.state() == .after)
    try FileManager.default.removeItem(atPath: path)
    #expect(try entry.state() == .before)
    try folder.write([1], as: "a")
    #expect(try entry.state() == .neither)
  }
}
