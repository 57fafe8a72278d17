// Folds long runs of paths into one argument, because parsing time grows with the square of the number of arguments.

/// Folds runs of arguments that can only be paths, and unfolds them again.
package enum PathRuns {
  /// A character that no argument contains.
  private static let mark: Character = "\0"
  /// The number of arguments at the start of a run that are not folded: one may be an option's value, or an argument
  /// before the paths.
  private static let kept = 8
  private static let verbs: Set = [
    "info", "audit", "plan", "fix", "rotate", "crop", "thumb", "sheet", "show", "digest", "index",
  ]

  /// The arguments of a command line, with each run of arguments that are not options, except its first ones, folded
  /// into one.
  package static func folded(_ words: [String]) -> [String] {
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
  package static func unfolded(_ words: [String]) -> [String] {
    words.flatMap { word in
      guard word.first == mark else { return [word] }
      return word.split(separator: mark, omittingEmptySubsequences: false).dropFirst().map(String.init)
    }
  }
}
