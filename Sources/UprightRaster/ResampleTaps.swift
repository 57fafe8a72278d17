// The source samples and weights of each sample of a scaled line, computed once per axis.

import CKernels

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The samples and weights of each sample of one scaled line.
///
/// Weights are in groups of four, padded with zeros, so that loops over them need no remainder.
struct ResampleTaps {
  /// The source samples that are used at all.
  let covered: Range<Int>
  /// The first source sample of each result, relative to `covered`; whole groups from there extend at most three
  /// samples beyond `covered`.
  let starts: [Int]
  /// One past the last source sample of each result, relative to `covered`.
  let ends: [Int]
  /// Groups of four weights per result.
  let groups: Int
  /// How many of a result's weights, from the first, may be nonzero.
  let span: Int
  /// The weights, `groups` lanes per result.
  let weights: SampleStorage

  /// The maximum line length, so that every number and table here stays small.
  static let longestLine = 1 << 24

  /// The taps that scale `window` of a line of `length` samples to `count` samples.
  ///
  /// Nil if the window is not inside the line, if a line is too long, or if out of memory.
  init?(window: (start: Double, extent: Double), of length: Int, to count: Int, filter: ResampleFilter) {
    guard 1...Self.longestLine ~= length, 1...Self.longestLine ~= count,
      let inside = Self.clamped(window, in: length)
    else { return nil }
    let step = inside.extent / Double(count)
    self.init(of: length, to: count, ratio: filter == .nearest ? 1 : max(1, step), filter: filter) {
      inside.start + (Double($0) + 0.5) * step
    }
  }

  /// The taps that sample a line of `length` samples again, `shift` of a sample later.
  ///
  /// Nil if the line is empty or too long, or if out of memory.
  init?(shift: Double, of length: Int, filter: ResampleFilter) {
    guard 1...Self.longestLine ~= length else { return nil }
    self.init(of: length, to: length, ratio: 1, filter: shift == 0 ? .box : filter) { Double($0) + 0.5 + shift }
  }

  /// The taps whose results have these centers; `ratio` is that of a result's distance to a sample's, at least 1.
  private init?(
    of length: Int, to count: Int, ratio: Double, filter: ResampleFilter, centre: (Int) -> Double
  ) {
    let reach = filter.support * ratio
    let more = filter.undoesAveraging ? 1 : 0
    func weighted(_ index: Int) -> Range<Int> {
      let low = min(length - 1, max(0, Int(centre(index) - reach + 0.5)))
      return low..<max(low + 1, min(length, Int(centre(index) + reach + 0.5)))
    }
    func span(_ index: Int) -> Range<Int> {
      let inner = weighted(index)
      return max(0, inner.lowerBound - more)..<min(length, inner.upperBound + more)
    }

    let covered = span(0).lowerBound..<span(count - 1).upperBound
    var longest = 0
    for index in 0..<count { longest = max(longest, span(index).count) }
    let groups = (longest + 3) / 4
    func begins(_ index: Int) -> Int {
      min(span(index).lowerBound - covered.lowerBound, covered.count - longest)
    }
    let (bytes, overflow) = (groups * Lane.bytes).multipliedReportingOverflow(by: count)
    guard !overflow, let weights = SampleStorage(byteCount: bytes) else { return nil }

    for index in 0..<count {
      let samples = span(index)
      var raw = weighted(index).map { filter.weight((Double($0) + 0.5 - centre(index)) / ratio) }
      if filter.undoesAveraging { raw = Self.undoingAverages(raw, of: weighted(index), in: samples) }
      let sum = raw.reduce(0, +)
      let first = index * groups * 4 + samples.lowerBound - covered.lowerBound - begins(index)
      for (offset, weight) in raw.enumerated() { weights.setFloat(Float(weight / sum), at: first + offset) }
    }
    self.covered = covered
    self.starts = (0..<count).map(begins)
    self.ends = (0..<count).map { span($0).upperBound - covered.lowerBound }
    self.groups = groups
    self.span = longest
    self.weights = weights
  }

  /// The weights that do the same to samples as `weights` do to samples before they were averaged: to the mean of what
  /// a sample covers, a 24th of its second difference is what the mean lacks (a parabola's mean over an interval of
  /// length 1, around its middle).
  private static func undoingAverages(
    _ weights: [Double], of inner: Range<Int>, in outer: Range<Int>
  ) -> [Double] {
    var result = [Double](repeating: 0, count: outer.count)
    for (sample, weight) in zip(inner, weights) {
      let at = sample - outer.lowerBound
      result[at] += weight * 13 / 12
      // Beyond an edge, the sample at it.
      result[max(0, at - 1)] -= weight / 24
      result[min(outer.count - 1, at + 1)] -= weight / 24
    }
    return result
  }

