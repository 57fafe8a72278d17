// Temporary files vanish unless they are renamed into place.

import Foundation
import Testing
@testable import UprightFiles
import UprightSystem
import UprightTestTools

@Suite struct TemporaryFileTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  @Test func itIsPrivateHiddenAndGoneWithItsLastOwner() throws {
    do {
      let temporary = try TemporaryFile(in: OpenedFolder(folder.url.path))
      #expect(folder.names.count == 1)
      #expect(folder.names[0].hasPrefix(".upright-"))
      #expect(folder.attribute(.posixPermissions, of: folder.names[0]) == 0o600)
      #expect(try Syscalls.status(of: temporary.file).byteCount == 0)
    }
    #expect(folder.names == [])
  }

  @Test func twoHaveDifferentNames() throws {
    let one = try TemporaryFile(in: OpenedFolder(folder.url.path))
    let other = try TemporaryFile(in: OpenedFolder(folder.url.path))
    #expect(folder.names.count == 2)
    #expect(try !Syscalls.status(of: one.file).isSameFile(as: Syscalls.status(of: other.file)))
  }

  @Test func namesAreOfAllLettersInAllPlacesAndNoneComesTwice() {
    let names = (0..<4000).map { _ in Array(HiddenName.randomLetters) }
    #expect(Set(names).count == 4000)
    for place in 0..<10 { #expect(Set(names.map { $0[place] }).count == 36, "place \(place)") }
    for name in names.prefix(50) { #expect(HiddenName.isName(".upright-new-" + String(name))) }
  }

  @Test func takingANameLeavesWhatIsThere() throws {
    try folder.write([1], as: "a")
    do {
      var temporary = try TemporaryFile(in: OpenedFolder(folder.url.path))
      #expect(throws: SystemError(number: EEXIST)) { try temporary.take("a") }
      try temporary.take("b")
    }
    #expect(folder.names == ["a", "b"])
    #expect(try folder.read("a") == [1])
  }

  @Test func replacingTakesANameThatIsTaken() throws {
    try folder.write([1], as: "a")
    do {
      var temporary = try TemporaryFile(in: OpenedFolder(folder.url.path))
      try temporary.replace("a")
    }
    #expect(folder.names == ["a"])
    #expect(try folder.read("a") == [])
  }

  @Test func whatWasLookedAtGoesAndNothingElseDoes() throws {
    try folder.write([1], as: "a")
    let seen = try FileIdentity(path: folder.path("a"))
    do {
      var temporary = try TemporaryFile(in: OpenedFolder(folder.url.path))
      try Syscalls.append([2], to: temporary.file.number)
      try temporary.replace("a", expecting: seen)
      #expect(try folder.read("a") == [2])
    }
    #expect(folder.names == ["a"])
    do {
      var temporary = try TemporaryFile(in: OpenedFolder(folder.url.path))
      #expect(throws: SystemError(number: ESTALE)) { try temporary.replace("a", expecting: seen) }
    }
    #expect(folder.names == ["a"])
    #expect(try folder.read("a") == [2])
  }

  @Test func aMissingFolderIsAnError() {
    #expect(throws: SystemError(number: ENOENT)) { _ = try TemporaryFile(in: OpenedFolder(folder.path("no"))) }
  }
}

// The swap name of a file states which two files it may be.

@Suite struct SwapNameTests {
  let folder: ScratchFolder
  let (new, old): (FileState, FileState)

  init() throws {
    folder = try ScratchFolder()
    new = try FileState(FileIdentity(path: folder.write([1], as: "new")))
    old = try FileState(FileIdentity(path: folder.write([2, 2, 2], as: "old")))
  }

  @Test func itComesBackAndKnowsBoth() throws {
    let name = SwapName(new, displacing: old)
    #expect(name.text.hasPrefix(".upright-swap-"))
    let read = try #require(SwapName(name.text))
    #expect(read == name)
    #expect(read.matches(new) && read.matches(old))
  }

  @Test func whatIsOtherInAnyRespectIsAnother() throws {
    let name = SwapName(new, displacing: old)
    func other(inode: UInt64 = 0, bytes: Int = 0, seconds: Int = 0, nanoseconds: Int = 0) -> FileState {
      FileState(
        inode: new.inode + inode, byteCount: new.byteCount + bytes,
        modified: .init(seconds: new.modified.seconds - seconds, nanoseconds: new.modified.nanoseconds ^ nanoseconds))
    }
    #expect(name.matches(other()))
    for changed in [other(inode: 1), other(bytes: 1), other(seconds: 1), other(nanoseconds: 1)] {
      #expect(!name.matches(changed))
    }
  }

  @Test(arguments: [
    "", ".upright-swap-", ".upright-swap-0123456789abcdef", ".upright-swap-0123456789abcdef-0123456789abcde",
    ".upright-swap-0123456789abcdef-0123456789abcdeg", ".upright-swap-0123456789abcdef-0123456789abcdef-",
    ".upright-kept-0123456789abcdef-0123456789abcdef",
  ])
  func otherNamesAreNone(_ name: String) { #expect(SwapName(name) == nil) }
}
