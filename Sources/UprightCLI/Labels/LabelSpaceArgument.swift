// `--space`: which space labels are in, and which they are wanted in.

import ArgumentParser

/// The picture as its file holds it, or as a person sees it.
enum LabelSpaceName: String, CaseIterable, Sendable {
  case stored, displayed
}

/// `stored`, `displayed`, `stored:displayed`, `displayed:stored`; the colon, which no shell takes for its own, may also be `->` or `→`.
struct LabelSpaceArgument: Hashable, Sendable, ExpressibleByArgument {
  /// Which they are in.
  let from: LabelSpaceName
  /// Which they are wanted in.
  let to: LabelSpaceName

  /// Labels that stay in the space they are in.
  init(_ both: LabelSpaceName) { (from, to) = (both, both) }

  init?(argument: String) {
    let words = argument.replacing("->", with: ":").replacing("→", with: ":")
      .split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let spaces = words.compactMap { LabelSpaceName(rawValue: String($0)) }
    guard spaces.count == words.count, let from = spaces.first, spaces.count <= 2 else { return nil }
    (self.from, to) = (from, spaces.last ?? from)
  }

  static var allValueStrings: [String] { ["stored", "displayed", "stored:displayed", "displayed:stored"] }
}
