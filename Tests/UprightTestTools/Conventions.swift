// The tables in Tests/Fixtures (PROVENANCE.md lists their sources), read as RFC 4180 specifies.

import Foundation

/// Each convention's terms for tags 1…8, as looked up and measured, not from our code.
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
