// The last line of a rehearsal of `labels crop` and `labels overlay`.

import UprightBatch
import UprightLabels

/// How many results there would be.
struct LabelTotals {
  private let count, failures: Int

  init(_ count: Int, _ failures: Int) {
    self.count = count
    self.failures = failures
  }

  /// One line.
  var line: String {
    "\(CountedNoun("result", count))\(failures > 0 ? ", \(failures) failed" : ""); nothing was written, as --dry-run says"
  }
}
