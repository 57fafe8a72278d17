// The two passes on rows: results are delivered as soon as their rows are there, in order, and correct.

import Testing

@testable import UprightRaster

struct RowFilterTests {
  /// A column of gray samples, one per row.
  private static func column(_ samples: [UInt8]) throws -> SampleStorage {
    let storage = try #require(SampleStorage(byteCount: samples.count))
    storage.setBytes(samples)
    return storage
  }

  @Test func resultsComeAsSoonAsTheirRowsAreThere() throws {
    let filter = try #require(
      RowFilter(
        columns: 1, rows: 6, across: (0, 1), down: (0, 6), to: (1, 3), layout: SampleLayout(.gray), filter: .box,
        kernels: .best))
    let source = try Self.column([10, 20, 30, 50, 200, 220])
    let target = try #require(SampleStorage(byteCount: 3))
    var finished: [[Int]] = []
    for row in 0..<6 {
      filter.take(1, of: source, at: row, step: 1)
      let now = filter.nextResults()
      filter.write(now, to: target, at: now.lowerBound, step: 1)
      finished.append([Int](now))
    }
    #expect(finished == [[], [0], [], [1], [], [2]])
    #expect(target.bytes == [15, 40, 210])
    #expect(filter.nextResults().isEmpty)
  }

  @Test func oneRowMakesManyResultsWhenEnlarging() throws {
    let filter = try #require(
      RowFilter(
        columns: 1, rows: 2, across: (0, 1), down: (0, 2), to: (1, 6), layout: SampleLayout(.gray), filter: .box,
        kernels: .best))
    let source = try Self.column([7, 90])
    var counts: [Int] = []
    for row in 0..<2 {
      filter.take(1, of: source, at: row, step: 1)
      counts.append(filter.nextResults().count)
    }
    #expect(counts == [3, 3])
  }

  @Test func whatIsHeldIsTheRingTheRowsAndTheTables() throws {
    let filter = try #require(
      RowFilter(
        columns: 100, rows: 100, across: (0, 100), down: (0, 100), to: (10, 10), layout: SampleLayout(.rgb),
        filter: .box, kernels: .best))
    // Ten to twelve rows of thirty samples in whole lanes, seven more to take eight at once, one finished row, a
    // hundred pixels or the working space of eight rows, and twice 10 times 3 groups and 2 numbers.
    let lanes = (10...12).map { ($0 + 7 + 1) * 16 + max(104, 8 * (3 * 256 + 16) / 4) + 2 * 30 }
    let tables = 2 * 2 * 10 * MemoryLayout<Int>.size
    #expect(lanes.contains((filter.bufferBytes - tables) / Lane.bytes))
  }

  @Test func linesThatCannotBeAreRefused() {
    for (columns, rows, wide, high) in [(0, 4, 2, 2), (4, 0, 2, 2), (4, 4, 0, 2), (4, 4, 2, 0), (1 << 30, 4, 2, 2)] {
      let filter = RowFilter(
        columns: columns, rows: rows, across: (0, Double(columns)), down: (0, Double(rows)), to: (wide, high),
        layout: SampleLayout(.gray), filter: .lanczos3,
        kernels: .best)
      #expect(filter == nil)
    }
  }
}
