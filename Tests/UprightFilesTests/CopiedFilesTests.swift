// Copies have the bytes, the time and, as far as the umask allows, the mode of their source.

import Foundation
import Testing
import Upright
import UprightTestTools

@testable import UprightFiles

@Suite struct CopiedFilesTests {
  @Test func whatIsCopied() {
    #expect([CopiedFiles.none, .recognized, .all].map { $0.contains(.mp4) } == [false, true, true])
    #expect([CopiedFiles.none, .recognized, .all].map { $0.contains(nil) } == [false, false, true])
  }

  @Test(arguments: [0o600, 0o640, 0o644])
  func aCopyIsItsSource(mode: Int) throws {
    let folder = try ScratchFolder()
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let path = try folder.write(bytes, as: "a.mp4")
    try folder.setPermissions(mode, of: "a.mp4")
    let time = Date(timeIntervalSince1970: 1_000_000_000.25)
    try FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: path)
    let source = try FileBytes(path: path)
    #expect(try SafeReplace.copy(source, to: FileLocation(path: folder.path("b.mp4"))) == bytes.count)
    let copy = try FileIdentity(path: folder.path("b.mp4"))
    #expect(try folder.read("b.mp4") == bytes)
    #expect(copy.modified == source.identity.modified)
    #expect(copy.permissions == UInt32(mode) & ~Syscalls.forbiddenPermissions)
    #expect(throws: UprightError.exists(folder.path("b.mp4"))) {
      try SafeReplace.copy(source, to: FileLocation(path: folder.path("b.mp4")))
    }
    try folder.write([1], as: "b.mp4")
    try SafeReplace.copy(source, to: FileLocation(path: folder.path("b.mp4")), overwriting: true)
    #expect(try folder.read("b.mp4") == bytes)
  }

  @Test func nothingThatIsNoFileIsLeftOutUnseen() throws {
    let folder = try ScratchFolder()
    try Folder.make(folder.path("in/deep"))
    try folder.write([1], as: "in/deep/a")
    try folder.link("in/link", to: "deep")
    let made = unsafe mkfifo(folder.path("in/pipe"), 0o600)
    try #require(made == 0)
    var found: [Folder.NotWalked] = []
    #expect(Folder.files(in: folder.path("in"), recursive: false, notWalked: { kind, _ in found.append(kind) }) == [])
    #expect(found == [.linkToFolder, .device, .folder])
    found = []
    #expect(
      Folder.files(in: folder.path("in"), recursive: true, notWalked: { kind, _ in found.append(kind) }) == ["deep/a"])
    #expect(found == [.linkToFolder, .device])
  }
}
