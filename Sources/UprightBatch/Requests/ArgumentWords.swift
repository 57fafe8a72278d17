// The words of a command line with the simplest options only. Arrays, because a set or dictionary of another type costs
// a process that handles one file a search of all conformances.

/// The arguments after the verb, sorted by kind.
package struct ArgumentWords {
  /// Options with a value.
  private static let valued = ["--to", "--size", "--quality", "--durability", "-o", "--output"]

  package private(set) var options: [String] = []
  package private(set) var values: [(name: String, value: String)] = []
  package private(set) var others: [String] = []

  /// Nil if an option lacks its value or occurs twice, or an argument is empty.
  package init?(_ words: ArraySlice<String>) {
    var place = words.startIndex
    func next() -> String? {
      guard place < words.endIndex else { return nil }
      defer { place += 1 }
      return words[place]
    }
    while let word = next() {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if word.utf8.first != UInt8(ascii: "-") {
        guard !word.isEmpty else { return nil }
        others.append(word)
      } else if Self.valued.contains(parts[0]), parts.count == 1 || word.hasPrefix("--") {
        guard let value = parts.count == 2 ? parts[1] : next(), let first = value.utf8.first,
          first != UInt8(ascii: "-"), !values.contains(where: { $0.name == parts[0] })
        else { return nil }
        values.append((parts[0], value))
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
  package mutating func value(_ name: String) -> String? {
    guard let place = values.firstIndex(where: { $0.name == name }) else { return nil }
    return values.remove(at: place).value
  }

  /// Removes an option's value and reads it; returns whether it was missing or valid.
  package mutating func read<Value>(_ name: String, into place: inout Value, _ read: (String) -> Value?) -> Bool {
    guard let text = value(name) else { return true }
    guard let value = read(text) else { return false }
    place = value
    return true
  }

  /// The same for a field that may be missing.
  package mutating func read<Value>(_ name: String, into place: inout Value?, _ read: (String) -> Value?) -> Bool {
    guard let text = value(name) else { return true }
    place = read(text)
    return place != nil
  }
}
