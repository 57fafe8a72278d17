// `fix --check` refuses every option that it would ignore: the list of options comes from the parser.

import ArgumentParser
import Testing

@testable import UprightCLI

@Suite struct CheckOptionsTests {
  /// Values other than the default, for options without a list of values.
  private static let samples = [
    "output": "o", "output-template": "{stem}.{ext}", "journal": "j", "labels": "l.json", "strip": "gps",
    "background": "#123456", "max-memory": "1G", "allow-loss": "all", "format": "png", "tone-map": "clip",
    "label-format": "coco", "label-space": "stored", "durability": "relaxed", "stale": "trust-tag", "edge": "trim",
    "sandbox": "always",
  ]

  @Test func everyOptionOfFixIsUsedOrRefused() throws {
    let options = try ParserOption.all(of: "fix")
    for option in options where !CheckBatch.usedOptions.union(["help", "version"]).contains(option.name) {
      let value = option.takesValue ? [Self.samples[option.name] ?? "1"] : []
      let words = ["--check", "--\(option.name)"] + value + ["a.jpg"]
      let message = "\(words.joined(separator: " ")): used by --check, or to be refused beside it"
      do {
        _ = try WritingCommand<FixArguments>.parse(words)
        Issue.record("\(message)")
      } catch {
        let text = WritingCommand<FixArguments>.message(for: error)
        #expect(text.contains("--\(option.name)"), "\(message); it says: \(text)")
      }
    }
    #expect(CheckBatch.usedOptions.isSubset(of: options.map(\.name)), "none that no longer exists")
  }
}
