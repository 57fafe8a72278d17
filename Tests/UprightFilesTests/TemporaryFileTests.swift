// Temporary files vanish unless they are renamed into place.

import Foundation
import Testing
import UprightSystem
import UprightTestTools

@testable import UprightFiles

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
