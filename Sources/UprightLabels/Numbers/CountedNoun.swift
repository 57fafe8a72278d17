// A number of things in words, as English counts them: one picture, two pictures.

/// A number and what it counts.
package struct CountedNoun: Hashable, Sendable, CustomStringConvertible {
  /// What is counted, in the singular; more get an s (or es behind an x).
  let noun: String
  /// How many there are.
  let count: Int

  /// So many of `noun`.
  package init(_ noun: String, _ count: Int) { (self.noun, self.count) = (noun, count) }

  /// `1 picture`, `2 boxes`.
  package var description: String { "\(count) \(noun)" + (count == 1 ? "" : noun.hasSuffix("x") ? "es" : "s") }

  /// The number with what they do: `1 picture differs`, `2 pictures differ`.
  package func withVerb(_ verb: String) -> String {
    guard count == 1 else { return "\(self) \(verb)" }
    return "\(self) \(verb)" + (verb.hasSuffix("ch") ? "es" : "s")
  }
}
