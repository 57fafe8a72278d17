// Advice in messages about files, for command lines that lack the options it names.

/// Completes advised options to the command that has them: `upright fix --allow-loss gps`.
package struct CompatAdvice: Hashable, Sendable {
  /// The command that does the same and has the options.
  package let command: String

  /// Advice to use this command.
  package init(command: String) { self.command = command }

  /// Options that messages advise, and whether a value must follow.
  private static let options = [
    "--allow-loss": true, "--edge": true, "--stale": true, "--max-pixels": false, "--max-memory": false,
    "--max-seconds": false, "--max-bytes": false, "--break-hard-links": false, "--force": false, "-o": false,
  ]
  private static let forbidding = ", which --edge or -i forbids"

  /// The sentence with each advised option after its command. Commands that are complete stay.
  package func completing(_ sentence: String) -> String {
    let parts = sentence.replacing(Self.forbidding, with: "").split(separator: "`", omittingEmptySubsequences: false)
    return parts.enumerated().map { $0.isMultiple(of: 2) ? plain($1) : String($1) }.joined(separator: "`")
  }

  private func plain(_ text: Substring) -> String {
    var words = text.split(separator: " ", omittingEmptySubsequences: false).map(String.init)[...]
    var result: [String] = []
    while let word = words.popFirst() {
      let (option, mark) = Self.parted(word)
      guard let needsValue = Self.options[option] else {
        result.append(word)
        continue
      }
      if !needsValue {
        result.append("`\(command) \(option)`\(mark)")
      } else if let next = words.first, mark.isEmpty, next != "or" {
        let (value, end) = Self.parted(next)
        words.removeFirst()
        result.append("`\(command) \(option) \(value)`\(end)")
      } else {
        result.append(word)
      }
    }
    return result.joined(separator: " ")
  }

  /// A word and the punctuation after it.
  private static func parted(_ word: String) -> (word: String, mark: String) {
    guard let last = word.last, ",;.:)".contains(last) else { return (word, "") }
    return (String(word.dropLast()), String(last))
  }
}
