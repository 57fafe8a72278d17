// The tables under Tests/Fixtures (PROVENANCE.md says where they come from), read as RFC 4180 says.

import Foundation

/// What each convention says of tags 1…8, as it was looked up and measured, not as our code says it.
package enum Conventions {
  /// The records of a table, the titles first.
  package static func records(of name: String) throws -> [[String]] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    return records(try String(contentsOf: folder.appending(path: "Fixtures/\(name)"), encoding: .utf8))
  }

  /// The titles of all conventions.
  package static func titles() throws -> [String] { try records(of: "conventions.csv")[0] }

  /// The eight cells of one convention.
  package static func column(_ title: String) throws -> [String] {
    let records = try records(of: "conventions.csv")
    guard let index = records[0].firstIndex(of: title) else { throw CocoaError(.keyValueValidation) }
    return records.dropFirst().map { $0[index] }
  }

  /// The records of comma-separated values: quoted fields, doubled quotes, CRLF.
  package static func records(_ text: String) -> [[String]] {
    var records: [[String]] = []
    var record: [String] = []
    var field = ""
    var quoted = false
    var previous: Unicode.Scalar = "\n"
    for scalar in text.unicodeScalars {
      switch (scalar, quoted) {
      case ("\"", true): quoted = false
      case ("\"", false):
        if previous == "\"" { field += "\"" }
        quoted = true
      case (",", false):
        record.append(field)
        field = ""
      case ("\n", false):
        records.append(record + [field])
        (record, field) = ([], "")
      case ("\r", false): break
      default: field.unicodeScalars.append(scalar)
      }
      previous = scalar
    }
    return records
  }
}
