// How long to wait for a worker if no limit is set (Design.md).

public import Upright

extension Limits {
  /// The total seconds to wait for a worker if `seconds` is nil; without a limit, a hang would never be detected.
  ///
  /// One minute, plus one per 150 million pixels that are decoded, plus one per 15 million that are encoded, reoriented
  /// or converted. No image of its size was seen to need nearly that much. Only waiting time is included.
  public static func workerSeconds(pixels: Int, decoding: Bool) -> Double {
    60 + Double(max(0, pixels)) / (decoding ? 2_500_000 : 250_000)
  }

  /// Seconds as an integer from 1; NaN and values over thirty years are clamped.
  static func wholeSeconds(_ seconds: Double) -> Int {
    seconds < 1e9 ? Int(max(1, seconds.rounded())) : 1_000_000_000
  }

  /// The processor time in seconds after which the system ends a worker that has `seconds` of elapsed time. Its
  /// libraries decode with one thread per processor, and one more passes the rows on.
  static func processorSeconds(_ seconds: Double, processors: Int = WorkerCalls.processorCount) -> Int {
    let product = wholeSeconds(seconds).multipliedReportingOverflow(by: processors + 1)
    return product.overflow ? .max : product.partialValue
  }

  /// The limit on a worker's time for this many pixels, and which limit it is.
  func waiting(pixels: Int, decoding: Bool) -> (seconds: Double, limit: Limit) {
    seconds.map { ($0, .seconds) } ?? (Self.workerSeconds(pixels: pixels, decoding: decoding), .workerSeconds)
  }
}
