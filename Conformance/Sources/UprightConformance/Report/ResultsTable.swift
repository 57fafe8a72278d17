// Results as a table: subjects in rows, operations in columns.

import UprightProgram

/// The table, as text or as Markdown.
package struct ResultsTable {
  /// The first row.
  package static let head =
    ["program"]
    + CaseOperation.allCases.flatMap { $0 == .strip ? [$0.rawValue, "of these tag-removed"] : [$0.rawValue] }
    + Requirement.allCases.map { "unusual: \($0.rawValue)" }

  /// A cell.
  struct Cell {
    let text: String
    /// Whether all of its cases passed; nil if nothing was judged.
    let isGood: Bool?
  }

  package let rows: [[String]]

  /// The table of results.
  package init(_ results: RunResults) {
    rows = results.subjects.map { [TerminalText.plain($0.name)] + Self.cells(of: $0).map(\.text) }
  }

  /// The cells of a row after the name, from left to right.
  static func cells(of subject: SubjectResult) -> [Cell] {
    func cell(_ tally: Tally) -> Cell { Cell(text: tally.text, isGood: tally.isGood) }
    return CaseOperation.allCases.flatMap { operation in
      let tally = subject.tally(operation)
      guard operation == .strip else { return [cell(tally)] }
      let removed = subject.answers.count { $0.verdict.kind == .tagRemoved }
      return [cell(tally), Cell(text: tally.judged == 0 ? "–" : "\(removed)", isGood: removed == 0 ? nil : false)]
    } + Requirement.allCases.map { cell(subject.tallyOfUnusual($0)) }
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
