// Every program that tests and the conformance suite start is one that `Scripts/setup test` installs, or one that every
// Debian has.

import Foundation
import Testing
import UprightTestTools

@Suite struct SetupTests {
  /// Programs of packages that Debian marks as essential or required, or that building needs anyway.
  private static let usual: Set<String> = [
    "bash", "sh", "env", "tar", "rm", "mkfifo", "mount", "umount", "setpriv", "script", "sha256sum", "true", "false",
    "cat", "sleep", "ls", "cp", "mv", "ln", "kill", "echo", "printf", "chmod", "stat", "sed", "grep", "head", "tail",
    "sort", "find", "xargs", "dd", "touch", "mkdir", "git", "make", "cc", "swift", "swiftc", "ulimit",
  ]

  private static let root = Golden.folder.deletingLastPathComponent().deletingLastPathComponent()

  /// The programs that rows of `Scripts/setup` name before the colon of their last column.
  private static func installed() throws -> Set<String> {
    let text = try String(contentsOf: root.appending(path: "Scripts/setup"), encoding: .utf8)
    let rows = text.split(separator: "\n").map { $0.split(separator: "|", omittingEmptySubsequences: false) }
      .filter { $0.count == 4 && $0[2].contains("test") }
    var programs: Set<String> = []
    for row in rows {
      programs.insert(String(row[0]))
      guard let colon = row[3].firstIndex(of: ":") else { continue }
      programs.formUnion(row[3][..<colon].split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) })
    }
    // Python comes with every package of its modules.
    return programs.union(["python3", "time", "pillow"])
  }

  /// The programs that code starts by a path, by a list of words, or by asking whether they are there.
  private static func started(in folder: String, _ ending: String) throws -> Set<String> {
    let walk = FileManager.default.enumerator(at: root.appending(path: folder), includingPropertiesForKeys: nil)
    var programs: Set<String> = []
    for case let file as URL in try #require(walk) where file.pathExtension == ending {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /(?:run|executableURL[^"\n]*)\(?[^"\n]{0,24}"\/(?:usr\/)?s?bin\/([a-z0-9.-]+)"/) {
        programs.insert(String(match.1))
      }
      for match in text.matches(of: /subprocess\.\w+\(\s*\["([a-z0-9.-]+)"/) { programs.insert(String(match.1)) }
      for match in text.matches(of: /SubprocessCalls\.(?:run|start)\(\s*\["([a-z0-9.-]+)"/) {
        programs.insert(String(match.1))
      }
      for match in text.matches(of: /static let client = "([a-z0-9.-]+)"/) { programs.insert(String(match.1)) }
    }
    return programs
  }

  @Test func everyProgramIsInstalled() throws {
    let known = try Self.installed().union(Self.usual)
    let tools = Set(OutsideTool.allCases.map(\.rawValue))
    let others = try Self.started(in: "Tests", "swift").union(Self.started(in: "Tests", "py"))
      .union(Self.started(in: "Conformance/Sources", "swift")).union(Self.started(in: "Conformance/Tests", "swift"))
      .union(Self.started(in: "Server/Tests", "py")).union(Self.started(in: "bindings/python", "py"))
    #expect(others.contains("curl") && others.contains("sh"), "the search finds what it should: \(others.sorted())")
    #expect(tools.union(others).subtracting(known).sorted() == [])
  }
}
