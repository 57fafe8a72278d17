// The undo record of an interrupted change, stored in the file's attributes.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

/// Whether files here have attributes.
private func hasAttributes() -> Bool {
  guard let folder = try? ScratchFolder(), let path = try? folder.write([1], as: "a"),
    let file = try? Syscalls.openFile(path, O_RDWR)
  else { return false }
  return (try? Syscalls.setAttribute(UndoAttribute.name, to: [1], of: file)) != nil
}

@Suite(.enabled(if: hasAttributes(), "files of the folder for temporary ones have no attributes of users"))
struct UndoAttributeTests {
  let folder: ScratchFolder
  let contents = PaddedPhoto.bytes(5000)
  let patch: BytePatch

  init() throws {
    folder = try ScratchFolder()
    try folder.write(contents, as: "a")
    let old = contents
    patch = BytePatch([100, 4900].map { BytePatch.Edit(offset: $0, old: Array(old[$0..<$0 + 4]), new: [9, 8, 7, 6]) })
  }

  private func open(_ name: String = "a") throws -> Descriptor { try Syscalls.openFile(folder.path(name), O_RDWR) }

  private func hasNote(_ name: String = "a") throws -> Bool { try UndoAttribute.isAt(open(name)) }

  /// The file if the machine crashes after `count` new bytes.
  private func tear(_ count: Int) throws {
    let file = try open()
    for edit in patch.edits {
      for index in edit.new.indices.prefix(max(0, count - (edit.offset == 100 ? 0 : 4))) {
        try Syscalls.overwrite([edit.new[index]], in: file, at: edit.offset + index)
      }
    }
  }

  @Test(arguments: 0...7) func whereverItWasCutShortTheOldBytesComeBack(count: Int) throws {
    #expect(try UndoAttribute(file: open()).write(patch, byteCount: 5000))
    try tear(count)
    #expect(try InPlacePatch.recover(folder.path("a")))
    #expect(try folder.read("a") == contents)
    #expect(try !hasNote() && !InPlacePatch.recover(folder.path("a")))
    let file = try FileBytes(path: folder.path("a"))
    #expect(try InPlacePatch.recovered(file).file === file.file)
  }

  @Test func whereAllIsNewAllIsDone() throws {
    #expect(try UndoAttribute(file: open()).write(patch, byteCount: 5000))
    try tear(8)
    #expect(try !InPlacePatch.recover(folder.path("a")))
    #expect(try folder.read("a") == (try patch.applied(to: contents)))
    #expect(try !hasNote())
  }

  @Test func aFileThatHoldsOtherBytesIsLeftAlone() throws {
    for length in [5000, 4999] {
      #expect(try UndoAttribute(file: open()).write(patch, byteCount: length))
      try tear(3)
      if length == 5000 { try Syscalls.overwrite([0x55], in: open(), at: 4901) }
      let state = try folder.read("a")
      #expect(try !InPlacePatch.recover(folder.path("a")))
      #expect(try folder.read("a") == state)
      #expect(try !hasNote(), "it is of no use any more")
      try folder.write(contents, as: "a")
    }
  }

  @Test func whatAnotherVersionWroteIsLeftAndNothingIsChanged() throws {
    let file = try open()
    try Syscalls.setAttribute(UndoAttribute.name, to: [2, 7, 7], of: file)
    let path = folder.path("a")
    #expect(throws: UprightError.io(path: path, systemError: EPROTONOSUPPORT)) { try InPlacePatch.recover(path) }
    #expect(throws: UprightError.io(path: path, systemError: EPROTONOSUPPORT)) {
      try InPlacePatch.apply(patch, to: FileBytes(path: path))
    }
    #expect(try folder.read("a") == contents && Syscalls.attribute(UndoAttribute.name, of: file) == [2, 7, 7])
  }

  @Test func itGoesAlongWithEveryNameAndNotIntoAnotherFile() throws {
    #expect(try UndoAttribute(file: open()).write(patch, byteCount: 5000))
    try tear(3)
    try FileManager.default.moveItem(atPath: folder.path("a"), toPath: folder.path("b"))
    let bytes = try FileBytes(path: folder.path("b"))
    let copy = try Syscalls.openFile(folder.write([1], as: "c"), O_RDWR)
    _ = try KeptAttributes.copy(of: bytes, to: copy)
    #expect(try !UndoAttribute.isAt(copy))
    #expect(try InPlacePatch.recover(folder.path("b")))
    #expect(try folder.read("b") == contents)
  }

  @Test func aChangeInSeveralSectorsIsAnnouncedFirstAndDoneWhenAllAreFlushed() throws {
    for count in [1, 12] {
      let pending = try (0..<count).map { number in
        let path = try folder.write(contents, as: "\(number)")
        return try #require(try InPlacePatch.write(patch, to: FileBytes(path: path)))
      }
      for number in 0..<count {
        #expect(try folder.read("\(number)") == contents)
        #expect(try hasNote("\(number)"))
      }
      #expect(PendingFlush.complete(pending) == Array(repeating: nil, count: count))
      for number in 0..<count {
        #expect(try folder.read("\(number)") == (try patch.applied(to: contents)))
        #expect(try !hasNote("\(number)"))
      }
    }
    #expect(folder.names.allSatisfy { !$0.hasPrefix(".") })
  }

  @Test func whereOtherBytesCameMeanwhileNothingIsDone() throws {
    let pending = try #require(try InPlacePatch.write(patch, to: FileBytes(path: folder.path("a"))))
    try Syscalls.overwrite([0x55], in: open(), at: 4902)
    let state = try folder.read("a")
    #expect(PendingFlush.complete([pending]) == [.changedUnderneath(folder.path("a"))])
    #expect(try folder.read("a") == state)
    #expect(try !hasNote())
  }

  @Test func whatIsTooLongGoesIntoAFileBesideIt() throws {
    let long = BytePatch([
      BytePatch.Edit(offset: 500, old: Array(contents[500..<620]), new: [UInt8](repeating: 1, count: 120))
    ])
    #expect(!UndoAttribute.fits(long) && UndoAttribute.fits(patch))
    #expect(try !UndoAttribute(file: open()).write(long, byteCount: 5000))
    #expect(try InPlacePatch.write(long, to: FileBytes(path: folder.path("a"))) == nil)
    #expect(try folder.read("a") == (try long.applied(to: contents)))
    #expect(folder.names == ["a"])
  }
}
