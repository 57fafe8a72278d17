// Every option that a help page lists is used by a test.

import Foundation
import Testing
import UprightTestTools

@Suite struct OptionCoverageTests {
  /// The options in the first column of a help page.
  private static func options(_ page: String) -> [String] {
    page.split(separator: "\n").filter { $0.hasPrefix("  -") || $0.hasPrefix("      --") }.flatMap { line in
      line.matches(of: /(?:^ +|, |\/)(--?[a-zA-Z][a-zA-Z0-9-]*)/).map { String($0.1) }
    }
  }

  /// Every text in quotes in the tests' code, split at spaces and the equals sign.
  private static func words(in folder: URL) throws -> Set<Substring> {
    var words: Set<Substring> = []
    for case let file as URL in try #require(
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
    where file.pathExtension == "swift" && file.lastPathComponent != "OptionCoverageTests.swift" {
      for text in try String(contentsOf: file, encoding: .utf8).split(separator: "\"") {
        words.formUnion(text.split { " =\n".contains($0) })
      }
    }
    return words
  }

  @Test func everyOptionOfTheHelpIsUsedInATest() throws {
    let used = try Self.words(in: Golden.folder.deletingLastPathComponent())
    let pages = try FileManager.default.contentsOfDirectory(at: Golden.folder, includingPropertiesForKeys: nil)
      .filter { $0.lastPathComponent.hasPrefix("help-") }
    var options: Set<String> = []
    for page in pages { options.formUnion(Self.options(try String(contentsOf: page, encoding: .utf8))) }
    #expect(options.count > 100)
    let unused = options.subtracting(used.map(String.init)).sorted()
    #expect(unused == [])
  }
}
