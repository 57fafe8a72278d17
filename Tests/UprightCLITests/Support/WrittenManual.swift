// The manual and the completions, as Scripts/manual writes them for the program that is tested.

import Foundation
import UprightTestTools

/// What the writer of the manual and the completions wrote.
enum WrittenManual {
  /// A folder with `man1`, `bash`, `zsh` and `fish`, written once for all tests.
  static let folder = Result { try write() }

  /// The same in a new folder.
  static func write(date: String? = nil) throws -> ScratchFolder {
    guard let writer = UprightTool.product("UprightManual"), let program = UprightTool.path else {
      throw CocoaError(.fileNoSuchFile)
    }
    let folder = try ScratchFolder()
    for what in ["man", "completions"] {
      let answer = try OutsideTool.run(
        writer, [what, program, folder.url.path] + (what == "man" ? [date].compactMap(\.self) : []), in: nil)
      guard answer.status == 0 else { throw answer }
    }
    return folder
  }

  /// The names of all pages.
  static func pages() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.get().path("man1")).sorted()
  }

  /// The page of a command: `labels convert`, or empty for the program's.
  static func page(_ command: String) throws -> ManualText {
    ManualText(String(decoding: try folder.get().read("man1/\(file(command))"), as: UTF8.self))
  }

  /// The name of a command's page.
  static func file(_ command: String) -> String {
    (["upright"] + command.split(separator: " ").map(String.init)).joined(separator: "-") + ".1"
  }
}

/// A page of the manual.
struct ManualText {
  /// Each section's name and lines, in order, without the language's escapes.
  let sections: [(name: String, lines: [String])]

  init(_ page: String) {
    sections = page.components(separatedBy: "\n.SH ").dropFirst().map { section in
      let lines = section.split(separator: "\n").map { Self.plain(String($0)) }
      return (lines[0], Array(lines.dropFirst()))
    }
  }

  /// The lines of a section.
  subscript(_ name: String) -> [String] { sections.first { $0.name == name }?.lines ?? [] }

  /// What each entry of a section is about.
  func tags(_ name: String) -> [String] {
    zip(self[name], self[name].dropFirst()).filter { $0.0 == ".TP" }.map(\.1)
  }

  /// The lines between `.EX` and `.EE`.
  var examples: [String] {
    let lines = self["EXAMPLES"]
    guard let start = lines.firstIndex(of: ".EX"), let end = lines.firstIndex(of: ".EE") else { return [] }
    return Array(lines[(start + 1)..<end])
  }

  private static func plain(_ line: String) -> String {
    [
      ("\\fB", ""), ("\\fR", ""), ("\\fI", ""), ("\\&", ""), ("\\-", "-"), ("\\(aq", "'"), ("\\(dq", "\""),
      ("\\(ga", "`"), ("\\(ti", "~"), ("\\(ha", "^"), ("\\e", "\\"),
    ].reduce(line) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
}
