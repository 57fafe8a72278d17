// The program in the README is a snippet, word for word, so it compiles and its images are compared.

import Foundation
import Testing

@Suite struct ReadmeTests {
  @Test func theProgramIsASnippet() throws {
    let root = URL(filePath: #filePath).appending(path: "../../..").standardized
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let snippet = try String(contentsOf: root.appending(path: "Snippets/UprightPhoto.swift"), encoding: .utf8)
    let start = try #require(snippet.range(of: "import ")).lowerBound
    #expect(readme.contains("```swift\n\(snippet[start...])```\n"))
  }
}
