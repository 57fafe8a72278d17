// The last line of a dry run of `labels crop` and `labels overlay`.

import UprightLabels

/// The number of results that would be made.
package struct LabelTotals {
  private let count, failures: Int

  /// Memberwise initializer.
  package init(_ count: Int, _ failures: Int) {
    self.count = count
    self.failures = failures
  }

  /// One line.
  package var line: String {
    "\(CountedNoun("result", count))\(failures > 0 ? ", \(failures) failed" : ""); nothing was written (dry run)"
  }
}
