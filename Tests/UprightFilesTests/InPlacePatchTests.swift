// An in-place patch changes exactly its bytes, in one sector, of the file that was read.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct InPlacePatchTests {
  let folder: ScratchFolder
  let contents = PaddedPhoto.bytes(3000)

  init() throws {
    folder = try ScratchFolder()
    try folder.write(contents, as: "a")
  }

  private func edit(_ offset: Int, _ new: [UInt8]) -> BytePatch.Edit {
    BytePatch.Edit(offset: offset, old: Array(contents[offset..<offset + new.count]), new: new)
  }

  private func apply(_ patch: BytePatch, to name: String = "a") throws {
    try InPlacePatch.apply(patch, to: FileBytes(path: folder.path(name)))
  }

  @Test(arguments: [0, 1, 511, 512, 1023, 2999])
  func oneByteChangesAndNothingElse(_ offset: Int) throws {
    let inode = folder.attribute(.systemFileNumber, of: "a")
    let patch = BytePatch([edit(offset, [contents[offset] ^ 0xFF])])
    #expect(InPlacePatch.fits(patch))
    try apply(patch)
    var expected = contents
    expected[offset] ^= 0xFF
    #expect(try folder.read("a") == expected)
    #expect(folder.attribute(.systemFileNumber, of: "a") == inode)
    #expect(folder.names == ["a"])
    try apply(patch.inverse)
    #expect(try folder.read("a") == contents)
  }

  @Test func twoPlacesInOneSectorGoTogether() throws {
    let patch = BytePatch([edit(600, [0, 0]), edit(700, [9])])
    #expect(InPlacePatch.fits(patch))
    try apply(patch)
    #expect(try folder.read("a") == (try patch.applied(to: contents)))
  }

  @Test func onlyBytesThatChangeCountForTheSector() {
    let reaching = BytePatch([
      BytePatch.Edit(offset: 510, old: [1, 2, 3, 4], new: [1, 9, 3, 4])
    ])
    #expect(InPlacePatch.fits(reaching))
  }

  @Test func relaxedOnlyBytesWithinASectorNeedNotWait() throws {
    let path = folder.path("a")
    let near = BytePatch([edit(600, [contents[600] ^ 1]), edit(700, [contents[700] ^ 1])])
    #expect(try InPlacePatch.write(near, to: FileBytes(path: path), durability: .relaxed) == nil)
    #expect(try folder.read("a") == near.applied(to: contents))
    #expect(try InPlacePatch.write(near.inverse, to: FileBytes(path: path)) != nil)
    let far = BytePatch([edit(511, [contents[511] ^ 1, contents[512] ^ 1])])
    let pending = try #require(try InPlacePatch.write(far, to: FileBytes(path: path), durability: .relaxed))
    #expect(try folder.read("a") == contents, "noted, not yet done")
    try pending.complete()
    #expect(try folder.read("a") == far.applied(to: contents))
  }

  private var apart: [BytePatch] {
    [
      BytePatch([edit(511, [contents[511] ^ 1, contents[512] ^ 1])]),
      BytePatch([edit(10, [contents[10] ^ 1]), edit(2000, [contents[2000] ^ 1, contents[2001], contents[2002] ^ 1])]),
      long,
    ]
  }

  /// More than an undo record can hold.
  private var long: BytePatch { BytePatch([edit(400, contents[400..<600].map { $0 ^ 1 })]) }

  @Test func onlyLargeFilesFitManyBytesInSeveralSectors() throws {
    let growing = BytePatch([BytePatch.Edit(offset: 10, old: [], new: [1])])
    #expect(InPlacePatch.fits(apart[0]) && InPlacePatch.fits(apart[1]))
    #expect(!InPlacePatch.fits(long))
    #expect(!InPlacePatch.fits(long, fileOf: 16 << 20))
    #expect(InPlacePatch.fits(long, fileOf: 16 << 20 + 1))
    #expect(!InPlacePatch.fits(growing, fileOf: 1 << 40))
    #expect(throws: UprightError.self) { try apply(growing) }
    #expect(try folder.read("a") == contents)
  }

  @Test func severalSectorsChangeTogetherAndLeaveNothingBehind() throws {
    let inode = folder.attribute(.systemFileNumber, of: "a")
    for patch in apart {
      try apply(patch)
      #expect(try folder.read("a") == (try patch.applied(to: contents)))
      try apply(patch.inverse)
      #expect(try folder.read("a") == contents)
      #expect(folder.names == ["a"])
    }
    #expect(folder.attribute(.systemFileNumber, of: "a") == inode)
  }

  @Test func whatWasCutShortIsUndoneBeforeAnythingElse() throws {
    let undo = try UndoFile(of: FileIdentity(path: folder.path("a")), at: DirectoryEntry(of: folder.path("a")))
    try undo.write(apart[1])
    try apply(BytePatch([edit(10, [contents[10]])]))
    #expect(folder.names.count == 2, "nothing to change, nothing looked at")
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: ESTALE)) { try apply(apart[0]) }
    #expect(try folder.read("a") == contents)
    #expect(folder.names == ["a"])
    try apply(apart[0])
    #expect(try folder.read("a") == (try apart[0].applied(to: contents)))
  }

  @Test func otherBytesInOneOfSeveralPlacesStopAll() throws {
    let wrong = BytePatch([
      edit(10, [contents[10] ^ 1]), BytePatch.Edit(offset: 2000, old: [contents[2000] ^ 1], new: [7]),
    ])
    #expect(throws: UprightError.changedUnderneath(folder.path("a"))) { try apply(wrong) }
    #expect(try folder.read("a") == contents)
    #expect(folder.names == ["a"])
  }

  @Test(.enabled(if: TemporaryDisk.isPossible, "needs the right to mount a small file system"))
  func withoutRoomForTheWayBackNothingChanges() throws {
    let disk = try #require(try TemporaryDisk(kibibytes: 16))
    let path = try disk.folder.write(contents, as: "a")
    _ = try? disk.folder.write([UInt8](repeating: 1, count: 65_536), as: "b")
    let patch = long
    #expect(throws: UprightError.self) { try InPlacePatch.apply(patch, to: FileBytes(path: path)) }
    #expect(try disk.folder.read("a") == contents)
    #expect(disk.folder.names.filter { $0 != "b" } == ["a"])
  }

  @Test func nothingToChangeTouchesNothing() throws {
    let before = try FileIdentity(path: folder.path("a"))
    usleep(20_000)
    try apply(BytePatch([edit(5, [contents[5]])]))
    try apply(BytePatch([]))
    #expect(try FileIdentity(path: folder.path("a")).isUnchanged(since: before))
  }

  @Test func otherBytesThanExpectedAreNotOverwritten() throws {
    let wrong = BytePatch([BytePatch.Edit(offset: 100, old: [contents[100] ^ 1], new: [7])])
    #expect(throws: UprightError.changedUnderneath(folder.path("a"))) { try apply(wrong) }
    #expect(try folder.read("a") == contents)
  }

  @Test func bytesBeyondTheEndAreNotWritten() throws {
    let beyond = BytePatch([BytePatch.Edit(offset: 5000, old: [0], new: [7])])
    #expect(throws: UprightError.self) { try apply(beyond) }
    #expect(try folder.read("a") == contents)
  }

  @Test func aFileThatChangedSinceItWasReadIsLeftAlone() throws {
    let bytes = try FileBytes(path: folder.path("a"))
    usleep(20_000)
    try folder.append([1], to: "a")
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: ESTALE)) {
      try InPlacePatch.apply(BytePatch([edit(3, [0xEE])]), to: bytes)
    }
    #expect(try folder.read("a") == contents + [1])
  }

  @Test func aFileThatWasReplacedSinceItWasReadIsLeftAlone() throws {
    let bytes = try FileBytes(path: folder.path("a"))
    try Data(contents).write(to: folder.url.appendingPathComponent("a"), options: .atomic)
    #expect(throws: UprightError.io(path: folder.path("a"), systemError: ESTALE)) {
      try InPlacePatch.apply(BytePatch([edit(3, [0xEE])]), to: bytes)
    }
    #expect(try folder.read("a") == contents)
  }

  @Test func allNamesOfAFileChangeTogether() throws {
    try folder.hardLink("b", to: "a")
    try folder.link("c", to: "a")
    try apply(BytePatch([edit(3, [0xEE])]), to: "c")
    #expect(try folder.read("a")[3] == 0xEE)
    #expect(try folder.read("b")[3] == 0xEE)
  }

  @Test func theModeStaysAndTheTimeMovesOn() throws {
    try folder.setPermissions(0o640, of: "a")
    let before = try FileIdentity(path: folder.path("a"))
    usleep(20_000)
    try apply(BytePatch([edit(3, [0xEE])]))
    let after = try FileIdentity(path: folder.path("a"))
    #expect(after.permissions == 0o640)
    #expect(after.modified != before.modified)
  }
}
