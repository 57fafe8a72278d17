// A JPEG quality as typed: 1…100 on the scale of the Independent JPEG Group.

import ArgumentParser
import Upright

/// How much an encoder may lose.
struct QualityArgument: ExpressibleByArgument, Hashable {
  let level: Int

  /// A quality that is known to be valid.
  init(level: Int) { self.level = level }

  init?(argument: String) {
    guard let level = Int(argument), Rendition.Quality.levels.contains(level) else { return nil }
    self.level = level
  }

  var defaultValueDescription: String { String(level) }
}
