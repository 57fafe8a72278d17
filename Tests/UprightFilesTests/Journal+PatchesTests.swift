// Many changes of bytes at once: announced before they happen, with the outcome of each recorded.

import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

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
