// `upright serve`: the server's program with the same arguments.

import Testing
import UprightTestTools

@Suite struct ServeCommandTests {
  private static let all = [
    "--bind", "127.0.0.1", "--port", "0", "--status-bind", "127.0.0.1", "--status-port", "0", "--base-url",
    "http://localhost", "--jobs", "1", "--max-memory", "64M", "--queue", "4", "--timeout", "5", "--max-area", "1000000",
    "--max-pixels", "1000000", "--tile-size", "256", "--sizes-only", "--quality", "85", "--max-age", "60",
    "--connections", "8",
    "--idle-timeout", "5", "--drain", "1", "--cache", "1M", "--access-log", "-",
    "--cache-folder", "/nowhere", "--cache-folder-size", "1G", "--cache-folder-files", "1000", "--cache-results",
    "--negotiate", "avif", "--preset", "small=full/!400,400/0/default.jpg", "--only-presets",
  ]

  @Test func everyOptionReachesTheServerWhichNamesAMissingFolder() throws {
    let answer = try UprightTool.run(["serve", "/nowhere"] + Self.all)
    #expect(answer.status == 74)
    #expect(answer.complaints.contains("/nowhere"))
  }

  @Test(arguments: [
    ["--port", "70000"], ["--nonsense"], ["--jobs", "0"], ["--tile-size", "0"], ["--quality", "101"],
  ])
  func aWrongOptionIsRefused(_ words: [String]) throws {
    #expect(try UprightTool.run(["serve", "/"] + words).status == 64)
  }
}
