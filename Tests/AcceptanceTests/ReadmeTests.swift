// The program in the README is a snippet, word for word but for the check of its arguments, so it compiles and its images
// are compared.

import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theProgramIsASnippet() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let snippet = try String(contentsOf: root.appending(path: "Snippets/UprightPhoto.swift"), encoding: .utf8)
    let start = try #require(snippet.range(of: "import ")).lowerBound
    let check = try #require(snippet.firstMatch(of: /if CommandLine.arguments.count != 3 {\n.*\n}\n/)).range
    let program = snippet[start..<check.lowerBound] + snippet[check.upperBound...]
    #expect(readme.contains("```swift\n\(program)```\n"))
  }
}
