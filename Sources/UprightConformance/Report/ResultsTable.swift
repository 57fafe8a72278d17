// Results as a table: subjects in rows, operations in columns.

import UprightBatch

/// The table, as text or as Markdown.
package struct ResultsTable {
  /// The first row.
  package static let head =
    ["program"] + CaseOperation.allCases.map(\.rawValue) + Requirement.allCases.map { "unusual: \($0.rawValue)" }

  package let rows: [[String]]

  /// The table of results.
  package init(_ results: RunResults) {
    rows = results.subjects.map { [TerminalText.plain($0.name)] + Self.tallies(of: $0).map(\.text) }
  }

  /// The tallies of a row, from left to right.
  static func tallies(of subject: SubjectResult) -> [Tally] {
    CaseOperation.allCases.map(subject.tally) + Requirement.allCases.map(subject.tallyOfUnusual)
  }

  /// Columns of equal width, for terminals.
  package var text: String {
    let all = [Self.head] + rows
    let widths = Self.head.indices.map { column in all.map { $0[column].count }.max() ?? 0 }
    return all.map { row in
      row.enumerated().map { column, cell in
        let filler = String(repeating: " ", count: widths[column] - cell.count)
        return column == 0 ? cell + filler : filler + cell
      }.joined(separator: "  ")
    }.joined(separator: "\n") + "\n"
  }

  /// A table in Markdown.
  package var markdown: String {
    let lines = [Self.head, ["---"] + Self.head.dropFirst().map { _ in "--:" }] + rows
    let cells = lines.map { row in row.map { Placeholders.replaced(Placeholders.replaced($0, "|", "\\|"), "<", "&lt;") }
    }
    return cells.map { "| " + $0.joined(separator: " | ") + " |" }.joined(separator: "\n") + "\n"
  }
}
