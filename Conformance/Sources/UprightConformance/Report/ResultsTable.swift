// Results as a table, with subjects in rows and operations in columns, and as a badge.

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

// A badge: the share of passed cases of the class `must` (SVG 2).

/// A badge for one subject.
package enum ResultsBadge {
  /// The SVG of the first subject's badge; of no subject, an empty one.
  package static func svg(_ results: RunResults) -> String {
    let tally = results.subjects.first?.tally(.must)
    let value = tally.map { $0.judged == 0 ? "not tested" : "\($0.percent)% of \($0.judged)" } ?? "not tested"
    let color =
      switch tally?.percent ?? 0 {
      case 100: "#2b7a3d"
      case 90...: "#9a5b00"
      default: "#b3261e"
      }
    let label = "orientation"
    let (left, right) = (label.count * 7 + 12, value.count * 7 + 12)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(left + right)" height="20" role="img" \
      aria-label="\(label): \(MarkupText.escaped(value))">
      <rect width="\(left)" height="20" fill="#444"/>
      <rect x="\(left)" width="\(right)" height="20" fill="\(color)"/>
      <g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
      <text x="\(left / 2)" y="14" textLength="\(left - 12)">\(label)</text>
      <text x="\(left + right / 2)" y="14" textLength="\(right - 12)">\(MarkupText.escaped(value))</text>
      </g>
      </svg>

      """
  }
}
