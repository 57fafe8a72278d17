// The page about code that is copied: its code is the program's, and the program's checks hold.

import Foundation
import Testing
import UprightTestTools

@Suite struct CopiedCodeTests {
  private static func text(_ path: String) throws -> String {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test func theCodeOnThePageIsTheProgram() throws {
    let program = try Self.text("Snippets/CopiedCode.swift")
    let blocks = try Self.text("docs/copied-code.md").components(separatedBy: "```swift\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count >= 10)
    for block in blocks { #expect(program.contains(block), "\(block)") }
  }

  @Test func everyAnswerIsRight() throws {
    let program = try #require(UprightTool.product("CopiedCode"), "CopiedCode was not built: swift build")
    let answer = try OutsideTool.run(program, [], in: ScratchFolder())
    #expect(answer.status == 0 && answer.text == "all answers are right", "\(answer.complaints)")
  }
}
