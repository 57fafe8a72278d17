// Streams that accept what is written, and streams that do not.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightSystem
import UprightTestTools

@Suite struct StandardStreamTests {
  private func status(_ redirection: String) throws -> (status: Int32, complaints: String) {
    let program = try #require(UprightTool.path)
    let folder = try ScratchFolder()
    try folder.write(TaggedPhoto.bytes, as: "6.jpg")
    let answer = try OutsideTool.run("/bin/sh", ["-c", "\"$0\" info 6.jpg \(redirection)", program], in: folder)
    return (answer.status, answer.complaints)
  }

  @Test(arguments: [
    (">out", 0, ""), (">/dev/full", 74, "upright: standard output: No space left on device\n"),
    (">&-", 74, "upright: standard output: Bad file descriptor\n"),
    ("</dev/null", 0, ""), ("2>&-", 0, ""),
  ])
  func whatCannotBeWrittenIsSaid(redirection: String, code: Int32, complaint: String) throws {
    let end = try status(redirection)
    #expect(end.status == code)
    #expect(end.complaints == complaint)
  }

  @Test(arguments: [">&-", "2>&-", ">&- 2>&-", "<&- >&- 2>&-"], ["rotate cw -i 6.jpg", "fix -i 6.jpg missing.jpg"])
  func nothingIsPrintedIntoAnImageWhereAStreamIsClosed(redirection: String, command: String) throws {
    let isClosed = redirection.contains(">&-") && !redirection.hasPrefix("2")
    let program = try #require(UprightTool.path)
    let folder = try ScratchFolder()
    try folder.write(TaggedPhoto.bytes, as: "6.jpg")
    let script = "\"$0\" \(command) \(redirection)"
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: folder)
    #expect(answer.status == (isClosed ? 74 : command.hasPrefix("fix") ? 2 : 0))
    let now = try folder.read("6.jpg")
    if isClosed {
      #expect(now == TaggedPhoto.bytes, "nothing is changed that cannot be reported")
    } else if command.hasPrefix("rotate") {
      #expect(now.count == TaggedPhoto.bytes.count)
      #expect(zip(now, TaggedPhoto.bytes).count { $0 != $1 } == 1)
    } else {
      #expect(try Probe(now).orientation.isIdentity)
      #expect(now.suffix(2) == [0xFF, 0xD9])
    }
    #expect(folder.names == ["6.jpg"])
  }

  @Test(arguments: ["", "plain", "æøå 日本 👩‍👩‍👧", "a\nb\0c", String(repeating: "x", count: 300_000)])
  func textArrivesAsUTF8(_ text: String) throws {
    let folder = try ScratchFolder()
    let file = try Syscalls.openFile(folder.path("a"), O_WRONLY | O_CREAT, mode: 0o600)
    try Syscalls.append(Array(text.utf8), to: file.number)
    #expect(try folder.read("a") == Array(text.utf8))
  }

  @Test func aFileIsNoTerminal() throws {
    let program = try #require(UprightTool.path)
    let folder = try ScratchFolder()
    for name in ["1.jpg", "2.jpg"] { try folder.write(TaggedPhoto.bytes, as: name) }
    let answer = try OutsideTool.run(
      "/bin/sh", ["-c", "TERM=xterm \"$0\" info 1.jpg 2.jpg 2>err", program], in: folder)
    #expect(answer.status == 0)
    #expect(try folder.read("err") == [])
  }
}

// A pipe becomes a file that can be read in ranges, within its limit; a redirected file stays the file that it is.

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

// The defaults for a terminal that reports nothing.

@Suite struct TerminalWindowTests {
  @Test func whatIsNotKnownIsTakenAsUsual() {
    let silent = TerminalWindow(columns: 0, rows: 0)
    #expect((silent.columns, silent.rows, silent.cellWidth, silent.cellHeight) == (80, 24, 10, 20))
    let odd = TerminalWindow(columns: 100, rows: 50, width: 99, height: 0)
    #expect((odd.cellWidth, odd.cellHeight) == (10, 20))
    let whole = TerminalWindow(columns: 100, rows: 50, width: 900, height: 1_000, hints: .kitty)
    #expect((whole.cellWidth, whole.cellHeight, whole.hints) == (9, 20, .kitty))
  }

  @Test func thereIsAlwaysOne() {
    #expect(TerminalWindow.current.columns > 0 && TerminalWindow.current.cellHeight > 0)
  }
}
