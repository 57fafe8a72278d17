// Changes in a journal: whether they are in force, and undoing them.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightMetadata
import UprightTestTools

// Changes undone: bit for bit, once or twice, and never over later changes of others.

@Suite struct JournalEntryUndoTests {
  let folder: ScratchFolder
  let journal: Journal
  private let old = PaddedPhoto.bytes(2_000)
  private let new: [UInt8] = [1, 2, 3, 4, 5]

  init() throws {
    folder = try ScratchFolder()
    journal = try Journal(creating: folder.path("j"), operation: [], started: 0)
    try folder.write(old, as: "a")
  }

  /// What a journal's reader finds about the last change of `name`.
  private func entry(of name: String = "a") throws -> JournalHistory.Entry {
    let path = try FileName.absolute(folder.path(name))
    return try #require(try JournalHistory(FileBytes(path: folder.path("j"))).entry(of: path))
  }

  private func rewrite() throws {
    try SafeReplace.rewrite(FileBytes(path: folder.path("a")), journal: journal) {
      (sink: inout FileSink) throws(UprightError) in try sink.write(new)
    }
  }

  private func create(_ name: String, overwriting: Bool = false) throws {
    try SafeReplace.create(
      FileLocation(path: folder.path(name)), by: .init(overwrites: overwriting, journal: journal)
    ) {
      (sink: inout FileSink) throws(UprightError) in try sink.write(new)
    }
  }

  /// In one sector; in two.
  private static let places = [[10], [10, 1_900]]

  private func patch(_ places: [Int]) throws {
    let patch = BytePatch(places.map { .init(offset: $0, old: [old[$0]], new: [old[$0] ^ 0xFF]) })
    let errors = journal.apply([Journal.Patching(patch, of: try FileBytes(path: folder.path("a")))])
    #expect(errors == [nil])
    #expect(try folder.read("a") == patch.applied(to: old))
  }

  /// Undoes, checks, undoes again.
  private func undo(_ name: String = "a", to operation: JournalHistory.Entry.Undoing) throws {
    let (before, entry) = (try? folder.read(name), try entry(of: name))
    #expect(try entry.state() == .after)
    #expect(try entry.undo(isDryRun: true).operation == operation)
    #expect((try? folder.read(name)) == before)
    let (done, pending) = try entry.undo()
    try pending?.complete()
    #expect(done == operation)
    #expect(try entry.state() == .before)
    #expect(try entry.undo().operation == .unchanged)
  }

  @Test(arguments: places) func aPatchIsTakenBack(_ places: [Int]) throws {
    try patch(places)
    try undo(to: .restored)
    #expect(try folder.read("a") == old)
    #expect(folder.names.sorted() == ["a", "j"])
  }

  @Test func aRewrittenFileChangesPlacesWithTheKeptOne() throws {
    let inode = folder.attribute(.systemFileNumber, of: "a")
    try rewrite()
    #expect(try folder.read("a") == new)
    let kept = try #require(folder.names.first { $0.hasPrefix(".upright-kept-") })
    #expect(try folder.read(kept) == old)
    try undo(to: .restored)
    #expect(try folder.read("a") == old)
    #expect(folder.attribute(.systemFileNumber, of: "a") == inode)
    #expect(folder.attribute(.referenceCount, of: "a") == 1)
    #expect(folder.names.sorted() == ["a", "j"])
  }

  @Test func aNewFileGoesAndOneThatItDisplacedComesBack() throws {
    try create("b")
    try undo("b", to: .removed)
    #expect(folder.names.sorted() == ["a", "j"])
    try create("a", overwriting: true)
    #expect(try folder.read("a") == new)
    try undo(to: .restored)
    #expect(try folder.read("a") == old)
  }

  @Test(arguments: ["patch", "rewrite", "create"])
  func whatSomebodyHasChangedSinceIsLeftAlone(_ kind: String) throws {
    let name = kind == "create" ? "b" : "a"
    switch kind {
    case "patch": try patch([10, 1_900])
    case "rewrite": try rewrite()
    default: try create("b")
    }
    let entry = try entry(of: name)
    let path = folder.path(name)
    var theirs = try folder.read(name)
    theirs[kind == "patch" ? 1_900 : 2] ^= 0x55
    // In the same file, with the same time: only the bytes differ.
    let time = try FileIdentity(path: path).modified
    let file = try Syscalls.openFile(path, O_RDWR)
    try Syscalls.overwrite(theirs, in: file, at: 0)
    try Syscalls.setModified(time, of: file)
    #expect(throws: UprightError.changedUnderneath(entry.intent.path)) { try entry.undo() }
    try folder.write([9], as: name)
    #expect(throws: UprightError.changedUnderneath(entry.intent.path)) { try entry.undo() }
    #expect(try folder.read(name) == [9])
  }

  @Test func aChangedOriginalIsNotPutBack() throws {
    try rewrite()
    let kept = try #require(folder.names.first { $0.hasPrefix(".upright-kept-") })
    try folder.write([9], as: kept)
    #expect(throws: UprightError.self) { try entry().undo() }
    #expect(try folder.read("a") == new)
  }

