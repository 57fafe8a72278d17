// Copies have the bytes, the time and, as far as the umask allows, the mode of their source.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightTestTools

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

// Copies of files with holes: the same bytes, the same holes, and no waiting for a program that was asked to stop.

@Suite struct SparseCopyTests {
  /// A file of this length in which only `pieces` are written.
  private func sparse(_ length: Int, _ pieces: [(at: Int, bytes: [UInt8])], in folder: ScratchFolder) throws -> String {
    let path = try folder.write([], as: "holes.mov")
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for piece in pieces {
      try file.seek(toOffset: UInt64(piece.at))
      try file.write(contentsOf: Data(piece.bytes))
    }
    try file.truncate(atOffset: UInt64(length))
    try file.close()
    return path
  }

  private func blocks(_ path: String) throws -> Int {
    let answer = try OutsideTool.run("/bin/sh", ["-c", "stat -c %b \"$0\"", path], in: nil)
    return Int(answer.text) ?? -1
  }

  @Test(
    arguments: [
      [(at: 0, bytes: [1, 2, 3])], [], [(at: 70_000, bytes: [9])], [(at: 299_999, bytes: [7])],
      [(at: 4_095, bytes: [1, 2]), (at: 200_000, bytes: [UInt8](repeating: 5, count: 70_000))],
    ] as [[(at: Int, bytes: [UInt8])]])
  func theBytesAreTheSame(_ pieces: [(at: Int, bytes: [UInt8])]) throws {
    let folder = try ScratchFolder()
    let path = try sparse(300_000, pieces, in: folder)
    let count = try SafeReplace.copy(FileBytes(path: path), to: FileLocation(path: folder.path("copy.mov")))
    #expect(count == 300_000)
    #expect(try folder.read("copy.mov") == folder.read("holes.mov"))
    #expect(try blocks(folder.path("copy.mov")) <= max(blocks(path), 8))
  }

  @Test func aHugeFileOfHolesIsCopiedAtOnce() throws {
    let folder = try ScratchFolder()
    let path = try sparse(20 << 30, [(0, [1, 2, 3, 4]), (10 << 30, [5]), (20 << 30 - 1, [6])], in: folder)
    let spent = try ProcessorTime.seconds {
      try SafeReplace.copy(FileBytes(path: path), to: FileLocation(path: folder.path("copy.mov")))
    }
    #expect(spent < 5)
    let copy = try FileBytes(path: folder.path("copy.mov"))
    #expect(copy.byteCount == 20 << 30)
    #expect(try copy.read(10 << 30..<10 << 30 + 2) == [5, 0] && copy.read(20 << 30 - 2..<20 << 30) == [0, 6])
    #expect(try blocks(folder.path("copy.mov")) < 1_000)
  }
}
