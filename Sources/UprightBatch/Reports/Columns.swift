// Text in columns of characters, for people.

/// Pads and folds text into columns.
package enum Columns {
  /// The text padded with spaces on the right or left to `width` characters.
  package static func padded(_ text: String, to width: Int, left: Bool = false) -> String {
    let space = String(repeating: " ", count: max(0, width - text.count))
    return left ? space + text : text + space
  }

  /// The cells in lines of 8, 4, 2 or 1, as many as fit in `width`; each column is as wide as its widest cell.
  package static func folded(_ cells: [String], width: Int) -> [String] {
    let widest = (cells.map(\.count).max() ?? 0) + 2
    let count = [8, 4, 2].first { $0 * widest - 2 <= width } ?? 1
    return stride(from: 0, to: cells.count, by: count).map { start in
      let line = cells[start..<min(start + count, cells.count)]
      return line.dropLast().map { padded($0, to: widest) }.joined() + (line.last ?? "")
    }
  }
}
