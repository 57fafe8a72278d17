// Stable codes as the library's source lists them: cases with values have no list that a test could ask for.

import Foundation

/// The codes in tables of reasons.
package enum SourceCodes {
  /// The first texts of the rows of a table, without interpolations, each once.
  package static func rows(in file: String) throws -> [String] {
    let url = Golden.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(file)")
    let text = try String(contentsOf: url, encoding: .utf8)
    return Set(text.matches(of: /Row\(\s*"([^"\\]*)",/).map { String($0.output.1) }).sorted()
  }

  /// The codes without interpolations of the rows in the extension of a type that has its table; nil if there is none.
  package static func codes(of type: String, in file: String) throws -> [String]? {
    let url = Golden.folder.deletingLastPathComponent().deletingLastPathComponent().appending(path: "Sources/\(file)")
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
    guard let start = lines.firstIndex(of: "extension \(type): CustomStringConvertible {") else { return nil }
    let table = lines[start...].prefix { $0 != "}" }.joined(separator: "\n")
    return table.matches(of: /Row\(\s*"([^"\\]*)"/).map { String($0.output.1) }
  }
}
