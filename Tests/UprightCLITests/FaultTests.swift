// System calls that fail, and kills between them: afterwards a file is the old or the new one, and success is only said when it is true.

import Testing
import Upright
import UprightTestTools

@Suite(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
struct FaultTests {
  static let calls = ["fsync", "rename", "renameat2", "fchmod", "fchown", "unlink", "pwrite64", "pread64"]
  static let faults = ["error=EIO", "error=ENOSPC", "signal=KILL"]

  @Test(arguments: [
    ("fsync", "fix"), ("rename", "fix"), ("fchmod", "fix"), ("fsync", "rotate cw"), ("pwrite64", "rotate cw"),
  ])
  func aFailureIsSaidToBeOne(call: String, command: String) throws {
    let album = try Album("6.jpg")
    let words = command.split(separator: " ").map(String.init) + ["-i", "6.jpg"]
    let answer = try run(words, call, "error=EIO:when=1", album)
    #expect(answer.status == 74)
    #expect(answer.complaints == "upright: 6.jpg: Input/output error\n")
    #expect(try album.contents().count == 1)
  }

  @Test(arguments: calls, faults)
  func aFileIsTheOldOneOrTheNewOne(call: String, fault: String) throws {
    for (command, name) in [(["rotate", "cw"], "retag"), (["fix"], "rewrite")] {
      for occurrence in 1...2 {
        let album = try Album("6.jpg")
        let (old, mode) = (Album.photo(6), "\(call) \(fault) \(occurrence) \(name)")
        let answer = try run(command + ["-i", "6.jpg"], call, "\(fault):when=\(occurrence)", album)
        let now = try album.folder.read("6.jpg")
        let isNew = try now != old && Probe(now).orientation.exif.rawValue == (name == "retag" ? 3 : 1)
        #expect(now == old || isNew, "\(mode)")
        if answer.status == 0 { #expect(isNew, "\(mode) said it succeeded") }
        let left = try album.contents().keys.filter { $0.hasPrefix(".upright-") }
        #expect(left.isEmpty || fault == "signal=KILL" || call == "unlink", "\(mode) left \(left)")
      }
    }
  }

  @Test(arguments: calls, faults)
  func aNewFileIsWholeOrNotThere(call: String, fault: String) throws {
    let album = try Album("6.jpg")
    let answer = try run(["fix", "6.jpg", "-o", "out.jpg"], call, "\(fault):when=1", album)
    let made = try album.contents()["out.jpg"]
    if let made {
      #expect(try Probe(made).orientation.isIdentity)
      #expect(made.suffix(2) == [0xFF, 0xD9])
    }
    if answer.status == 0 { #expect(made != nil) }
    #expect(try album.folder.read("6.jpg") == Album.photo(6))
  }

  private func run(
    _ words: [String], _ call: String, _ fault: String, _ album: Album
  ) throws -> OutsideTool.Answer {
    let program = try #require(UprightTool.path)
    return try OutsideTool.strace.run(
      ["-f", "-qq", "-e", "trace=\(call)", "-e", "inject=\(call):\(fault)", "-o", "/dev/null", program] + words,
      in: album.folder)
  }
}
