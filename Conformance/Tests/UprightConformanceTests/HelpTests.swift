// The help of `upright-conformance`: every page byte for byte, and the short pages of `-h`.

import Foundation
import Testing

@Suite struct HelpTests {
  private static let pages = ["", "run", "list", "write"]
  private static let goldens = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appendingPathComponent("Goldens")

  private static func help(_ page: String, _ option: String) throws -> OutsideTool.Answer {
    try ConformanceTool.answer((page.isEmpty ? [] : [page]) + [option], environment: ["COLUMNS": "80"])
  }

  /// With `UPRIGHT_UPDATE_GOLDENS` set, a page that differs is written anew, and the test fails once more.
  @Test(arguments: pages)
  func helpReadsAsInTheGolden(_ page: String) throws {
    let answer = try Self.help(page, "--help")
    #expect(answer.status == 0 && answer.complaints.isEmpty)
    let name = (["help-conformance"] + (page.isEmpty ? [] : [page])).joined(separator: "-") + ".txt"
    let file = Self.goldens.appendingPathComponent(name)
    let golden = try? String(contentsOf: file, encoding: .utf8)
    #expect(golden == answer.text + "\n")
    if golden != answer.text + "\n", ProcessInfo.processInfo.environment["UPRIGHT_UPDATE_GOLDENS"] != nil {
      try Data((answer.text + "\n").utf8).write(to: file)
    }
  }

  @Test(arguments: pages.dropFirst())
  func theBriefHelpIsAPartOfTheWholeWithTwoExamples(_ page: String) throws {
    let (brief, whole) = try (Self.help(page, "-h").text, Self.help(page, "--help").text)
    func options(_ text: String) -> Set<String> {
      Set(text.split(separator: "\n").filter { $0.hasPrefix("  -") }.compactMap { $0.split(separator: "  ").first })
        .reduce(into: []) { $0.insert(String($1)) }
    }
    #expect(options(brief).isSubset(of: options(whole)) && options(brief).count <= 10)
    #expect(brief.contains("\nUsage: upright conformance \(page) ") && !brief.contains("OVERVIEW"))
    #expect(
      brief.hasSuffix(
        "'upright conformance \(page) --help' explains everything, with all \(options(whole).count) options."))
    #expect(whole.split(separator: "\n").count { $0.hasPrefix("  upright conformance \(page) ") } >= 2)
  }
}
