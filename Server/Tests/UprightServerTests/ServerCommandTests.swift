// The command lines of the program: what it accepts, and what its help says.

import ArgumentParser
import Foundation
import Testing
import UprightProgram

@testable import UprightServerProgram

@Suite struct ServerCommandTests {
  private static let all = [
    "--bind", "127.0.0.1", "--port", "0", "--status-bind", "127.0.0.1", "--status-port", "0", "--base-url",
    "http://localhost", "--jobs", "1", "--max-memory", "64M", "--queue", "4", "--timeout", "5", "--max-area", "1000000",
    "--max-pixels", "1000000", "--tile-size", "256", "--sizes-only", "--quality", "85", "--max-age", "60",
    "--connections", "8",
    "--idle-timeout", "5", "--drain", "1", "--cache", "1M", "--access-log", "-",
    "--cache-folder", "/nowhere", "--cache-folder-size", "1G", "--cache-folder-files", "1000", "--cache-results",
    "--negotiate", "avif", "--preset", "small=full/!400,400/0/default.jpg", "--only-presets",
  ]

  @Test func everyOptionReachesTheServerWhichNamesAMissingFolder() async throws {
    let command = try ServerCommand.parse(["/nowhere"] + Self.all)
    let status = await #expect(throws: ExitCode.self) { try await command.run(in: .process) }
    #expect(status?.rawValue == 74)
  }

  @Test(arguments: [
    ["--port", "70000"], ["--nonsense"], ["--jobs", "0"], ["--tile-size", "0"], ["--quality", "101"],
    ["--state", "s", "--preset", "a=full/max/0/default.jpg", "--only-presets"],
    ["--sign-keys", "/nowhere", "--negotiate"],
  ])
  func aWrongOptionIsRefused(_ words: [String]) throws {
    let error = #expect(throws: (any Error).self) { try ServerCommand.parse(["/"] + words) }
    #expect(error.map { ServerCommand.exitCode(for: $0).rawValue } == 64)
  }

  /// The page byte for byte. With `UPRIGHT_UPDATE_GOLDENS` set, the golden is written anew, and the test fails.
  @Test func helpReadsAsInTheGolden() throws {
    let golden = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "Goldens/help-serve.txt")
    let text = ServerCommand.helpMessage(columns: 80)
    if ProcessInfo.processInfo.environment["UPRIGHT_UPDATE_GOLDENS"] != nil {
      try Data((text + "\n").utf8).write(to: golden)
      Issue.record("the golden was written anew; look at the difference and run again without the variable")
    }
    let expected = try String(contentsOf: golden, encoding: .utf8)
    let lines = [expected, text].map { text in
      text.trimmingCharacters(in: .newlines).split(separator: "\n", omittingEmptySubsequences: false)
    }
    #expect(lines[0] == lines[1])
  }

  private static func options(_ text: String) -> Set<Substring> {
    Set(text.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { $0.split(separator: "  ").first })
  }

  /// The brief page has examples and at most ten options, each of which the whole page has too.
  @Test(arguments: [false, true])
  func theBriefHelpIsAPartOfTheWhole(_ isSigning: Bool) throws {
    let whole = isSigning ? SignCommand.helpMessage() : ServerCommand.helpMessage()
    let name = isSigning ? "serve sign" : "serve"
    let brief = try #require(ServerProgram.brief(isSigning))
    #expect(Self.options(brief).isSubset(of: Self.options(whole)) && Self.options(brief).count <= 10)
    #expect(
      brief.hasSuffix("'upright \(name) --help' explains everything, with all \(Self.options(whole).count) options."))
    #expect(brief.contains("\nExamples:\n  upright ") && brief.contains("\nUsage: upright \(name) "))
    #expect(whole.split(separator: "\n").count { $0.hasPrefix("  upright \(name) ") } >= 2)
  }

  /// The first sentence of each option, which is all that the brief page shows of it, says what it does.
  @Test func everyOptionOfTheHelpIsExplainedAndUsedInATest() {
    let elsewhere: Set<Substring> = ["--state", "--sign-keys", "--version", "--help"]
    let option = /(?:^ +|, )(--[a-z][a-z-]*)/
    let label = /^ +-[^ ,]+(?:, --[^ ]+)?(?: <[^>]*>)? +/
    let page = ServerCommand.helpMessage(columns: 400)
    let entries = page.split(separator: "\n").reduce(into: [String]()) { entries, line in
      if line.hasPrefix("  -") { entries.append(String(line)) }
      if line.hasPrefix("      "), let last = entries.popLast() { entries.append(last + line) }
    }
    #expect(entries.count >= Self.all.count { $0.hasPrefix("--") })
    for entry in entries {
      for name in entry.matches(of: option).map(\.output.1) {
        #expect(Self.all.contains(String(name)) || elsewhere.contains(name), "\(name)")
      }
      let words = entry.replacing(label, with: "").prefix { $0 != "." }.split(separator: " ")
      #expect(words.count > 1 && words.first?.first?.isUppercase == true, "\(entry)")
    }
  }
}
