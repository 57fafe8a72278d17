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
