// A border around boxes, as typed: `10` or `10%`.

import ArgumentParser

/// A border in percent of a box's sides, as typed: `10` or `10%`.
struct BorderArgument: ExpressibleByArgument, Hashable, Sendable {
  /// As a fraction of the side, for each end.
  let share: Double

  /// No border.
  static let none = BorderArgument(share: 0)

  private init(share: Double) { self.share = share }

  init?(argument: String) {
    let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Double(digits), percent.isFinite, (0...1000).contains(percent) else { return nil }
    share = percent / 100
  }

  var defaultValueDescription: String { "0%" }
}
