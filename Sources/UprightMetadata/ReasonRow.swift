// What is known of one case of an enumeration of reasons or notes: a row of its table.

/// The code of a reason or a note, and its words.
package struct ReasonRow {
  /// A stable code for programs.
  package let code: String
  private let words: () -> String

  /// A code and words for people.
  package init(_ code: String, _ words: @autoclosure @escaping () -> String) {
    (self.code, self.words) = (code, words)
  }

  /// The words.
  package var sentence: String { words() }
}
