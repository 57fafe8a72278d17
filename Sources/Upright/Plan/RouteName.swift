// The names of routes, for plans, JSON and whatever refers to a route without its details.

import UprightGeometry

/// The routes, cheapest first.
public enum RouteName: String, Hashable, Sendable, CaseIterable {
  /// The result is the source.
  case copy
  /// Only the tag changes.
  case retag
  /// Only metadata changes.
  case rewrite
  /// Blocks move.
  case transform
  /// Pixels are decoded and encoded.
  case transcode

  /// Whether the result has the coded image data of its source, byte by byte.
  package var keepsCodedData: Bool { [.copy, .retag, .rewrite].contains(self) }
}

extension RouteName: Codable {
  /// Decodes the word of a case.
  public init(from decoder: any Decoder) throws { self = try decoder.word("a route") }
}
