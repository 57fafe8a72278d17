// A number with a noun in the right form: 1 image, 2 images.

/// A number and its noun.
package struct CountedNoun: Hashable, Sendable, CustomStringConvertible {
  /// The noun in the singular; its plural ends in "s", or in "es" after an x.
  let noun: String
  /// The number.
  let count: Int

  /// A number of `noun`.
  package init(_ noun: String, _ count: Int) { (self.noun, self.count) = (noun, count) }

  /// `1 image`, `2 boxes`.
  package var description: String { "\(count) \(noun)" + (count == 1 ? "" : noun.hasSuffix("x") ? "es" : "s") }

  /// With a verb: `1 image differs`, `2 images differ`.
  package func withVerb(_ verb: String) -> String {
    guard count == 1 else { return "\(self) \(verb)" }
    return "\(self) \(verb)" + (verb.hasSuffix("ch") ? "es" : "s")
  }
}
