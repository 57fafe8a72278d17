// Displaced files with their second names.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct BackupFileTests {
  let folder: ScratchFolder
  let original: JournalIntent.Displaced

  init() throws {
    folder = try ScratchFolder()
    let file = try FileBytes(path: folder.write([1], as: "a"))
    original = .init(state: FileState(file.identity), digest: try file.digest(), keptAs: "kept")
    try Syscalls.addName(folder.path("kept"), to: folder.path("a"))
  }

  private var kept: BackupFile { BackupFile(folder.path("kept")) }

  @Test func aNameTooManyIsReleased() throws {
    try kept.release(to: folder.path("a"), original)
    #expect(folder.names == ["a"])
    try kept.release(to: folder.path("a"), original)
  }

  @Test func theOnlyNameIsNotReleased() throws {
    try folder.write([2], as: "b")
    try Syscalls.move(folder.path("b"), to: folder.path("a"))
    try kept.release(to: folder.path("a"), original)
    try kept.release(to: folder.path("nothing"), original)
    #expect(folder.names.sorted() == ["a", "kept"])
    _ = try kept.checked(original)
    try kept.putBack(as: folder.path("a"), displacing: FileIdentity(path: folder.path("a")))
    #expect(folder.names == ["a"])
    #expect(try folder.read("a") == [1])
    #expect(throws: UprightError.io(path: folder.path("kept"), systemError: ENOENT)) { _ = try kept.checked(original) }
    #expect(throws: UprightError.self) { try kept.remove() }
  }

  @Test func whatCameInItsPlaceAndWasDisplacedIsReleased() throws {
    try folder.write([2], as: "b")
    let new = try FileBytes(path: folder.path("b")).digest()
    try Syscalls.move(folder.path("b"), to: folder.path("kept"))
    try kept.release(to: folder.path("a"), original)
    #expect(folder.names.sorted() == ["a", "kept"])
    try kept.release(to: folder.path("a"), original, displacing: new)
    #expect(folder.names == ["a"])
  }

  @Test func itTakesNobodyElsesPlace() throws {
    try folder.write([2], as: "b")
    try Syscalls.move(folder.path("b"), to: folder.path("a"))
    let other = try FileIdentity(path: folder.path("kept"))
    #expect(throws: UprightError.changedUnderneath(folder.path("kept"))) {
      try kept.putBack(as: folder.path("a"), displacing: other)
    }
    #expect(try folder.read("a") == [2])
    #expect(try folder.read("kept") == [1])
  }

  @Test func onlyWhatIsExpectedIsRemoved() throws {
    let state = try FileIdentity(path: folder.path("a"))
    try folder.write([3, 3], as: "b")
    try Syscalls.move(folder.path("b"), to: folder.path("a"))
    #expect(throws: UprightError.changedUnderneath(folder.path("a"))) {
      try BackupFile(folder.path("a")).remove(expecting: state)
    }
    #expect(try folder.read("a") == [3, 3])
    try BackupFile(folder.path("a")).remove(expecting: FileIdentity(path: folder.path("a")))
    #expect(folder.names == ["kept"])
  }

  // The same time and length: only the bytes differ.
  @Test(arguments: [[1, 2], [9]]) func oneThatWasChangedIsNotTakenForTheOriginal(_ bytes: [UInt8]) throws {
    let file = try Syscalls.openFile(folder.path("kept"), O_RDWR)
    try Syscalls.overwrite(bytes, in: file, at: 0)
    try Syscalls.setModified(original.state.modified, of: file)
    #expect(throws: UprightError.changedUnderneath(folder.path("kept"))) { _ = try kept.checked(original) }
  }
}
