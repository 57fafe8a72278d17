// One file or many, flushed individually or all by one call; each gets its own error.

import Foundation
import Testing
import Upright
import UprightFixtures
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite struct PendingFlushTests {
  private func changes(_ count: Int, in folder: ScratchFolder) throws -> [PendingFlush] {
    try (0..<count).map { number in
      let path = try folder.write([1, 2, 3, 4], as: "\(number)")
      let patch = BytePatch([BytePatch.Edit(offset: 2, old: [3], new: [9])])
      return try #require(try InPlacePatch.write(patch, to: FileBytes(path: path)))
    }
  }

  @Test(arguments: [0, 1, 7, 8, 40])
  func allAreFlushedAndNoneIsInError(count: Int) throws {
    let folder = try ScratchFolder()
    let changes = try changes(count, in: folder)
    #expect(PendingFlush.complete(changes) == Array(repeating: nil, count: count))
    for change in changes {
      #expect(try folder.read(String(change.path.split(separator: "/").last ?? "")) == [1, 2, 9, 4])
    }
  }

  // A pipe cannot be flushed, and reports that; a file system can, whatever is open on it.
  @Test func whatCannotBeFlushedIsNamedAndTheOthersAreNot() throws {
    let folder = try ScratchFolder()
    let pipe = Pipe()
    let bad = PendingFlush(path: "pipe", file: Descriptor(dup(pipe.fileHandleForReading.fileDescriptor)), device: 7)
    let good = try changes(2, in: folder)
    let errors = PendingFlush.complete([good[0], bad, good[1]])
    #expect(errors == [nil, .io(path: "pipe", systemError: EINVAL), nil])
    #expect(throws: UprightError.io(path: "pipe", systemError: EINVAL)) { try bad.complete() }
  }

  @Test func namesInFoldersAreFlushedWithFilesToo() throws {
    let folder = try ScratchFolder()
    try Folder.make(folder.path("sub"))
    let opened = try ["", "sub"].map { try OpenedFolder(folder.path($0)) }
    let names = try (0..<20).map { try PendingFlush(namesIn: opened[$0 % 2], device: 7, path: "\($0)") }
    #expect(Set(names.map { ObjectIdentifier($0.file) }).count == 2, "a folder is opened once")
    #expect(PendingFlush.complete(names) == Array(repeating: nil, count: 20))
    #expect(try PendingFlush.complete(names + changes(9, in: folder)) == Array(repeating: nil, count: 29))
    try names[0].complete()
  }

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "\(OutsideTool.strace.reason)"),
    arguments: ["fsync:error=EIO:when=1", "fsync:error=EIO:when=2", "utimensat:error=EPERM"], [true, false])
  func whatIsSaidToHaveFailedIsAsBefore(_ fault: String, isTagged: Bool) throws {
    let folder = try ScratchFolder()
    let photo = (isTagged ? TinyJPEG(.sixGrays, exif: TinyTIFF(orientation: 1)) : TinyJPEG(.sixGrays)).bytes
    try folder.write(photo, as: "a.jpg")
    let program = try #require(UprightTool.path)
    let call = try #require(fault.split(separator: ":").first)
    let answer = try OutsideTool.strace.run(
      ["-f", "-qq", "-e", "trace=\(call)", "-e", "inject=\(fault)", "-o", "/dev/null", program]
        + ["rotate", "cw", "-i", "--preserve-mtime", "a.jpg"], in: folder)
    let isMet = !(isTagged && fault.hasSuffix("when=2"))
    #expect(answer.status == (isMet ? 74 : 0))
    #expect(try (folder.read("a.jpg") == photo) == isMet)
    #expect(folder.names == ["a.jpg"])
  }

  @Test func aFileStaysLockedUntilItIsFlushed() throws {
    let folder = try ScratchFolder()
    var pending: PendingFlush? = try changes(1, in: folder)[0]
    let bytes = try FileBytes(path: folder.path("0"))
    let patch = BytePatch([BytePatch.Edit(offset: 0, old: [1], new: [5])])
    #expect(throws: UprightError.io(path: folder.path("0"), systemError: EWOULDBLOCK)) {
      try InPlacePatch.apply(patch, to: bytes)
    }
    try pending?.complete()
    pending = nil
    try InPlacePatch.apply(patch, to: bytes)
    #expect(try folder.read("0") == [5, 2, 9, 4])
  }

  @Test(.enabled(if: OutsideTool.strace.isInstalled, "\(OutsideTool.strace.reason)"))
  func manyFilesOfABatchAreFlushedByOneCallEach() throws {
    let calls = try flushes(["rotate", "cw", "-i", "--jobs", "2", "--"])
    #expect(calls.count { $0.contains("syncfs(") } == 2, "two parts of 32 files")
    #expect(calls.count { $0.contains(" fsync(") } == 0)
  }

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled, "\(OutsideTool.strace.reason)"),
    arguments: [["--jobs", "2"], []])
  func relaxedNothingIsFlushed(_ options: [String]) throws {
    let calls = try flushes(["rotate", "cw", "-i", "--durability", "relaxed"] + options)
    #expect(calls.count { $0.contains("sync") } == 0)
  }

  /// The flushes in a trace of one command that rotates 64 photos.
  private func flushes(_ words: [String]) throws -> [Substring] {
    let folder = try ScratchFolder()
    let names = try (0..<64).map { number in
      try folder.write(TinyJPEG(.sixGrays, exif: TinyTIFF(orientation: 1)).bytes, as: "\(number).jpg")
      return "\(number).jpg"
    }
    let program = try #require(UprightTool.path)
    let log = folder.path("log")
    let answer = try OutsideTool.strace.run(
      ["-f", "-o", log, "-e", "trace=fsync,syncfs,fdatasync", program] + words + names, in: folder)
    #expect(answer.status == 0)
    return try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
  }
}
