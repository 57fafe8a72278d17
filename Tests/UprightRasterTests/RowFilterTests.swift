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

// Premultiplying by alpha and back.

struct PremultiplyTests {
  @Test(arguments: [Float(255), 65535])
  func weighingIsUndone(maximum: Float) {
    for opacity in [Float(1), 2, 77, 254, maximum] {
      for colour in [Float(0), 1, 128, maximum] {
        let pixel = Lane(colour, maximum - colour, colour / 2, opacity)
        let weighted = Premultiply.apply(pixel, maximum: maximum)
        #expect((weighted.x - colour * opacity / maximum).magnitude <= maximum / 1e6)
        #expect(weighted.w == opacity)
        let back = Premultiply.undo(weighted, maximum: maximum) - pixel
        #expect([back.x, back.y, back.z, back.w].allSatisfy { $0.magnitude < 0.01 }, "\(pixel)")
      }
    }
  }

  @Test func nothingIsLeftOfWhatCannotBeSeen() {
    #expect(Premultiply.undo(Lane(3, 4, 5, 0), maximum: 255) == .zero)
    #expect(Premultiply.undo(Lane(3, 4, 5, 0.49), maximum: 255) == .zero)
    #expect(Premultiply.undo(Lane(3, 4, 5, -2), maximum: 255) == .zero)
  }

  @Test func everyColourAtEveryOpacityComesBack() {
    var worst: Float = 0
    for opacity in 1...255 {
      for colour in 0...255 {
        let pixel = Lane(Float(colour), Float(255 - colour), Float(opacity), Float(opacity))
        let weighted = Premultiply.apply(pixel, maximum: 255)
        let exact = Double(colour * opacity) / 255
        worst = max(worst, Float((Double(weighted.x) - exact).magnitude))
        let back = Premultiply.undo(weighted, maximum: 255)
        let whole = Lane(back.x.rounded(), back.y.rounded(), back.z.rounded(), back.w)
        #expect(whole == pixel)
      }
    }
    #expect(worst < 1e-4)
  }

  @Test func nothingComesFromWhatIsClear() {
    for colour in 0...255 {
      let pixel = Lane(Float(colour), Float(255 - colour), 9, 0)
      #expect(Premultiply.apply(pixel, maximum: 255) == .zero)
      #expect(Premultiply.undo(Premultiply.apply(pixel, maximum: 255), maximum: 255) == .zero)
    }
  }

  @Test func opaqueIsLeftAlone() {
    for colour in stride(from: 0, through: 65_535, by: 17) {
      for (maximum, value) in [(Float(255), Float(colour % 256)), (65_535, Float(colour))] {
        let pixel = Lane(value, maximum - value, value / 2, maximum)
        let weighted = Premultiply.apply(pixel, maximum: maximum) - pixel
        let back = Premultiply.undo(pixel, maximum: maximum)
        #expect([weighted.x, weighted.y, weighted.z, weighted.w].allSatisfy { $0.magnitude <= maximum / 1e6 })
        #expect(back == pixel)
      }
    }
  }

  @Test(arguments: [Float(255), 65_535])
  func sixteenBitsAtEveryOpacity(maximum: Float) {
    for opacity in stride(from: Float(1), through: maximum, by: maximum / 255) {
      for colour in stride(from: Float(0), through: maximum, by: maximum / 51) {
        let pixel = Lane(colour, colour, maximum - colour, opacity)
        let back = Premultiply.undo(Premultiply.apply(pixel, maximum: maximum), maximum: maximum)
        #expect((back.x - colour).magnitude < 0.01 && (back.z - (maximum - colour)).magnitude < 0.01)
        #expect(back.w == opacity)
      }
    }
  }
}

// The positions of rows in the ring, and its memory.

struct RowRingTests {
  @Test func rowsLieInTurnsAndNeverReachIntoTheNext() throws {
    for samples in [1, 3, 60, 61, 62, 64, 3072] {
      let ring = try #require(RowRing(slots: 5, samples: samples))
      #expect(ring.rowFloats % 64 == 0 && ring.rowFloats >= samples + 3 && ring.rowFloats < samples + 67)
      #expect(ring.storage.byteCount == 5 * ring.rowFloats * 4)
      #expect((0..<12).map { ring.place(of: $0) / ring.rowFloats } == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1])
      #expect(ring.place(of: 9) % ring.rowFloats == 0)
    }
  }

  @Test func rowsThatCannotBeAreRefused() {
    for (slots, samples) in [(3, Int.max), (Int.max, 3), (1 << 30, 1 << 32)] {
      #expect(RowRing(slots: slots, samples: samples) == nil)
    }
    #expect(RowRing.rowFloats(.max) > 1 << 60)
  }
}
