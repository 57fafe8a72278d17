// The first sentence of each option, which is all that `-h` shows of it: it says what the option does.

import Foundation
import Testing
import UprightTestTools

@Suite struct BriefHelpTests {
  /// What the pages of all commands say of each option, in one line.
  private static func explanations() throws -> [(page: String, option: String, text: String)] {
    let names = try FileManager.default.contentsOfDirectory(atPath: Golden.folder.path)
    return try names.filter { $0.hasPrefix("help-") }.sorted().flatMap { name in
      let text = try String(contentsOf: Golden.folder.appending(path: name), encoding: .utf8)
      return text.components(separatedBy: "\n\n").filter { $0.hasPrefix("OPTIONS") }.flatMap { section in
        section.components(separatedBy: "\n  -").dropFirst().map { entry in
          let lines = entry.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          let (option, first) = Self.split(lines.first ?? "")
          return (name, "-" + option, ([first] + lines.dropFirst()).filter { !$0.isEmpty }.joined(separator: " "))
        }
      }
    }
  }

  /// The names of an option, and what follows them in their line.
  private static func split(_ line: String) -> (option: String, text: String) {
    guard let gap = line.range(of: #" +(?=[A-Z])"#, options: .regularExpression), !line.hasSuffix(">") else {
      return (line, "")
    }
    return (String(line[..<gap.lowerBound]), String(line[gap.upperBound...]))
  }

  @Test func everyFirstSentenceSaysWhatTheOptionDoes() throws {
    let all = try Self.explanations()
    #expect(all.count > 500)
    for (page, option, text) in all {
      let sentence = text.split(separator: ".", maxSplits: 1).first ?? ""
      let words = sentence.split(separator: " ")
      let isSentence = words.count > 1 && words[0].first?.isUppercase == true && !words[0].hasSuffix(":")
      #expect(isSentence, "\(page), \(option): \(text)")
    }
  }

  @Test(arguments: ["orient", "thumb"])
  func whatIsRemovedIsToldInBrief(_ command: String) throws {
    let page = try UprightTool.run([command, "-h"], in: ScratchFolder()).text
    let indent = String(repeating: " ", count: 26)
    let wanted = [
      "  --strip <none|thumbnails|gps|all-but-color>",
      indent + "Remove embedded thumbnails, the location (gps), or",
      indent + "everything except color profile and orientation", indent + "(all-but-color).",
    ]
    #expect(page.contains(wanted.joined(separator: "\n") + "\n  --"), "\(page)")
  }
}
