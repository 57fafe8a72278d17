// Displaced files under their second names.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct KeptFileTests {
  let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
    try folder.write([1], as: "a")
    try Syscalls.addName(folder.path("kept"), to: folder.path("a"))
  }

  private var kept: KeptFile { KeptFile(folder.path("kept")) }

  @Test func aNameTooManyIsReleased() throws {
    try kept.release(to: folder.path("a"))
    #expect(folder.names == ["a"])
    try kept.release(to: folder.path("a"))
  }

  @Test func theOnlyNameIsNotReleased() throws {
    try folder.write([2], as: "b")
    try Syscalls.move(folder.path("b"), to: folder.path("a"))
    try kept.release(to: folder.path("a"))
    try kept.release(to: folder.path("nothing"))
    #expect(folder.names.sorted() == ["a", "kept"])
    let state = try FileState(FileIdentity(path: folder.path("kept")))
    try kept.check(state)
    try kept.putBack(as: folder.path("a"), displacing: FileIdentity(path: folder.path("a")))
    #expect(folder.names == ["a"])
    #expect(try folder.read("a") == [1])
    #expect(throws: UprightError.io(path: folder.path("kept"), systemError: ENOENT)) { try kept.check(state) }
    #expect(throws: UprightError.self) { try kept.remove() }
  }

  @Test func whatCameInItsPlaceAndWasDisplacedIsReleased() throws {
    try folder.write([2], as: "b")
    let new = try FileState(FileIdentity(path: folder.path("b")))
    try Syscalls.move(folder.path("b"), to: folder.path("kept"))
    try kept.release(to: folder.path("a"))
    #expect(folder.names.sorted() == ["a", "kept"])
    try kept.release(to: folder.path("a"), displacing: new)
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
      try KeptFile(folder.path("a")).remove(expecting: state)
    }
    #expect(try folder.read("a") == [3, 3])
    try KeptFile(folder.path("a")).remove(expecting: FileIdentity(path: folder.path("a")))
    #expect(folder.names == ["kept"])
  }

  @Test func oneThatWasChangedIsNotTakenForTheOriginal() throws {
    let state = try FileState(FileIdentity(path: folder.path("kept")))
    try folder.write([1, 2], as: "kept")
    #expect(throws: UprightError.changedUnderneath(folder.path("kept"))) { try kept.check(state) }
  }
}
