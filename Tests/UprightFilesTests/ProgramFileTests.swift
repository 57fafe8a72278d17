// Files of a program's own: lines that are added, and a file that nobody else may read.

import Foundation
import Testing
import Upright
import UprightFiles
import UprightTestTools

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
