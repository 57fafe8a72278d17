// Streams that accept what is written, and streams that do not.

import Foundation
import Testing
import Upright
import UprightSystem
import UprightTestTools

@testable import UprightFiles

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
