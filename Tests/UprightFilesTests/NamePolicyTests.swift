// A result whose name is taken: by any file, by an older or a newer one, by a folder, by one that cannot be examined.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct NamePolicyTests {
  private let folder: ScratchFolder
  private let source: FileIdentity

  init() throws {
    folder = try ScratchFolder()
    source = try FileIdentity(path: folder.write([1], as: "source"))
  }

  /// Writes a file that was changed this many seconds after the source.
  private func write(_ name: String, after seconds: Double) throws -> String {
    let path = try folder.write([2], as: name)
    let time = Date(
      timeIntervalSince1970: Double(source.modified.seconds) + Double(source.modified.nanoseconds) / 1e9 + seconds)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    return path
  }

  @Test(arguments: [NamePolicy.refuse, .overwrite, .skip, .update, .renew])
  func aFreeNameIsWritten(_ policy: NamePolicy) throws {
    #expect(try policy.skip(FileLocation(path: folder.path("new")), madeFrom: source) == nil)
    #expect(
      try policy.skip(FileLocation(path: folder.path("source/new")), madeFrom: source) == nil,
      "what lies in no folder fails later")
  }

  @Test func aTakenNameIsRefusedOverwrittenSkippedOrCompared() throws {
    let (older, newer) = (try write("older", after: -2), try write("newer", after: 2))
    for path in [older, newer] {
      #expect(throws: UprightError.exists(path)) {
        try NamePolicy.refuse.skip(FileLocation(path: path), madeFrom: source)
      }
      #expect(try NamePolicy.overwrite.skip(FileLocation(path: path), madeFrom: source) == nil)
      #expect(try NamePolicy.skip.skip(FileLocation(path: path), madeFrom: source) == .exists)
    }
    #expect(try NamePolicy.update.skip(FileLocation(path: older), madeFrom: source) == nil)
    #expect(try NamePolicy.update.skip(FileLocation(path: newer), madeFrom: source) == .current)
  }

  @Test func theSameTimeIsNotNewer() throws {
    #expect(try NamePolicy.update.skip(FileLocation(path: folder.path("source")), madeFrom: source) == .current)
  }

  @Test func billionthsOfASecondCount() {
    let times = [(1, 2), (1, 3), (2, 0)].map { FileIdentity.Time(seconds: $0.0, nanoseconds: $0.1) }
    #expect(times == times.shuffled().sorted())
    #expect(!(times[0] < times[0]))
  }

  @Test(arguments: [NamePolicy.skip, .update, .renew])
  func aFolderIsNoResult(_ policy: NamePolicy) throws {
    let path = folder.path("inside")
    try Folder.make(path)
    #expect(throws: UprightError.exists(path)) { try policy.skip(FileLocation(path: path), madeFrom: source) }
  }

  @Test func aSourceThatGotItsNameLaterIsNew() throws {
    let result = try write("result", after: 2)
    #expect(try NamePolicy.renew.skip(FileLocation(path: result), madeFrom: source) == .current)
    usleep(20_000)
    try FileManager.default.moveItem(atPath: folder.path("source"), toPath: folder.path("moved"))
    let moved = try FileIdentity(path: folder.path("moved"))
    #expect(try NamePolicy.renew.skip(FileLocation(path: result), madeFrom: moved) == nil)
    #expect(try NamePolicy.update.skip(FileLocation(path: result), madeFrom: moved) == .current)
  }

  @Test func onlyThreeReplaceFiles() {
    #expect(
      [NamePolicy.refuse, .overwrite, .skip, .update, .renew].map(\.overwrites) == [false, true, false, true, true])
  }
}
