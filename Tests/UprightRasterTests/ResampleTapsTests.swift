// The tables of weights: their range and sum, that loops over them stay inside, and their refusals.

import Testing
@testable import UprightRaster

struct ResampleTapsTests {
  /// The weights of one result by source sample.
  private static func weights(_ taps: ResampleTaps, of index: Int) -> [Int: Float] {
    let bytes = taps.weights.bytes
    let floats = stride(from: 0, to: bytes.count, by: 4).map { at in
      Float(bitPattern: (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[at + $1]) << UInt32(8 * $1) }.littleEndian)
    }
    let own = floats[index * taps.groups * 4..<(index + 1) * taps.groups * 4]
    let first = taps.covered.lowerBound + taps.starts[index]
    return Dictionary(uniqueKeysWithValues: own.enumerated().filter { $0.1 != 0 }.map { (first + $0.0, $0.1) })
  }

  private static let cases: [(length: Int, count: Int, start: Double, extent: Double)] = [
    (10, 10, 0, 10), (10, 5, 0, 10), (10, 3, 0, 10), (10, 1, 0, 10), (10, 25, 0, 10), (1, 7, 0, 1), (1, 1, 0, 1),
    (40, 7, 11.3, 17.9), (40, 7, 0.25, 3.1), (40, 9, 36.5, 3.5), (100, 3, 0.001, 99.9), (7, 3, 6.9, 0.1),
  ]

  @Test(arguments: ResampleFilter.allCases)
  func everyResultWeighsWhatTheFilterSays(filter: ResampleFilter) throws {
    for (length, count, start, extent) in Self.cases {
      let taps = try #require(
        ResampleTaps(window: (start, extent), of: length, to: count, filter: filter))
      #expect(taps.starts.count == count && taps.ends.count == count)
      #expect(taps.covered.lowerBound >= 0 && taps.covered.upperBound <= length)
      let ratio = max(1, extent / Double(count))
      for index in 0..<count {
        #expect(taps.starts[index] >= 0 && taps.ends[index] <= taps.covered.count)
        #expect(taps.starts[index] + 4 * taps.groups < taps.covered.count + 4 || taps.starts[index] == 0)
        let centre = start + (Double(index) + 0.5) * extent / Double(count)
        let raw = (0..<length).map { filter.weight((Double($0) + 0.5 - centre) / ratio) }
        let sum = raw.reduce(0, +)
        let own = Self.weights(taps, of: index)
        #expect(own.keys.allSatisfy { taps.covered ~= $0 })
        #expect(own.keys.allSatisfy { $0 < taps.covered.lowerBound + taps.ends[index] })
        for sample in 0..<length {
          let difference = Double(own[sample] ?? 0) - raw[sample] / sum
          #expect(difference.magnitude < 1e-6, "\(filter) \(length) to \(count): \(index) of \(sample)")
        }
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func startsAndEndsNeverGoBack(filter: ResampleFilter) throws {
    for (length, count, start, extent) in Self.cases {
      let taps = try #require(
        ResampleTaps(window: (start, extent), of: length, to: count, filter: filter))
      #expect(zip(taps.starts, taps.starts.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(zip(taps.ends, taps.ends.dropFirst()).allSatisfy { $0 <= $1 })
      #expect(taps.ends.last == taps.covered.count)
      #expect(taps.depth == zip(taps.starts, taps.ends).map { $1 - $0 }.max())
    }
  }

  @Test func tablesStayWithinWhatIsForetold() throws {
    for filter in ResampleFilter.allCases {
      for (length, count, start, extent) in Self.cases {
        let taps = try #require(ResampleTaps(window: (start, extent), of: length, to: count, filter: filter))
        let held = taps.weights.byteCount + 2 * MemoryLayout<Int>.size * count
        #expect(held <= ResampleTaps.workingBytes(of: length, to: count, filter: filter))
        #expect(taps.depth <= ResampleTaps.longestSpan(of: length, to: count, filter: filter))
      }
    }
  }

  @Test(arguments: [
    (0.0, 0.0), (0, -1), (-0.01, 5), (6, 4.01), (.nan, 3), (1, .nan), (-.infinity, 3), (0, .infinity),
    (1e300, 1), (-1e300, 1e301), (10, 1), (-2, 1), (4, 1e-300),
  ])
  func windowsOutsideAreRefused(start: Double, extent: Double) {
    #expect(ResampleTaps(window: (start, extent), of: 10, to: 4, filter: .lanczos3) == nil)
  }

  @Test(arguments: [(0, 4), (4, 0), (-1, 4), (4, -1), (1 << 25, 4), (4, 1 << 25), (Int.max, 4), (4, Int.max)])
  func linesThatAreTooLongOrEmptyAreRefused(length: Int, count: Int) {
    let window = (0.0, Double(length))
    #expect(ResampleTaps(window: window, of: length, to: count, filter: .box) == nil)
  }

  @Test func edgesMissedByRoundingAreHeld() throws {
    let taps = try #require(
      ResampleTaps(window: (-1e-9, 10 + 2e-9), of: 10, to: 5, filter: .box))
    #expect(taps.covered == 0..<10)
  }

  @Test func countingSaturates() {
    #expect(3.multipliedSaturating(4) == 12)
    #expect(Int.max.multipliedSaturating(2) == .max)
    #expect(3.addingSaturating(4) == 7)
    #expect(Int.max.addingSaturating(1) == .max)
  }
}

