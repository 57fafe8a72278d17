// Many new files at once: all whole, in any number of folders, and none half-written if one fails.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct SafeReplaceManyTests {
  let folder: ScratchFolder

  init() throws { folder = try ScratchFolder() }

  private func file(_ name: String, _ byte: UInt8, count: Int = 10) -> NewFile {
    NewFile(path: folder.path(name), bytes: Array(repeating: byte, count: count))
  }

  @Test(arguments: [0, 1, 7, 8, 255, 256, 257, 600])
  func allAreThereAndWhole(count: Int) throws {
    let files = (0..<count).map { file("\($0).txt", UInt8(truncatingIfNeeded: $0), count: $0 * 3) }
    try SafeReplace.create(files)
    #expect(folder.names.count == count)
    for (index, file) in files.enumerated() { #expect(try folder.read("\(index).txt") == file.bytes) }
  }

  @Test func theyMayLieInSeveralFolders() throws {
    for name in ["a", "b"] { try Folder.make(folder.path(name)) }
    let files = (0..<20).map { file("\($0 % 2 == 0 ? "a" : "b")/\($0)", UInt8($0)) }
    try SafeReplace.create(files)
    for index in 0..<20 { #expect(try folder.read("\(index % 2 == 0 ? "a" : "b")/\(index)").first == UInt8(index)) }
  }

  @Test func whatIsThereStaysUnlessItIsToGo() throws {
    try folder.write([9, 9], as: "3")
    let files = (0..<9).map { file("\($0)", UInt8($0)) }
    let error = #expect(throws: UprightError.self) { try SafeReplace.create(files) }
    #expect(error == .io(path: folder.path("3"), systemError: EEXIST))
    #expect(try folder.read("3") == [9, 9])
    #expect(folder.names == ["0", "1", "2", "3"], "nothing hidden is left, and what came before is whole")
    for name in ["0", "1", "2"] { #expect(try folder.read(name).count == 10) }
    try SafeReplace.create(files, overwriting: true)
    #expect(try folder.read("3") == Array(repeating: 3, count: 10) && folder.names.count == 9)
  }

  @Test func aFolderThatIsNotThereStopsItsBatchBeforeAnythingHasAName() throws {
    let files = [file("a", 1), file("nowhere/b", 2), file("c", 3)]
    let error = #expect(throws: UprightError.self) { try SafeReplace.create(files) }
    #expect(error == .io(path: folder.path("nowhere/b"), systemError: ENOENT))
    #expect(folder.names.isEmpty)
  }

  @Test func linksStayAndWhatTheyLeadToIsReplaced() throws {
    try folder.write([1], as: "real")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path("link"), withDestinationPath: folder.path("real"))
    try SafeReplace.create([file("link", 5)], overwriting: true)
    #expect(try folder.read("real") == Array(repeating: 5, count: 10))
    let link = try FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link"))
    #expect(link == folder.path("real"))
  }

  @Test func aPipeIsRefused() throws {
    let made = unsafe mkfifo(folder.path("pipe"), 0o600)
    #expect(made == 0)
    #expect(throws: UprightError.unsupported("not a regular file; pipes and devices cannot be replaced")) {
      try SafeReplace.create([file("pipe", 1)], overwriting: true)
    }
  }

  @Test func aLinkToAPipeIsRefusedAndItsBatchHasNoName() throws {
    let made = unsafe mkfifo(folder.path("pipe"), 0o600)
    #expect(made == 0)
    try folder.link("link", to: "pipe")
    #expect(throws: UprightError.unsupported("not a regular file; pipes and devices cannot be replaced")) {
      try SafeReplace.create([file("a", 1), file("link", 1), file("b", 1)], overwriting: true)
    }
    #expect(folder.names == ["link", "pipe"])
  }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 1_000_000])
  func anyLengthIsWrittenWhole(count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try SafeReplace.create([NewFile(path: folder.path("a"), bytes: bytes)])
    #expect(try folder.read("a") == bytes)
  }

  @Test func everybodyMayReadThemThatTheMaskLets() throws {
    try SafeReplace.create([file("a", 1)])
    let plain = folder.path("plain")
    #expect(FileManager.default.createFile(atPath: plain, contents: Data()))
    #expect(folder.attribute(.posixPermissions, of: "a") == folder.attribute(.posixPermissions, of: "plain"))
  }
}
