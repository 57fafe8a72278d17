// Stable codes as the library's source lists them: cases with values have no list that a test could ask for.

import Foundation

/// The texts of a property `code` whose switch names each case.
package enum SourceCodes {
  /// The first texts of the rows of a table, without interpolations, each once.
  package static func rows(in file: String) throws -> [String] {
    let url = Golden.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    return Set(text.matches(of: /Row\(\s*"([^"\\]*)",/).map { String($0.output.1) }).sorted()
  }

  /// The texts without interpolations in the first `code` of the type that `declaration` begins; nil if there is none.
  package static func literals(of declaration: String, in file: String) throws -> [String]? {
    let url = Golden.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    guard let type = lines.firstIndex(where: { $0.contains(declaration) }),
      let start = lines[type...].firstIndex(where: { $0.contains("var code: String {") })
    else { return nil }
    let end = lines[start].prefix { $0 == " " } + "}"
    return lines[start...].prefix { $0 != end }.flatMap { line in
      line.matches(of: /"([^"]*)"/).map { String($0.output.1) }
    }.filter { !$0.contains("\\(") }
  }
}
