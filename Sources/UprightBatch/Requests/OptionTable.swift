// The options of one command, read from its help, and what they tell about a command line that the parser refuses.

/// The names of a command's options, and which of them take a value.
package struct OptionTable {
  /// Whether each option takes a value, by its name with dashes.
  private var takesValue: [String: Bool] = [:]

  /// The options that a help text lists: lines such as `  -o, --output <path>  …`.
  package init(help: String) {
    for line in help.split(separator: "\n") where line.hasPrefix("  -") {
      let names = line.split(separator: " ").prefix { $0.hasPrefix("-") || $0.hasPrefix("<") }
      let hasValue = names.contains { $0.hasPrefix("<") }
      for name in names.flatMap({ $0.split(separator: "/") }) where name.hasPrefix("-") {
        takesValue[name.last == "," ? String(name.dropLast()) : String(name)] = hasValue
      }
    }
  }

  /// What is wrong with the first long option that the command does not have; nil if it has all of them.
  package func fault(in words: some Sequence<String>) -> String? {
    guard
      let wrong = words.prefix(while: { $0 != "--" }).first(where: {
        $0.hasPrefix("--") && takesValue[Self.name($0)] == nil
      })
    else { return nil }
    let name = Self.name(wrong)
    let near = Self.nearest(to: name, among: takesValue.keys.filter { $0.hasPrefix("--") }.sorted())
    return "there is no option \(TerminalText.plain(name))" + (near.map { "; did you mean \($0)?" } ?? " here")
  }

  /// The same line in a form that the parser understands although a value, a region or a rectangle begins with a minus
  /// sign and a number: such a value is joined to its option, and all other arguments follow two dashes.
  ///
  /// - Parameter isValue: Whether a word is a value unless it is an option.
  package func withoutLeadingMinus(
    _ words: [String], where isValue: (String) -> Bool = Self.beginsLikeNegative
  ) -> [String] {
    func isNegative(_ word: String) -> Bool { isValue(word) && takesValue[word] == nil }
    guard words.prefix(while: { $0 != "--" }).contains(where: isNegative) else { return words }
    var (options, others): ([String], [String]) = ([], [])
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        others += rest
        break
      }
      if isNegative(word) || !word.hasPrefix("-") || word == "-" {
        others.append(word)
      } else if takesValue[word] == true, let value = rest.popFirst() {
        options += word.hasPrefix("--") && isNegative(value) ? ["\(word)=\(value)"] : [word, value]
      } else {
        options.append(word)
      }
    }
    return options + ["--"] + others
  }

  /// Whether a word may be the name of an orientation, such as jpegtran's `-transpose`.
  package static func beginsLikeName(_ word: String) -> Bool { word.hasPrefix("-") && !word.hasPrefix("--") }

  /// Whether a word begins with a minus sign and a digit or a decimal point.
  package static func beginsLikeNegative(_ word: String) -> Bool {
    let bytes = word.utf8.prefix(2)
    guard bytes.first == UInt8(ascii: "-"), let second = bytes.dropFirst().first else { return false }
    return (48...57).contains(second) || second == UInt8(ascii: ".")
  }

  private static func name(_ word: String) -> String {
    String(word.prefix { $0 != "=" })
  }

  /// The candidate that a misspelled word was probably meant to be; nil if none is similar.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    allNearest(to: word, among: candidates).first
  }

  /// The candidates that differ least from a misspelled word, in their order; none if none is similar.
  package static func allNearest(to word: String, among candidates: [String]) -> [String] {
    let distances = candidates.map { EditDistance.between(word, $0) }
    let letters = word.drop { $0 == "-" }.count
    guard let least = distances.min(), least <= min(2, max(1, letters / 2)) else { return [] }
    return zip(candidates, distances).filter { $0.1 == least }.map(\.0)
  }
}