  /// How many source samples must be available at once if they come in order.
  var depth: Int { zip(starts, ends).reduce(1) { max($0, $1.1 - $1.0) } }

  /// Floats of work memory for the loops in C to scale lines of such pixels.
  func workFloats(_ layout: SampleLayout) -> Int { Self.workFloats(layout, samples: span) }

  /// The same for this many samples per result, saturating.
  static func workFloats(_ layout: SampleLayout, samples: Int) -> Int {
    max(samples, Int(UP_WORK_COLUMNS)).multipliedSaturating(layout.channels.count).addingSaturating(Int(UP_WORK_SPARE))
      .multipliedSaturating(Int(UP_WORK_ROWS))
  }

  /// The maximum bytes of the tables for any window of a line.
  static func workingBytes(of length: Int, to count: Int, filter: ResampleFilter) -> Int {
    let lanes = (longestSpan(of: length, to: count, filter: filter) + 3) / 4
    return count.multipliedSaturating(
      lanes.multipliedSaturating(Lane.bytes).addingSaturating(2 * MemoryLayout<Int>.size))
  }

  /// The maximum source samples per result, in whole groups, for any window of a line.
  static func longestSpan(of length: Int, to count: Int, filter: ResampleFilter) -> Int {
    let ratio = max(1, Double(length) / Double(max(1, count)))
    let more = filter.undoesAveraging ? 2 : 0
    return max(1, min(length, Int(min(1e15, 2 * filter.support * ratio)) + 2 + more)).addingSaturating(6)
  }

  /// The window, with edges clamped to the line's if they exceed it by less than a thousandth of a sample.
  private static func clamped(
    _ window: (start: Double, extent: Double), in length: Int
  ) -> (start: Double, extent: Double)? {
    let slack = 0.001
    let (low, high) = (window.start, window.start + window.extent)
    guard window.extent > 0, low >= -slack, high <= Double(length) + slack else { return nil }
    let (left, right) = (max(0, low), min(Double(length), high))
    return right > left ? (left, right - left) : nil
  }
}

/// A pixel's samples as floats, in channel order; gray rows have four pixels in one lane.
typealias Lane = SIMD4<Float>

extension Lane {
  /// Bytes of one lane.
  static var bytes: Int { MemoryLayout<Self>.stride }
}

extension Int {
  /// The product, saturating at the largest integer.
  package func multipliedSaturating(_ other: Int) -> Int {
    let (product, overflow) = multipliedReportingOverflow(by: other)
    return overflow ? .max : product
  }

  /// The sum of two nonnegative numbers, saturating at the largest integer.
  package func addingSaturating(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? .max : sum
  }
}

// The resampling filters (box; Keys 1981 with a = -0.5, Catmull-Rom; Lanczos with three lobes).

/// How the samples around a point are weighted.
public enum ResampleFilter: Hashable, Sendable, CaseIterable {
  /// The mean of the covered samples; when enlarging, the nearest sample.
  case box
  /// Cubic convolution with a = -0.5: reproduces parabolas.
  case bicubic
  /// A sinc under a sinc three times as wide: the sharpest of them.
  case lanczos3
  /// The same of samples that are means of what they cover, as those of a JPEG decoded at 1/8: it also undoes that.
  case lanczos3OfMeans
  /// The nearest sample, so that no value is new: for masks, whose values are numbers of classes.
  case nearest

  /// The filters that weight several samples of any image.
  public static let allCases: [Self] = [.box, .bicubic, .lanczos3]

  /// Its radius, in samples of the coarser grid.
  public var support: Double {
    switch self {
    case .box, .nearest: 0.5
    case .bicubic: 2
    case .lanczos3, .lanczos3OfMeans: 3
    }
  }

  /// Whether it makes of means what it would make of what was averaged.
  var undoesAveraging: Bool { self == .lanczos3OfMeans }

  /// The weight of a sample at `distance`, in samples of the coarser grid; not normalized.
  public func weight(_ distance: Double) -> Double {
    let x = distance.magnitude
    switch self {
    case .box, .nearest:
      return distance > -0.5 && distance <= 0.5 ? 1 : 0
    case .bicubic:
      if x < 1 { return (1.5 * x - 2.5) * x * x + 1 }
      return x < 2 ? ((-0.5 * x + 2.5) * x - 4) * x + 2 : 0
    case .lanczos3, .lanczos3OfMeans:
      return x < 3 ? Self.windowedSinc(x) : 0
    }
  }

  /// sinc(x) · sinc(x / 3), with one sine for both: sin 3a = 3 sin a - 4 sin³ a.
  private static func windowedSinc(_ x: Double) -> Double {
    if x < 1e-8 { return 1 }
    let third = sin(x * (.pi / 3))
    let square = third * third
    return square * (9 - 12 * square) / (x * x * (.pi * .pi))
  }
}
