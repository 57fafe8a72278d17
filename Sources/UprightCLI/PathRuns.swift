// Long runs of paths as one word, because the time in which the command line is parsed grows with the square of the number of words.

/// Folds runs of words that can be nothing but paths, and unfolds them again.
enum PathRuns {
  /// No word of a command line holds it.
  private static let mark: Character = "\0"
  /// Words at the start of a run that stay as they are: one of them may be an option's value, or an argument before the paths.
  private static let kept = 8
  private static let verbs: Set = [
    "info", "audit", "plan", "fix", "rotate", "crop", "thumb", "sheet", "show", "digest",
  ]

  /// The words of a command line, in runs of words that are no options all but the first ones as one word.
  static func folded(_ words: [String]) -> [String] {
    guard words.count > 2 * kept, let verb = words.first, verbs.contains(verb) else { return words }
    var (folded, run): ([String], [String]) = ([], [])
    func settle() {
      folded += run.prefix(kept)
      if run.count > kept { folded.append(run.dropFirst(kept).map { String(mark) + $0 }.joined()) }
      run = []
    }
    for word in words {
      if word.utf8.first == UInt8(ascii: "-") {
        settle()
        folded.append(word)
      } else {
        run.append(word)
      }
    }
    settle()
    return folded
  }

  /// The paths in all of `words`.
  static func unfolded(_ words: [String]) -> [String] {
    words.flatMap { word in
      guard word.first == mark else { return [word] }
      return word.split(separator: mark, omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
  }
}