// The filters' shapes: known values, symmetry, and that their weights sum to one for any grid offset.

struct ResampleFilterTests {
  @Test(arguments: ResampleFilter.allCases)
  func theCentreCountsFullAndBeyondTheSupportNothing(filter: ResampleFilter) {
    #expect(filter.weight(0) == 1)
    for distance in [filter.support + 1e-9, filter.support + 0.5, 40] {
      #expect(filter.weight(distance) == 0)
      #expect(filter.weight(-distance) == 0)
    }
  }

  @Test(arguments: [ResampleFilter.bicubic, .lanczos3])
  func otherSamplesDoNotCountAtASample(filter: ResampleFilter) {
    for distance in 1...4 { #expect(filter.weight(Double(distance)).magnitude < 1e-12) }
  }

  @Test(arguments: ResampleFilter.allCases)
  func bothSidesCountAlike(filter: ResampleFilter) {
    for step in 1..<400 where step != 50 {
      #expect(filter.weight(Double(step) / 100) == filter.weight(-Double(step) / 100))
    }
    #expect(filter == .box ? filter.weight(0.5) == 1 && filter.weight(-0.5) == 0 : true)
  }

  @Test func knownValues() {
    #expect(ResampleFilter.box.weight(0.49) == 1)
    #expect((ResampleFilter.bicubic.weight(0.5) - 0.5625).magnitude < 1e-12)
    #expect((ResampleFilter.bicubic.weight(1.5) + 0.0625).magnitude < 1e-12)
    #expect((ResampleFilter.lanczos3.weight(0.5) - 0.607927101854027).magnitude < 1e-12)
    #expect((ResampleFilter.lanczos3.weight(1.5) + 0.135094911523117).magnitude < 1e-12)
    #expect((ResampleFilter.lanczos3.weight(2.5) - 0.024317084074161).magnitude < 1e-12)
  }

  @Test(arguments: [(ResampleFilter.box, 1e-12), (.bicubic, 1e-12), (.lanczos3, 0.011)])
  func weightsSumToOneOnAnyGrid(filter: ResampleFilter, tolerance: Double) {
    for step in 0..<100 {
      let sum = (-5...5).reduce(0.0) { $0 + filter.weight(Double($1) + Double(step) / 100) }
      #expect((sum - 1).magnitude <= tolerance, "\(step)")
    }
  }
}
