// What the user of the program may do with its workers' limits: lower the hard ones once, and never raise them
// (setrlimit(2)).

import Foundation
import Testing
import UprightFixtures
import UprightTestTools

@Suite struct WorkerLimitsTests {
  /// The calls that set limits, of all processes.
  private func calls(_ album: Album, as other: Bool) throws -> [Substring]? {
    let program = try #require(UprightTool.path)
    let strace = try #require(OutsideTool.strace.path)
    let words =
      [strace, "-f", "-o", "calls", "-e", "trace=prlimit64,setrlimit", program]
      + "thumb 8 --sandbox always --jobs 1 --max-memory 100M 6.jpg 3.jpg 1.jpg -o small".split(separator: " ").map(
        String.init)
    if other, try !OtherUser.canReach(program) {
      print("SKIPPED WorkerLimitsTests: another user cannot run the program where it was built")
      return nil
    }
    let answer =
      other
      ? try OtherUser.run(words, in: album.folder)
      : try OutsideTool.run(strace, Array(words.dropFirst()), in: album.folder)
    #expect(answer.status == 0, "\(answer.complaints)")
    let text = String(decoding: try album.folder.read("calls"), as: UTF8.self)
    return text.split(separator: "\n").filter { !$0.contains("NULL, {") && $0.contains("rlim_max=") }
  }

  @Test(
    .enabled(if: OutsideTool.strace.isInstalled && UprightTool.path != nil, "needs strace and the program upright"),
    arguments: [false, true])
  func hardLimitsOnlyGoDown(asAnotherUser other: Bool) throws {
    guard !other || (getuid() == 0 && OutsideTool.setpriv.isInstalled) else {
      return print("SKIPPED hardLimitsOnlyGoDown: needs root and setpriv")
    }
    let album = try Album("1.jpg", "3.jpg", "6.jpg")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: album.folder.url.path)
    guard let calls = try calls(album, as: other) else { return }
    let (space, time) = (calls.filter { $0.contains("RLIMIT_AS") }, calls.filter { $0.contains("RLIMIT_CPU") })
    #expect(space.count >= 3 && space.count == time.count, "each picture: \(calls)")
    for call in space + time {
      #expect(!call.contains("INFINITY"), "\(call)")
    }
    #expect(Set(space.map { $0.drop { $0 != "R" }.prefix { $0 != ")" } }).count == 1, "always the same bound: \(space)")
    for call in calls where !call.contains("unfinished") { #expect(call.hasSuffix("= 0"), "\(call)") }
  }
}
