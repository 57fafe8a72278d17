// New files on their way to their names, and the possible failures.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

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
