// Displaced files with their second names.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightTestTools

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

// New files on their way to their names, and the possible failures.

@Suite struct AnnouncedFileTests {
  let folder: ScratchFolder
  let journal: Journal

  init() throws {
    folder = try ScratchFolder()
    journal = try Journal(creating: folder.path("j"), operation: [], started: 0)
    try folder.write([1, 2, 3], as: "a")
  }

  private func entry(_ name: String = "a") throws -> JournalHistory.Entry {
    let path = try FileName.absolute(folder.path(name))
    return try #require(try JournalHistory(FileBytes(path: folder.path("j"))).entry(of: path))
  }

  @Test func theDigestIsThatOfTheContents() throws {
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 * 31) }
    try SafeReplace.create(FileLocation(path: folder.path("b")), by: .init(journal: journal)) {
      (sink: inout FileSink) throws(UprightError) in
      try sink.write(Array(bytes.prefix(100_000)))
      try sink.write(Array(bytes.dropFirst(100_000)))
    }
    guard case .file(let new) = try entry("b").intent.change else { throw CocoaError(.featureUnsupported) }
    let answer = try OutsideTool.run("/usr/bin/env", ["sha256sum", "b"], in: folder)
    if answer.status == 0 { #expect(answer.text.hasPrefix(Hex.text(new.digest))) }
    #expect(new.digest == SHA256.digest(of: bytes))
    #expect(try entry("b").state() == .after)
  }

  @Test func whatComesBetweenStopsItAndLeavesNothing() throws {
    let file = try FileBytes(path: folder.path("a"))
    let place = try DirectoryEntry(of: folder.path("a"))
    try folder.write([4, 5], as: "b")
    try Syscalls.move(folder.path("b"), to: folder.path("a"))
    #expect(throws: UprightError.changedUnderneath(place.path)) {
      _ = try AnnouncedFile(file.file, digest: SHA256.digest(of: []), at: place, displacing: file, in: journal)
    }
    #expect(folder.names.sorted() == ["a", "j"])
    #expect(try entry().hasFailed)
    #expect(try folder.read("a") == [4, 5])
  }

  @Test func oneThatIsAbandonedLeavesTheOldFileItsOnlyName() throws {
    let file = try FileBytes(path: folder.path("a"))
    let place = try DirectoryEntry(of: folder.path("a"))
    let announced = try AnnouncedFile(
      file.file, digest: SHA256.digest(of: []), at: place, displacing: file, in: journal)
    #expect(folder.attribute(.referenceCount, of: "a") == 2)
    announced.abandon(.cancelled)
    #expect(folder.attribute(.referenceCount, of: "a") == 1)
    #expect(folder.names.sorted() == ["a", "j"])
    #expect(try entry().hasFailed)
  }

  @Test func aNameThatWasTakenMeanwhileIsNotDisplaced() throws {
    #expect(throws: UprightError.exists(folder.path("a"))) {
      try SafeReplace.create(FileLocation(path: folder.path("a")), by: .init(journal: journal)) {
        (sink: inout FileSink) throws(UprightError) in
        try sink.write([9])
      }
    }
    #expect(try folder.read("a") == [1, 2, 3])
    #expect(try entry().hasFailed)
    #expect(try entry().state() == .neither)
  }
}
