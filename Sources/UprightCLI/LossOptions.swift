// `--allow-loss` and `--strict-parts`: which parts of a file a result may lack.

import ArgumentParser
import Upright
import UprightBatch

/// The kinds of parts in a comma-separated list.
struct LossList: ExpressibleByArgument {
  let allowed: AllowedLosses

  init?(argument: String) {
    guard let allowed = AllowedLosses(argument) else { return nil }
    self.allowed = allowed
  }

  static var allValueStrings: [String] { ["all"] + FilePart.Kind.allCases.map(\.rawValue) }
}

/// What a result may lose.
struct LossOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      With -i or --strict-parts, the kinds of parts that may be lost: all, or a list such as depth-map,comment. \
      `upright info --parts` prints the parts of a file. (default: none)
      """, valueName: "kinds"))
  var allowLoss: LossList?

  @Flag(help: "With -o, write no result that would lose a part of its source, as -i does.")
  var strictParts = false

  /// What may be lost; nil for everything, or in place, nothing.
  var allowed: AllowedLosses? { allowLoss?.allowed ?? (strictParts ? AllowedLosses.none : nil) }
}
