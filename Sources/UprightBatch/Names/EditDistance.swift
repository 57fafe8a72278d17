// How much two words differ, to find the word that was meant.

/// The number of edits between two words.
package enum EditDistance {
  /// How many characters have to be inserted, removed or replaced (Levenshtein's distance).
  package static func between(_ one: String, _ other: String) -> Int {
    let (rows, columns) = (Array(one), Array(other))
    var costs = Array(0...columns.count)
    for (row, character) in rows.enumerated() {
      var diagonal = costs[0]
      costs[0] = row + 1
      for (column, candidate) in columns.enumerated() {
        let replaced = diagonal + (character == candidate ? 0 : 1)
        diagonal = costs[column + 1]
        costs[column + 1] = min(replaced, diagonal + 1, costs[column] + 1)
      }
    }
    return costs[columns.count]
  }
}
