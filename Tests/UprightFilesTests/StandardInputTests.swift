// A pipe becomes a file that can be read in ranges, within its limit; a redirected file stays the file that it is.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

@Suite struct StandardInputTests {
  /// What is read of a pipe into which a thread writes `bytes`, and the bytes of the location.
  private func piped(_ bytes: [UInt8], atMost most: Int, inMemory: Int) throws -> FileBytes {
    let pipe = Pipe()
    let writer = dup(pipe.fileHandleForWriting.fileDescriptor)
    try pipe.fileHandleForWriting.close()
    let thread = Thread {
      try? Syscalls.append(bytes, to: writer)
      _ = close(writer)
    }
    Interruption.ignoreBrokenPipe()
    thread.start()
    defer { try? pipe.fileHandleForReading.close() }
    return try FileBytes(
      StandardInput.complete(of: pipe.fileHandleForReading.fileDescriptor, atMost: most, inMemory: inMemory))
  }

  @Test(arguments: [0, 1, 999, 1_000, 1_001, 70_000])
  func aPipeIsReadWholeWhereverItIsKept(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 7) }
    let file = try piped(bytes, atMost: 70_000, inMemory: 1_000)
    #expect(file.byteCount == count)
    #expect(try file.read(0..<count) == bytes)
    #expect(try file.read(max(0, count - 3)..<count) == Array(bytes.suffix(3)))
    #expect(file.path == "-" && file.location.isUnnamed)
    try file.checkUnchanged()
  }

  @Test(arguments: [10, 100_000]) func moreThanTheLimitIsRefused(_ most: Int) throws {
    let error = #expect(throws: UprightError.self) {
      try piped([UInt8](repeating: 1, count: most + 1), atMost: most, inMemory: 1_000)
    }
    guard case .limit(.input, let asked, most) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(asked > most)
    #expect(error?.description == "over the limit: more than \(most) bytes on standard input")
    #expect(try piped([UInt8](repeating: 1, count: most), atMost: most, inMemory: 1_000).byteCount == most)
  }

  @Test func aPipeAllowsWhatANewFileAllows() throws {
    for inMemory in [0, 1_000] {
      let file = try piped([1, 2, 3], atMost: 9, inMemory: inMemory)
      #expect(FileAccess(of: file).permissions == 0o666)
    }
  }

  @Test func aRegularFileIsReadItselfUnlessItIsPartlyRead() throws {
    let folder = try ScratchFolder()
    let path = try folder.write([1, 2, 3, 4], as: "a")
    let handle = try #require(FileHandle(forReadingAtPath: path))
    let whole = try FileBytes(StandardInput.complete(of: handle.fileDescriptor, atMost: 4))
    #expect(try whole.identity.isSameFile(as: FileIdentity(path: path)))
    #expect(try whole.read(0..<4) == [1, 2, 3, 4])
    try handle.seek(toOffset: 1)
    let rest = try FileBytes(StandardInput.complete(of: handle.fileDescriptor, atMost: 4))
    #expect(try rest.read(0..<4) == [2, 3, 4])
    try handle.seek(toOffset: 0)
    #expect(throws: UprightError.limit(.input, asked: 4, allowed: 3)) {
      try StandardInput.complete(of: handle.fileDescriptor, atMost: 3)
    }
  }

  @Test func aFolderAndAClosedDescriptorAreErrors() throws {
    let folder = try Syscalls.openFile("/", O_RDONLY)
    #expect(throws: UprightError.io(path: "standard input", systemError: EISDIR)) {
      try StandardInput.complete(of: folder.number, atMost: 9)
    }
    #expect(throws: UprightError.io(path: "standard input", systemError: EBADF)) {
      try StandardInput.complete(of: 4_000, atMost: 9)
    }
  }

  @Test func aFileWithoutANameHasNoFolder() throws {
    let file = try piped([1], atMost: 9, inMemory: 9)
    #expect(throws: UprightError.io(path: "-", systemError: EINVAL)) { try file.directoryEntry() }
    #expect(file.location == file.location)
    #expect(try file.location != piped([1], atMost: 9, inMemory: 9).location)
  }
}
