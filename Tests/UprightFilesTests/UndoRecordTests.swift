// Undo records as bytes: every record survives, nothing else is accepted as one, and they show how far a change
// progressed.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightSystem
import UprightTestTools

@Suite struct UndoRecordTests {
  private static func patch(_ edits: [(Int, Int)]) -> BytePatch {
    BytePatch(
      edits.map { offset, count in
        let old = (0..<count).map { UInt8(truncatingIfNeeded: offset + $0) }
        return BytePatch.Edit(offset: offset, old: old, new: old.map { $0 ^ 0xA5 })
      })
  }

  static let patches = [
    patch([(0, 1)]), patch([(85, 1), (12_705, 1)]), patch([(10, 36), (60, 36), (4_900, 100)]),
    patch([(0, 1), (1, 1)]), patch([(127, 1), (255, 127), (16_511, 128), (2_097_151, 300)]), patch([(1 << 60, 1)]),
  ]

  @Test(arguments: patches) func aRecordSurvivesAsBytes(patch: BytePatch) throws {
    for byteCount in [1 << 60 + 1, Int.max] {
      let record = UndoRecord(patch, byteCount: byteCount)
      #expect(UndoRecord(bytes: record.bytes) == record)
    }
  }

  @Test func twoBytesOfAPhotoFitIntoTheFilesOwnEntryOnTheDisk() {
    #expect(UndoRecord(Self.patches[1], byteCount: 40_000_000).bytes.count == 14)
  }

  @Test func whatBreaksOffIsNone() throws {
    let record = UndoRecord(Self.patch([(100, 36), (600, 36), (4_900, 36)]), byteCount: 5_000)
    let bytes = record.bytes
    let ends = [1, 2, 3].map {
      UndoRecord(BytePatch(Array(record.patch.edits.prefix($0))), byteCount: 5_000).bytes.count
    }
    for count in 0...bytes.count {
      let read = UndoRecord(bytes: Array(bytes.prefix(count)))
      #expect((read != nil) == ends.contains(count), "\(count)")
    }
    #expect(UndoRecord(bytes: [2] + bytes.dropFirst()) == nil, "another version")
    #expect(UndoRecord(bytes: [1] + [UInt8](repeating: 0xFF, count: 30)) == nil, "a number without an end")
  }

  @Test func anyByteMayBeAnyOther() {
    let bytes = UndoRecord(Self.patch([(100, 3), (600, 2)]), byteCount: 5_000).bytes
    for place in bytes.indices {
      for value in UInt8.min...UInt8.max {
        var wrong = bytes
        wrong[place] = value
        guard let read = UndoRecord(bytes: wrong) else { continue }
        #expect(
          read.patch.edits.allSatisfy { $0.offset + $0.old.count <= read.byteCount && $0.old.count == $0.new.count })
      }
    }
  }

  @Test func howFarAChangeCameIsTold() throws {
    let folder = try ScratchFolder()
    let record = UndoRecord(Self.patch([(3, 2), (10, 1)]), byteCount: 20)
    let states: [([Int], UndoRecord.Progress)] = [
      ([], .begun), ([3], .begun), ([10], .begun), ([3, 4], .begun), ([3, 4, 10], .done),
    ]
    for (written, progress) in states {
      var bytes = (0..<20).map { UInt8($0) }
      for place in written { bytes[place] ^= 0xA5 }
      let file = try Syscalls.openFile(folder.write(bytes, as: "a"), O_RDWR)
      #expect(try record.progress(in: file) == progress, "\(written)")
      try record.put(\.new, into: file)
      #expect(try record.progress(in: file) == .done)
      try record.put(\.old, into: file)
      #expect(try folder.read("a") == (0..<20).map { UInt8($0) })
      bytes[4] = 77
      let other = try Syscalls.openFile(folder.write(bytes, as: "b"), O_RDONLY)
      #expect(try record.progress(in: other) == .unknown)
    }
    let short = try Syscalls.openFile(folder.write([0, 1, 2, 3, 4], as: "c"), O_RDONLY)
    #expect(try record.progress(in: short) == .unknown)
  }
}

// The undo record of an interrupted change: what is written, when it is trusted, and what is restored.

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

// The undo record of an interrupted change, stored in the file's attributes.

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
