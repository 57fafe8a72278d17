// Which space labels are in, and which they are wanted in.

import ArgumentParser
import UprightBatch

/// The picture as its file holds it, or as a person sees it.
enum LabelSpaceName: String, CaseIterable, Sendable {
  case stored, displayed
}

/// From one space into another, or into the same.
struct LabelSpaceChange: Hashable, Sendable {
  /// Which they are in.
  let from: LabelSpaceName
  /// Which they are wanted in.
  let to: LabelSpaceName

  /// Labels that go from the one into the other.
  init(from: LabelSpaceName, to: LabelSpaceName) { (self.from, self.to) = (from, to) }

  /// Labels that stay in the space they are in.
  init(_ both: LabelSpaceName) { (from, to) = (both, both) }

  /// What used to be one word, `stored:displayed`; the colon could also be `->` or `→`.
  init?(old argument: String) {
    let words = argument.replacing("->", with: ":").replacing("→", with: ":")
      .split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let spaces = words.compactMap { LabelSpaceName(rawValue: String($0)) }
    guard spaces.count == words.count, let from = spaces.first, spaces.count <= 2 else { return nil }
    (self.from, self.to) = (from, spaces.last ?? from)
  }

  /// The options that say it.
  var options: String { "--from-space \(from.rawValue)" + (to == from ? "" : " --to-space \(to.rawValue)") }
}
