// The arguments of a simple command line, sorted by kind.

/// The arguments after the verb, sorted by kind.
package struct ArgumentWords {
  /// Options with a value.
  private static let valued: Set = ["--to", "--size", "--quality", "--durability", "-o", "--output"]

  /// Words that begin with a dash, without a value.
  package private(set) var options: [String] = []
  /// The values of options.
  package private(set) var values: [String: String] = [:]
  /// All other words.
  package private(set) var others: [String] = []

  /// Nil if an option lacks its value or occurs twice, or an argument is empty.
  package init?(_ words: ArraySlice<String>) {
    var rest = words
    while let word = rest.popFirst() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if word.utf8.first != UInt8(ascii: "-") {
        guard !word.isEmpty else { return nil }
        others.append(word)
      } else if Self.valued.contains(parts[0]), parts.count == 1 || word.hasPrefix("--") {
        guard let value = parts.count == 2 ? parts[1] : rest.popFirst(), let first = value.utf8.first,
          first != UInt8(ascii: "-"), values.updateValue(value, forKey: parts[0]) == nil
        else { return nil }
      } else {
        options.append(word)
      }
    }
  }

  /// Removes an option; returns whether it was present.
  package mutating func takes(_ names: String...) -> Bool {
    guard let place = options.firstIndex(where: names.contains) else { return false }
    options.remove(at: place)
    return true
  }

  /// Removes the first argument that is not an option.
  package mutating func next() -> String? { others.isEmpty ? nil : others.removeFirst() }

  /// Removes an option's value.
  package mutating func value(_ name: String) -> String? { values.removeValue(forKey: name) }
}