  @Test func whatWasDiscardedCannotBeTakenBack() throws {
    try rewrite()
    #expect(try entry().discard(isDryRun: true))
    #expect(folder.names.count == 3)
    #expect(try entry().discard())
    journal.note([.discarded(try entry().number)])
    #expect(folder.names.sorted() == ["a", "j"])
    #expect(throws: UprightError.self) { try entry().undo() }
    #expect(try !entry().discard())
    #expect(try folder.read("a") == new)
  }

  @Test func oneThatSomebodyRemovedComesBackAndItsOriginalIsNotDiscarded() throws {
    try rewrite()
    try FileManager.default.removeItem(atPath: folder.path("a"))
    #expect(throws: UprightError.self) { try entry().discard() }
    #expect(try entry().state() == .gone)
    #expect(try entry().undo(isDryRun: true).operation == .restored)
    #expect(folder.names.count == 2)
    #expect(try entry().undo().operation == .restored)
    #expect(try folder.read("a") == old)
    #expect(folder.names.sorted() == ["a", "j"])
  }

  // The state after a crash between the swap and the removal of the new file.
  @Test func aNewFileThatLostItsPlaceIsClearedAway() throws {
    try rewrite()
    let entry = try entry()
    try Syscalls.exchange(folder.path("a"), try #require(entry.intent.keptPath))
    #expect(try entry.state() == .before)
    #expect(try entry.undo().operation == .unchanged)
    #expect(try folder.read("a") == old)
    #expect(folder.names.sorted() == ["a", "j"])
  }

  // The same time and length: only its bytes show that it is not an original.
  @Test func whatIsKeptGoesOnlyWhereItIsTheOriginal() throws {
    try rewrite()
    let kept = folder.path(try #require(folder.names.first { $0.hasPrefix(".upright-kept-") }))
    let time = try FileIdentity(path: kept).modified
    let file = try Syscalls.openFile(kept, O_RDWR)
    try Syscalls.overwrite([0x55], in: file, at: 1_900)
    try Syscalls.setModified(time, of: file)
    for isDryRun in [true, false] {
      #expect(throws: UprightError.changedUnderneath(try #require(try entry().intent.keptPath))) {
        try entry().discard(isDryRun: isDryRun)
      }
    }
    #expect(folder.names.count == 3)
  }

  // A file with the swap name is the journal's only if its bytes equal one of the two files.
  @Test(arguments: ["new", "old", "other"]) func whatChangedPlacesGoesOnlyWithItsBytes(_ bytes: String) throws {
    try rewrite()
    let entry = try entry()
    guard case .file(let change) = entry.intent.change, let displaced = change.displaced else { return }
    let name = SwapName(change.state, displacing: displaced.state).text
    try folder.write(bytes == "new" ? new : bytes == "old" ? old : [7], as: name)
    _ = try entry.recovered()
    #expect(folder.names.contains(name) == (bytes == "other"))
    try folder.write(bytes == "new" ? new : bytes == "old" ? old : [7], as: name)
    #expect(try entry.undo().operation == .restored)
    #expect(folder.names.contains(name) == (bytes == "other"))
  }

  @Test func aSecondNameOfOtherBytesStays() throws {
    try rewrite()
    let entry = try entry()
    let kept = try #require(entry.intent.keptPath)
    try Syscalls.exchange(folder.path("a"), kept)
    try folder.write([4], as: FileName.last(of: kept))
    #expect(try entry.undo().operation == .unchanged)
    #expect(try folder.read(FileName.last(of: kept)) == [4])
  }

  // An overwritten text is where it was kept; labels that the plan names are restored.
  @Test(arguments: ["note.txt", "run.sh"]) func onlyImagesAndPlannedLabelsComeBack(_ name: String) throws {
    try folder.write([9, 9, 9], as: name)
    try SafeReplace.rewrite(FileBytes(path: folder.path(name)), journal: journal) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(new)
    }
    let error = #expect(throws: UprightError.self) { try entry(of: name).undo() }
    #expect(error?.codes.exitCode == 65 && error?.description.contains("it is in /") == true)
    #expect(try folder.read(name) == new)
    let path = try FileName.absolute(folder.path(name))
    try journal.announcePlan(JournalPlan(words: [], files: [.init(path: path, digest: SHA256.digest(of: [9, 9, 9]))]))
    #expect(try entry(of: name).isPlanned)
    if name == "run.sh" {
      #expect(throws: UprightError.self) { try entry(of: name).undo() }
      return
    }
    #expect(try entry(of: name).undo().operation == .restored)
    #expect(try folder.read(name) == [9, 9, 9])
  }

  // A copy of the folder is as good as the folder, if times were kept.
  @Test(arguments: places) func anUntouchedCopyIsTakenForTheFile(_ places: [Int]) throws {
    try patch(places)
    let (entry, time) = (try entry(), try FileIdentity(path: folder.path("a")).modified)
    let copy = try folder.read("a")
    try folder.write(copy, as: "copy")
    try Syscalls.move(folder.path("copy"), to: folder.path("a"))
    let file = try Syscalls.openFile(folder.path("a"), O_RDWR)
    try Syscalls.setModified(.init(seconds: 1, nanoseconds: 0), of: file)
    #expect(try entry.state() == .neither)
    try Syscalls.setModified(time, of: file)
    #expect(try entry.state() == .after)
  }
}

// States after a crash between a change and its lines in the journal: every step is distinguished from every other.

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
