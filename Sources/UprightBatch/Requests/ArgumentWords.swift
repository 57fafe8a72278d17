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

// A command line in one text, as words (POSIX.1-2017, Shell Command Language, 2.2 "Quoting"); nothing is expanded.

/// Splits a text into words as a shell does, with its three kinds of quotes.
package enum CommandWords {
  /// The words; nil if a quote is not closed.
  package static func split(_ text: String) -> [String]? {
    var (words, word, quote): ([String], String?, Character?) = ([], nil, nil)
    var rest = text[...]
    while let character = rest.popFirst() {
      switch (quote, character) {
      case (nil, "'"), (nil, "\""): (quote, word) = (character, word ?? "")
      case (let open?, _) where open == character: quote = nil
      case (nil, "\\"), ("\"", "\\"):
        guard let next = rest.popFirst() else { return nil }
        word = (word ?? "") + (quote == nil || "\"\\$`".contains(next) ? "" : "\\") + String(next)
      case (nil, " "), (nil, "\t"), (nil, "\n"):
        if let done = word { words.append(done) }
        word = nil
      default: word = (word ?? "") + String(character)
      }
    }
    if quote != nil { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}

extension CommandWords {
  /// Whether a word of a watched command is an option that the watching program gives it.
  package static func isGiven(_ word: String) -> Bool {
    ["--journal", "--resume", "--files0-from"].contains { word == $0 || word.hasPrefix($0 + "=") }
  }

  /// The arguments of a watched command: those of the watching program, then its own, without its name. It changes
  /// files in place if it names no output.
  package static func watched(
    _ words: [String], journal: String?, dryRun: Bool, json: Bool, quiet: Bool, jobs: Int?
  ) -> [String] {
    let own = words.dropFirst()
    let hasPlace = own.prefix { $0 != "--" }.contains {
      ["-i", "--in-place", "-o", "--output"].contains($0) || $0.hasPrefix("--output=") || $0.hasPrefix("-o=")
    }
    return ["--files0-from=/dev/null"] + (hasPlace ? [] : ["--in-place"]) + (journal.map { ["--journal=\($0)"] } ?? [])
      + (dryRun ? ["--dry-run"] : []) + (json ? ["--json"] : []) + (quiet ? ["--quiet"] : [])
      + (jobs.map { ["--jobs=\($0)"] } ?? []) + own
  }
}

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
