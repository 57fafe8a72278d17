// Bytes written to a sink are in the file, in pieces of any size.

import Foundation
import Testing
import Upright
@testable import UprightFiles
import UprightTestTools

@Suite struct FileSinkTests {
  @Test(arguments: [1, 2, 1000, 65_535, 65_536, 65_537, 100_000, 400_000])
  func piecesOfAnySizeArriveInOrder(_ piece: Int) throws {
    let folder = try ScratchFolder()
    let count = piece == 1 ? 70_000 : 300_001
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
    try SafeReplace.create(folder.path("a")) { (sink: inout FileSink) throws(UprightError) in
      var from = 0
      while from < bytes.count {
        let to = min(bytes.count, from + piece)
        try sink.write(Array(bytes[from..<to]))
        from = to
      }
    }
    #expect(try folder.read("a") == bytes)
  }

  @Test func smallAndLargePiecesKeepTheirOrder() throws {
    let folder = try ScratchFolder()
    let pieces =
      [[1], Array(repeating: 2, count: 65_536), [3], [], Array(repeating: 4, count: 200_000), [5]] as [[UInt8]]
    try SafeReplace.create(folder.path("a")) { (sink: inout FileSink) throws(UprightError) in
      for piece in pieces { try sink.write(piece) }
    }
    #expect(try folder.read("a") == pieces.flatMap { $0 })
  }

  @Test func aFullDiskIsNamedByThePathAsGiven() throws {
    let descriptor = try Syscalls.openFile("/dev/full", 1)
    var sink = FileSink(descriptor, path: "out.jpg")
    #expect(throws: UprightError.io(path: "out.jpg", systemError: 28)) {
      try sink.write([UInt8](repeating: 0, count: 100_000))
    }
  }
}

// Files of a program's own: lines that are added, and a file that nobody else may read.

@Suite struct ProgramFileTests {
  private static func permissions(_ path: String) throws -> UInt32 { try FileIdentity(path: path).permissions }

  @Test func linesAreAddedToWhatIsThere() throws {
    let folder = try ScratchFolder()
    try folder.write(Array("first\n".utf8), as: "log")
    let (one, other) = (try LineFile(folder.path("log")), try LineFile(folder.path("log")))
    one.append("second")
    other.append("dritte: ä")
    one.append("fourth")
    #expect(String(decoding: try folder.read("log"), as: UTF8.self) == "first\nsecond\ndritte: ä\nfourth\n")
  }

  @Test func aNewFileOfLinesIsNotForEverybody() throws {
    let folder = try ScratchFolder()
    try LineFile(folder.path("log")).append("line")
    #expect(try Self.permissions(folder.path("log")) & 0o007 == 0)
    #expect(throws: UprightError.io(path: folder.path("no/log"), systemError: ENOENT)) {
      try LineFile(folder.path("no/log"))
    }
  }

  @Test func aPrivateFileIsForItsOwnerAndOneThatExistsStays() throws {
    let folder = try ScratchFolder()
    try PrivateFile.make(folder.path("state"))
    #expect(try Self.permissions(folder.path("state")) == 0o600)
    #expect(try folder.read("state").isEmpty)
    try folder.write(Array("kept".utf8), as: "other")
    let before = try Self.permissions(folder.path("other"))
    try PrivateFile.make(folder.path("other"))
    #expect(try folder.read("other") == Array("kept".utf8))
    #expect(try Self.permissions(folder.path("other")) == before)
    #expect(throws: UprightError.io(path: folder.path("no/state"), systemError: ENOENT)) {
      try PrivateFile.make(folder.path("no/state"))
    }
  }
}
