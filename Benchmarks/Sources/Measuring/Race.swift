// Wall-clock times of several pieces of work by turns, so that a busy minute falls on all of them.

/// What several pieces of work took in each of several rounds, and how they compare within a round.
public struct Race {
  private var names: [String] = []
  private var milliseconds: [[Double]] = []

  /// Runs each piece of `work` once for warmth and then once per round.
  public init(rounds: Int = 21, _ work: [(name: String, body: () -> Void)]) {
    for piece in work {
      names.append(piece.name)
      piece.body()
    }
    milliseconds = [[Double]](repeating: [], count: work.count)
    for _ in 0..<rounds {
      for (index, piece) in work.enumerated() { milliseconds[index].append(Self.milliseconds(piece.body)) }
    }
  }

  /// What `body` takes, once.
  public static func milliseconds(_ body: () -> Void) -> Double {
    let spent = ContinuousClock().measure(body)
    return Double(spent.components.seconds) * 1e3 + Double(spent.components.attoseconds) / 1e15
  }

  /// The lines above the rows.
  public static func header(_ unit: String) -> String {
    "| \(unit) | min | median | max | × the first |\n|---|--:|--:|--:|--:|"
  }

  /// `| name | min | median | max | ratio |`: the ratio to the first is the median of those of the rounds.
  public var rows: [String] {
    names.indices.map { index in
      let sorted = milliseconds[index].sorted()
      let ratios = zip(milliseconds[index], milliseconds[0]).map { $0 / $1 }.sorted()
      let figures = [sorted[0], sorted[sorted.count / 2], sorted[sorted.count - 1], ratios[ratios.count / 2]]
      return "| \(names[index]) | \(figures.map(Measurement.short).joined(separator: " | ")) |"
    }
  }
}
