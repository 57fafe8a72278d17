// Words of the command line, byte for byte.

import Foundation
import Testing
import UprightTestTools

@testable import UprightFiles

@Suite struct CommandArgumentsTests {
  @Test(
    arguments: [
      [0x63, 0x61, 0x66, 0xE9], [0xFF], [0xC3, 0xA9], [0xE2, 0x82], [0x20, 0x61], [0x0A], [0xF4, 0x8F, 0xBA, 0x80],
    ] as [[UInt8]])
  func namesOfAnyBytesAreFoundAndMade(_ bytes: [UInt8]) throws {
    let folder = try ScratchFolder()
    try folder.write(TaggedPhoto.bytes, as: "6.jpg")
    let program = try #require(UprightTool.path)
    let octal = bytes.map { "\\" + String($0, radix: 8) }.joined()
    let script =
      "name=\"$(printf '\(octal)x')\"; name=\"${name%x}\"; cp 6.jpg \"$name\" && rm 6.jpg; "
      + "exec \"$0\" fix \"$name\" -o \"./$name.jpg\""
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    let made = try Syscalls.names(in: folder.url.path).map(PathName.bytes).filter { $0.count > 2 || $0 == bytes }
    #expect(Set(made.filter { $0 != [0x2E, 0x2E] }) == [bytes, bytes + Array(".jpg".utf8)])
  }

  @Test(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
  func theyAreThereWhereTheProcessCannotReadItsOwnMemoryMap() throws {
    let folder = try ScratchFolder()
    try folder.write(TaggedPhoto.bytes, as: "6.jpg")
    let program = try #require(UprightTool.path)
    let words = ["-f", "-qq", "-P", "/proc/self/maps", "-e", "inject=openat:error=EMFILE", "-o", "log", program]
    let answer = try OutsideTool.strace.run(words + ["fix", "6.jpg", "-o", "made.jpg"], in: folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    #expect(try Syscalls.names(in: folder.url.path).contains("made.jpg"))
  }

  @Test func theNameOfTheCommandIsLeftOut() {
    #expect(CommandArguments.words.count == CommandLine.arguments.count - 1)
    #expect(CommandArguments.words == Array(CommandLine.arguments.dropFirst()))
  }
}
