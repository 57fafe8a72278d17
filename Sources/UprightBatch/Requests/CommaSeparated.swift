// A table as comma-separated values (RFC 4180).

/// Writes CSV records.
package enum CommaSeparated {
  /// The record with its line end; fields with a comma, a quote or a line break are quoted.
  package static func record(_ fields: [String]) -> String { fields.map(field).joined(separator: ",") + "\r\n" }

  private static func field(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: { [",", "\"", "\r", "\n"].contains($0) }) else { return text }
    return "\"" + text.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\"") + "\""
  }
}
