// Subfolders that a command does not search without --recursive, although images may be in them.

import Upright
import UprightFiles

/// The subfolders that were not searched.
package struct UnsearchedFolders: Hashable, Sendable {
  /// How many there are.
  package private(set) var count = 0
  /// The paths of the first ones.
  package private(set) var paths: [String] = []

  /// How many paths are kept, how many are named in a sentence, and how many entries of one folder's subfolders are
  /// looked at to find out whether images are there.
  private static let (kept, named) = (100, 3)
  static let lookingAt = 10_000

  /// None.
  package init() {}

  mutating func add(_ path: String) {
    count += 1
    if paths.count < Self.kept { paths.append(path) }
  }

  mutating func add(_ other: Self) {
    count += other.count
    paths += other.paths.prefix(Self.kept - paths.count)
  }

  /// `2 folders were not searched`.
  package var short: String { count == 1 ? "1 folder was not searched" : "\(count) folders were not searched" }

  /// The same with the first names, and what to do.
  package var sentence: String {
    let names = paths.prefix(Self.named)
    let more = count > names.count ? " and \(count - names.count) more" : ""
    return "\(short): \(names.map(TerminalText.plain).joined(separator: ", "))\(more); "
      + "\(option: .recursive) searches \(count == 1 ? "it" : "them")"
  }

  /// The number and the first paths.
  var json: JSONLine { .object([.init("count", .number(count)), .init("folders", .list(paths.map { .text($0) }))]) }
}
