// The undo record of an interrupted change: what is written, when it is trusted, and what is restored.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct UndoFileTests {
  let folder: ScratchFolder
  let contents = PaddedPhoto.bytes(5000)
  let patch: BytePatch

  init() throws {
    folder = try ScratchFolder()
    try folder.write(contents, as: "a")
    let old = contents
    patch = BytePatch(
      [100, 600, 4900].map {
        BytePatch.Edit(offset: $0, old: Array(old[$0..<$0 + 36]), new: [UInt8](repeating: 9, count: 36))
      })
  }

  private func undo(_ name: String = "a") throws -> UndoFile {
    try UndoFile(of: FileIdentity(path: folder.path(name)), at: DirectoryEntry(of: folder.path(name)))
  }

  /// The file if the machine crashes after writing `edits` edits, and `bytes` bytes of the next one.
  private func torn(edits: Int, bytes: Int) -> [UInt8] {
    var torn = contents
    for (index, edit) in patch.edits.enumerated() {
      let count = index < edits ? edit.new.count : index == edits ? bytes : 0
      torn.replaceSubrange(edit.offset..<edit.offset + count, with: edit.new.prefix(count))
    }
    return torn
  }

  /// Leaves the file in a state, as another program would: the same file with other bytes.
  private func overwrite(_ bytes: [UInt8], _ name: String = "a") throws {
    let file = try FileHandle(forWritingTo: folder.url.appendingPathComponent(name))
    try file.write(contentsOf: Data(bytes))
    try file.close()
  }

  @Test(arguments: 0...2, [0, 1, 17, 35]) func whereverItWasCutShortTheOldBytesComeBack(edits: Int, bytes: Int) throws {
    try undo().write(patch)
    #expect(folder.names.count == 2)
    try overwrite(torn(edits: edits, bytes: bytes))
    #expect(try InPlacePatch.recover(folder.path("a")))
    #expect(try folder.read("a") == contents)
    #expect(folder.names == ["a"])
    #expect(try !InPlacePatch.recover(folder.path("a")))
  }

  @Test func itIsFoundUnderEveryNameInTheFolder() throws {
    try undo().write(patch)
    try overwrite(torn(edits: 1, bytes: 5))
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("b"))
    try folder.link("link", to: "b")
    #expect(try InPlacePatch.recover(folder.path("link")))
    #expect(try folder.read("b") == contents)
    #expect(folder.names == ["b", "link"])
  }

  @Test func itIsHiddenAndNobodyElsesToRead() throws {
    let undo = try undo()
    try undo.write(patch)
    let name = FileName.last(of: undo.path)
    #expect(name.hasPrefix(".upright-undo-"))
    #expect(folder.attribute(.posixPermissions, of: name) == 0o600)
    #expect(Folder.files(in: folder.url.path, recursive: true) == ["a"])
  }

  @Test func aFileThatHoldsOtherBytesIsLeftAlone() throws {
    var other = torn(edits: 2, bytes: 0)
    other[620] ^= 0x55
    for state in [other, contents + [1], Array(contents.dropLast(100))] {
      try folder.write(contents, as: "a")
      try undo().write(patch)
      if state.count == contents.count {
        try overwrite(state)
      } else {
        try folder.truncate("a", to: UInt64(min(state.count, contents.count)))
        if state.count > contents.count { try folder.append([1], to: "a") }
      }
      #expect(try !InPlacePatch.recover(folder.path("a")))
      #expect(try folder.read("a") == state)
      #expect(folder.names == ["a"], "it is of no use any more")
    }
  }

  @Test func anotherFilesIsNotTouched() throws {
    try folder.write(contents, as: "b")
    try undo("b").write(patch)
    #expect(try !InPlacePatch.recover(folder.path("a")))
    #expect(folder.names.count == 3)
    #expect(try !InPlacePatch.recover(folder.path("none")))
    #expect(try !InPlacePatch.recover(folder.url.path))
  }

  @Test(.enabled(if: getuid() == 0, "needs root to give a file away"))
  func oneThatBelongsToSomebodyElseIsNotBelieved() throws {
    let undo = try undo()
    try undo.write(patch)
    try folder.set(.ownerAccountID, 1234, of: FileName.last(of: undo.path))
    let state = torn(edits: 1, bytes: 3)
    try overwrite(state)
    #expect(try !InPlacePatch.recover(folder.path("a")))
    #expect(try folder.read("a") == state)
  }

  @Test func whereAllIsNewAllIsDone() throws {
    try undo().write(patch)
    try overwrite(torn(edits: 3, bytes: 0))
    #expect(try !InPlacePatch.recover(folder.path("a")))
    #expect(try folder.read("a") == (try patch.applied(to: contents)))
    #expect(folder.names == ["a"])
  }

  @Test func whatAnotherVersionWroteIsLeftAndNothingIsChanged() throws {
    let undo = try undo()
    try undo.write(patch)
    let name = FileName.last(of: undo.path)
    var bytes = try folder.read(name)
    bytes[13] = 2
    try overwrite(bytes, name)
    #expect(throws: UprightError.io(path: undo.path, systemError: EPROTONOSUPPORT)) {
      try InPlacePatch.recover(folder.path("a"))
    }
    #expect(try folder.read(name) == bytes)
    #expect(try folder.read("a") == contents)
  }

  @Test func whileAnotherChangesTheFileNothingIsPutBack() throws {
    try undo().write(patch)
    let other = try Syscalls.openFile(folder.path("a"), O_RDWR)
    try Syscalls.lock(other)
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: EWOULDBLOCK)) {
      try InPlacePatch.recover(folder.path("a"))
    }
    #expect(folder.names.count == 2)
  }
}
