// Wall-clock times of one piece of work, several times over.

/// What a piece of work took, per item, in each of several runs.
public struct Measurement: Sendable {
  /// What was done.
  public let name: String
  /// Nanoseconds per item, from the quickest run to the slowest.
  public let nanoseconds: [Double]

  /// Runs `work`, which does `count` items, once for warmth and then `runs` times.
  ///
  /// Its result is looked at, so that the work cannot be left out.
  public init<Result>(_ name: String, count: Int, runs: Int = 1_000, _ work: () -> Result) {
    self.name = name
    keep(work())
    let clock = ContinuousClock()
    nanoseconds = (0..<runs).map { _ in
      let spent = clock.measure { keep(work()) }
      return Double(spent.components.attoseconds) / 1e9 / Double(count)
        + Double(spent.components.seconds) * 1e9 / Double(count)
    }.sorted()
  }

  /// `| name | min | median | max |`, with two digits behind the point.
  public var row: String {
    let figures = [nanoseconds.first, nanoseconds[nanoseconds.count / 2], nanoseconds.last].map { Self.short($0 ?? 0) }
    return "| \(name) | \(figures.joined(separator: " | ")) |"
  }

  /// The lines above the rows.
  public static func header(_ unit: String) -> String { "| \(unit) | min | median | max |\n|---|--:|--:|--:|" }

  static func short(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100)"
  }
}

/// Takes a result and does nothing with it, where the optimiser cannot see.
@inline(never) private func keep<Result>(_ result: Result) {}
