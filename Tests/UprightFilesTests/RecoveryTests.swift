// Leftovers of killed runs are cleaned up, and nothing else is touched.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite struct RecoveryTests {
  let folder: ScratchFolder
  private let contents = PaddedPhoto.bytes(3_000)

  init() throws {
    folder = try ScratchFolder()
    try folder.write(contents, as: "a")
  }

  @Test func findingsAreWrittenAsTheyAreNamed() {
    #expect(
      Recovery.Finding.allCases.map(\.rawValue)
        == ["removed", "recovered", "in-use", "recent", "displaced", "kept", "orphaned", "foreign"])
  }

  private func settle(_ name: String, age: Int = 0, now: Int = .max, isDryRun: Bool = false) throws -> Recovery.Finding?
  {
    try Recovery(age: age, now: now, isDryRun: isDryRun).recover(folder.path(name))
  }

  private var patch: BytePatch {
    BytePatch([10, 2_000].map { .init(offset: $0, old: [contents[$0]], new: [contents[$0] ^ 1]) })
  }

  /// The first of two positions is already new.
  private func tear() throws {
    try Syscalls.overwrite([contents[10] ^ 1], in: Syscalls.openFile(folder.path("a"), O_RDWR), at: 10)
  }

  @Test func aFileThatNeverGotItsNameGoes() throws {
    let name = ".upright-new-abcdefgh01"
    try folder.write([1], as: name)
    #expect(try settle(name, isDryRun: true) == .removed)
    #expect(folder.names.count == 2)
    #expect(try settle(name) == .removed)
    #expect(folder.names == ["a"])
  }

  @Test func oneThatIsBeingWrittenStays() throws {
    do {
      let temporary = try TemporaryFile(in: OpenedFolder(folder.url.path))
      let name = try #require(folder.names.first { $0 != "a" })
      #expect(try settle(name) == .inUse)
      #expect(try Syscalls.status(of: temporary.file).linkCount == 1)
    }
    #expect(folder.names == ["a"])
  }

  @Test func oneThatWasWrittenToAMomentAgoStays() throws {
    let name = ".upright-new-abcdefgh01"
    try folder.write([1], as: name)
    let written = try FileIdentity(path: folder.path(name)).modified.seconds
    #expect(try settle(name, age: 60, now: written + 59) == .recent)
    #expect(try settle(name, age: 60, now: written - 1_000) == .recent)
    #expect(try settle(name, age: 60, now: written + 60) == .removed)
  }

  @Test(arguments: [
    ".upright-abcdefghij", ".upright-screenshot", ".upright-new-abc", ".upright-new-abcdefghi",
    ".upright-new-abcdefghijk", ".upright-new-ABCDEFGHIJ",
    "upright-abcdefghij",
    ".upright-new-abcde.jpg_", "b",
  ])
  func otherNamesAreOthersFiles(_ name: String) throws {
    try folder.write([1], as: name)
    #expect(try settle(name) == nil)
    #expect(try folder.read(name) == [1])
  }

  @Test func aKeptOriginalStaysAndASecondNameGoes() throws {
    let name = ".upright-kept-abcdefghij"
    try folder.write([1], as: name)
    #expect(try settle(name) == .kept)
    try FileManager.default.removeItem(atPath: folder.path(name))
    try Syscalls.addName(folder.path(name), to: folder.path("a"))
    #expect(try settle(name, isDryRun: true) == .removed)
    do {
      let file = try Syscalls.openFile(folder.path("a"), O_RDONLY)
      try Syscalls.lock(file)
      #expect(try settle(name) == .inUse)
      #expect(folder.names.count == 2)
    }
    #expect(try settle(name) == .removed)
    #expect(folder.names == ["a"])
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
    try Syscalls.addName(folder.path("in/" + name), to: folder.path("a"))
    #expect(try settle("in/" + name) == .kept)
  }

  // Between the swap and the removal of the hidden name, the original has two hidden names and no other.
  @Test(arguments: [false, true])
  func theOriginalStaysOfAFileThatWasDisplacedAMomentAgo(swapFirst: Bool) throws {
    let kept = ".upright-kept-abcdefghij"
    let (new, old) = (try folder.write([1], as: "new"), folder.path("a"))
    let original = try folder.read("a")
    let swap = SwapName(
      FileState(try FileIdentity(path: new)), displacing: FileState(try FileIdentity(path: old))
    ).text
    try Syscalls.addName(folder.path(kept), to: old)
    try Syscalls.move(new, to: folder.path(swap))
    try Syscalls.exchange(folder.path(swap), old)
    for name in swapFirst ? [swap, kept] : [kept, swap] {
      #expect(try settle(name, isDryRun: true) == (name == kept ? .kept : .removed))
      #expect(try settle(name) == (name == kept ? .kept : .removed))
    }
    #expect(folder.names == [kept, "a"])
    #expect(try folder.read(kept) == original && folder.read("a") == [1])
  }

  @Test func whatChangedPlacesGoesAndWhatSomebodySavedStays() throws {
    let (new, old) = try (folder.write([1], as: "new"), folder.path("a"))
    let name = SwapName(
      FileState(try FileIdentity(path: new)), displacing: FileState(try FileIdentity(path: old))
    ).text
    try Syscalls.move(folder.path("new"), to: folder.path(name))
    #expect(try settle(name, isDryRun: true) == .removed)
    try Syscalls.exchange(folder.path(name), folder.path("a"))
    #expect(try settle(name, isDryRun: true) == .removed)
    try folder.write([9, 9], as: "saved")
    try Syscalls.move(folder.path("saved"), to: folder.path(name))
    #expect(try settle(name) == .displaced)
    #expect(try folder.read(name) == [9, 9])
  }

  @Test func linksAndFoldersOfSuchANameStay() throws {
    try folder.link(".upright-new-abcdefghij", to: "a")
    #expect(throws: UprightError.self) { try settle(".upright-new-abcdefghij") }
    try FileManager.default.createDirectory(
      atPath: folder.path(".upright-new-abcdefghi1"), withIntermediateDirectories: false)
    #expect(try settle(".upright-new-abcdefghi1") == nil)
    #expect(folder.names.count == 3)
  }

  @Test func aChangeThatWasCutShortIsTakenBack() throws {
    #expect(try settle("a") == nil)
    let file = try Syscalls.openFile(folder.path("a"), O_RDWR)
    #expect(UndoAttribute(file: file).write(patch, byteCount: contents.count))
    try tear()
    #expect(try settle("a", isDryRun: true) == .recovered)
    #expect(try folder.read("a") != contents)
    try Syscalls.lock(file)
    #expect(try settle("a") == .inUse)
    _ = flock(file.number, LOCK_UN)
    #expect(try settle("a") == .recovered)
    #expect(try folder.read("a") == contents)
    #expect(try settle("a") == nil)
  }

  // An archive may contain a forged undo record: its result would not be an image.
  @Test(arguments: [false, true]) func aNoteAtWhatIsNoImageIsNotFollowed(hidden: Bool) throws {
    let text = [UInt8](repeating: 0x20, count: 3_000)
    try folder.write(text, as: "a")
    let patch = BytePatch([10, 2_000].map { .init(offset: $0, old: [0x21], new: [0x20]) })
    let file = try Syscalls.openFile(folder.path("a"), O_RDWR)
    if hidden {
      try UndoFile(of: FileIdentity(path: folder.path("a")), at: DirectoryEntry(of: folder.path("a"))).write(patch)
    } else {
      #expect(UndoAttribute(file: file).write(patch, byteCount: text.count))
    }
    try Syscalls.overwrite([0x21], in: file, at: 10)
    let state = try folder.read("a")
    #expect(try settle("a") == .foreign)
    #expect(try folder.read("a") == state && folder.names == ["a"])
    #expect(try settle("a") == nil)
  }

  @Test func aNoteThatNobodyHereWroteIsClearedAway() throws {
    let file = try Syscalls.openFile(folder.path("a"), O_RDWR)
    try Syscalls.setAttribute(UndoAttribute.name, to: Array("mine".utf8), of: file)
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EPROTONOSUPPORT)) {
      try InPlacePatch.apply(patch, to: FileBytes(path: folder.path("a")))
    }
    #expect(try settle("a", isDryRun: true) == .foreign)
    #expect(try UndoAttribute.isAt(file))
    try Syscalls.lock(file)
    #expect(try settle("a") == .inUse)
    _ = flock(file.number, LOCK_UN)
    #expect(try settle("a") == .foreign)
    #expect(try !UndoAttribute.isAt(file) && folder.read("a") == contents)
    #expect(try settle("a") == nil)
  }

  // A link, and a file of another version, with the undo record's name: the link does not prevent changes of the photo.
  @Test(arguments: ["link", "dangling", "version"]) func whatTookTheNameOfTheWayBackGoes(_ kind: String) throws {
    let undo = try UndoFile(of: FileIdentity(path: folder.path("a")), at: DirectoryEntry(of: folder.path("a")))
    let name = FileName.last(of: undo.path)
    try folder.write([1, 2], as: "other")
    switch kind {
    case "link": try folder.link(name, to: "other")
    case "dangling": try folder.link(name, to: "nothing")
    default: try folder.write(Array("upright undo\n".utf8) + [2, 1], as: name)
    }
    if kind == "version" {
      #expect(throws: UprightError.io(path: undo.path, systemError: EPROTONOSUPPORT)) {
        try InPlacePatch.apply(patch, to: FileBytes(path: folder.path("a")))
      }
    } else {
      try InPlacePatch.apply(patch, to: FileBytes(path: folder.path("a")))
      try InPlacePatch.apply(patch.inverse, to: FileBytes(path: folder.path("a")))
    }
    #expect(try settle("a", isDryRun: true) == .foreign)
    #expect(try settle("a") == .foreign)
    #expect(folder.names.sorted() == ["a", "other"])
    #expect(try folder.read("other") == [1, 2] && folder.read("a") == contents)
  }

  // Leftovers of a batch are removed at any age, because its journal is locked; others once they are old.
  @Test func whatABatchLeftIsClearedByItsJournal() throws {
    for name in [".upright-new-abcde12345", ".upright-new-xbcde12345", ".upright-kept-abcdefghij"] {
      try folder.write([1], as: name)
    }
    let written = try FileIdentity(path: folder.path(".upright-new-xbcde12345")).modified.seconds
    #expect(try Recovery(age: 60, now: written + 59).clear(FolderRoot(folder.url.path), mark: "abcde") == 1)
    #expect(folder.names.sorted() == [".upright-kept-abcdefghij", ".upright-new-xbcde12345", "a"])
    let busy = try TemporaryFile(in: OpenedFolder(folder.url.path), mark: "abcde")
    #expect(try Recovery(age: 60, now: .max).clear(FolderRoot(folder.url.path), mark: "abcde") == 1)
    #expect(folder.names.count == 3)
    #expect(busy.name.hasPrefix(".upright-new-abcde"))
    #expect(HiddenName.isName(busy.name))
  }

  @Test func aHiddenWayBackIsFollowedFromItsFile() throws {
    let undo = try UndoFile(of: FileIdentity(path: folder.path("a")), at: DirectoryEntry(of: folder.path("a")))
    try undo.write(patch)
    try tear()
    let name = FileName.last(of: undo.path)
    #expect(try settle(name) == nil)
    #expect(try settle("a") == .recovered)
    #expect(try folder.read("a") == contents)
    #expect(folder.names == ["a"])
  }

  @Test func theWayBackOfAFileThatMovedAwayStays() throws {
    let undo = try UndoFile(of: FileIdentity(path: folder.path("a")), at: DirectoryEntry(of: folder.path("a")))
    try undo.write(patch)
    let other = try ScratchFolder()
    try Syscalls.move(folder.path("a"), to: other.path("a"))
    #expect(try settle(FileName.last(of: undo.path)) == .orphaned)
    #expect(folder.names.count == 1)
  }

  @Test func hiddenFilesOfOursAreLookedAtAndOthersAreNot() throws {
    for name in [".upright-new-abcdefghij", ".hidden", "b"] { try folder.write([], as: name) }
    try FileManager.default.createDirectory(atPath: folder.path("in"), withIntermediateDirectories: false)
    try folder.write([], as: "in/.upright-new-abcdefghij")
    let path = folder.url.path
    #expect(Recovery.files(in: path, recursive: false).map(\.relativePath) == [".upright-new-abcdefghij", "a", "b"])
    #expect(
      Recovery.files(in: path, recursive: true).map(\.relativePath) == [
        ".upright-new-abcdefghij", "a", "b", "in/.upright-new-abcdefghij",
      ])
    #expect(Folder.files(in: path, recursive: true) == ["a", "b"])
    var failures: [UprightError] = []
    #expect(Recovery.files(in: folder.path("no"), recursive: true) { failures.append($0) } == [])
    #expect(failures.count == 1)
  }

  @Test func whatWasLeftIsCountedAndNotTouched() throws {
    for name in [".upright-new-abcdefghij", ".upright-new-abcdefghi1", ".upright-other", ".hidden", "b"] {
      try folder.write([1], as: name)
    }
    try folder.write([1], as: ".upright-kept-abcdefghij")
    let busy = try TemporaryFile(in: OpenedFolder(folder.url.path))
    #expect(try Syscalls.status(of: busy.file).linkCount == 1)
    let names = folder.names.sorted()
    let written = try FileIdentity(path: folder.path("b")).modified.seconds
    for now in [0, written, .max] {
      let found = Recovery(age: 60, now: now).leftoverFiles(in: folder.url.path)
      #expect(found.sorted() == [".upright-new-abcdefghi1", ".upright-new-abcdefghij"])
    }
    #expect(folder.names.sorted() == names && Recovery(age: 0, now: 0).leftoverFiles(in: folder.path("no")).isEmpty)
  }

  // MARK: What the system does not report

  /// A link whose target's name is too long for any file system: nobody can examine the target, not even root.
  private func addUnseen(_ name: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: folder.path(name), withDestinationPath: String(repeating: "a", count: 300))
  }

  @Test func whatCannotBeLookedAtIsAnErrorAndNotNothing() throws {
    try addUnseen("unseen")
    #expect(throws: UprightError.io(path: folder.path("unseen"), systemError: ENAMETOOLONG)) { try settle("unseen") }
    try FileManager.default.createSymbolicLink(atPath: folder.path("nowhere"), withDestinationPath: "no/such")
    #expect(try settle("nowhere") == nil)
  }

  @Test func aWayBackIsOrphanedWhereNoFileOfTheFolderIsItsOwn() throws {
    let inode = try FileIdentity(path: folder.path("a")).inode
    let name = ".upright-undo-" + String(inode, radix: 16)
    try folder.write([1], as: name)
    #expect(try settle(name) == nil)
    try addUnseen("unseen")
    #expect(try settle(name) == nil)
    try FileManager.default.removeItem(atPath: folder.path("a"))
    #expect(try settle(name) == .orphaned)
  }
}
