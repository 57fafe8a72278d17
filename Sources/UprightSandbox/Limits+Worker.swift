// How long a worker is waited for where no limit says it (docs/worker.md).

public import Upright

extension Limits {
  /// What errors call the bound that counts where `seconds` are not set.
  public static var workerSecondsName: String { "worker seconds" }

  /// Seconds that a worker is waited for, in all, where `seconds` are not set; without an end, one that hangs would never be noticed.
  ///
  /// A minute, one more for every 150 million pixels that are decoded, and one for every 15 million that are encoded, turned or
  /// converted: far more than any picture of its size was seen to need. Only time that is waited counts.
  public static func workerSeconds(pixels: Int, decoding: Bool) -> Double {
    60 + Double(max(0, pixels)) / (decoding ? 2_500_000 : 250_000)
  }

  /// Seconds as a whole number, from 1 on; numbers that are none, or longer than thirty years, are those.
  static func wholeSeconds(_ seconds: Double) -> Int {
    seconds < 1e9 ? Int(max(1, seconds.rounded())) : 1_000_000_000
  }

  /// Seconds of processor time in which a worker is stopped that takes `seconds` on the clock: its libraries decode with a
  /// thread for each processor, and one more hands the rows on.
  static func processorSeconds(_ seconds: Double, processors: Int = WorkerCalls.processorCount) -> Int {
    let product = wholeSeconds(seconds).multipliedReportingOverflow(by: processors + 1)
    return product.overflow ? .max : product.partialValue
  }

  /// The bound on a worker's time for so many pixels, and what errors call it.
  func waiting(pixels: Int, decoding: Bool) -> (seconds: Double, name: String) {
    seconds.map { ($0, "seconds") } ?? (Self.workerSeconds(pixels: pixels, decoding: decoding), Self.workerSecondsName)
  }
}
