// The space of labels, and the space they are converted to.

import Upright

/// The space of labels: the image to which their numbers refer.
public enum LabelSpaceName: String, CaseIterable, Sendable {
  /// The image as its file stores it.
  case stored
  /// The image as it is displayed.
  case displayed
}

/// Which size is used if labels state that of the other space.
public enum StatedSizeSource: String, CaseIterable, Sendable {
  /// That of the image file: the labels' size is wrong.
  case file
  /// That of the labels: they may already be in the other space, and are left as they are.
  case labels
}

/// A change of space, or none.
public struct LabelSpaceChange: Hashable, Sendable {
  /// The current space.
  public let from: LabelSpaceName
  /// The requested space.
  public let to: LabelSpaceName

  /// Labels that change from one space to another.
  public init(from: LabelSpaceName, to: LabelSpaceName) { (self.from, self.to) = (from, to) }

  /// Labels that stay in their space.
  public init(_ both: LabelSpaceName) { (from, to) = (both, both) }

  /// Parses the former single argument, `stored:displayed`, also with `->` or `→` in place of the colon.
  package init?(old argument: String) {
    let words = argument.replacing("->", with: ":").replacing("→", with: ":")
      .split(separator: ":", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
    let spaces = words.compactMap { LabelSpaceName(rawValue: String($0)) }
    guard spaces.count == words.count, let from = spaces.first, spaces.count <= 2 else { return nil }
    (self.from, self.to) = (from, spaces.last ?? from)
  }

  /// The options that express it.
  package var options: String {
    "\(option: .fromSpace, from.rawValue)" + (to == from ? "" : " \(option: .toSpace, to.rawValue)")
  }
}
