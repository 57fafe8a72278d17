// What a process has of its system: signals and words.

import Foundation
import Testing
@testable import UprightFiles
import UprightTestTools

// Signals, as the program receives them.

@Suite(.enabled(if: OutsideTool.strace.isInstalled, "needs strace"))
struct InterruptionTests {
  /// Runs a change of one file with slow writes and flushes, and sends signals once it writes, each after the one before
  /// was received.
  private func run(_ signals: [String], ignoring: String = "") throws -> (
    status: Int32, isChanged: Bool, names: [String]
  ) {
    let folder = try ScratchFolder()
    try folder.write(TaggedPhoto.bytes, as: "6.jpg")
    let program = try #require(UprightTool.path)
    let script = """
      \(ignoring)
      calls=write,pwrite64,fsync
      env --default-signal=TERM,HUP,INT strace -f -qq -e trace=$calls -e inject=$calls:delay_enter=1000000 -o trace \
        sh -c 'echo $$ >pid; exec "$0" fix -i 6.jpg' "$0" >out &
      wait_for() { for _ in $(seq 1500); do [ "$(eval "$1")" -ge $2 ] && return; sleep 0.02; done; }
      wait_for "ls -A | grep -c '^.upright'" 1
      sent=0
      for signal in \(signals.joined(separator: " ")); do
        kill -$signal "$(cat pid)"
        sent=$((sent + 1))
        wait_for "grep -c -- '--- SIG' trace" $sent
      done
      wait $!
      """
    let answer = try OutsideTool.run("/bin/sh", ["-c", script, program], in: folder)
    let names = folder.names.filter { !["trace", "pid", "out"].contains($0) }
    return (answer.status, try folder.read("6.jpg") != TaggedPhoto.bytes, names)
  }

  @Test func ctrlCLetsTheFileAtHandBeFinished() throws {
    let end = try run(["INT"])
    #expect(end.status == 130)
    #expect(end.isChanged)
    #expect(end.names == ["6.jpg"])
  }

  /// Whether the file is finished depends on how far it is; either way it is whole, and nothing else is there.
  @Test(arguments: [("TERM", 143), ("HUP", 129)])
  func othersFinishTheFileOrDiscardIt(signal: String, status: Int32) throws {
    let end = try run([signal])
    #expect(end.status == status)
    #expect(end.names == ["6.jpg"])
  }

  @Test func theSecondKillsAndTheFileIsWhole() throws {
    let end = try run(["TERM", "TERM"])
    #expect([143, 15].contains(end.status))
    #expect(!end.isChanged)
    #expect(end.names.count { $0.hasPrefix(HiddenName.prefix) } <= 1)
    #expect(end.names.contains("6.jpg"))
  }

  @Test func nothingHasComeUnlessSomethingCame() {
    #expect(Interruption.signal == nil)
  }
}

// Words of the command line, byte for byte.

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
