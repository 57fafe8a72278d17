// Completes what many outcomes leave pending, together, before any of them may be relied on.

package import Upright

/// The remaining work on many files, done together.
package enum PendingWork {
  /// Completes the remaining work of each outcome, given by `rest`.
  ///
  /// - Parameter end: Does it for all; returns for each the error if it failed.
  /// - Returns: The completed outcomes, or why they cannot be relied on.
  package static func end<Report, Rest>(
    _ outcomes: [Result<Report, UprightError>], _ rest: WritableKeyPath<Report, Rest?>,
    _ end: ([Rest]) -> [UprightError?]
  ) -> [Result<Report, UprightError>] {
    var finished = outcomes
    let (places, rests) = outcomes.enumerated().reduce(into: ([Int](), [Rest]())) { found, outcome in
      guard case .success(let report) = outcome.element, let left = report[keyPath: rest] else { return }
      found.0.append(outcome.offset)
      found.1.append(left)
    }
    for (place, error) in zip(places, end(rests)) {
      finished[place] = outcomes[place].flatMap { report in
        if let error { return .failure(error) }
        var report = report
        report[keyPath: rest] = nil
        return .success(report)
      }
    }
    return finished
  }
}
