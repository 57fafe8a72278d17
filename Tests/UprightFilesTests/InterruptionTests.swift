// Signals, as the program receives them.

import Testing
import UprightTestTools

@testable import UprightFiles

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
