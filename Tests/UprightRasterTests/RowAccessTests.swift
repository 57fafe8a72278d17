// A raster's memory: its size, its copies, and the samples and floats that go in and out.

import Testing
@testable import UprightRaster
import UprightTestTools

struct RowAccessTests {
  @Test func memoryIsZeroedAndOfItsSize() throws {
    for count in [0, 1, 7, 4096, 5 << 20] {
      let storage = try #require(SampleStorage(byteCount: count))
      #expect(storage.byteCount == count)
      #expect(storage.bytes.allSatisfy { $0 == 0 } && storage.bytes.count == count)
    }
  }

  @Test func sizesThatCannotBeAreRefused() {
    for count in [-1, Int.min, Int.max, Int.max - 7, 1 << 60] { #expect(SampleStorage(byteCount: count) == nil) }
  }

  @Test func copiesAreEqualAndApart() throws {
    let storage = try #require(SampleStorage(byteCount: 9))
    storage.setBytes([1, 2, 3, 4, 5, 6, 7, 8, 9])
    let twin = try #require(storage.copy())
    #expect(twin.holdsSameBytes(as: storage))
    twin.setSample(10, at: 8, .eight)
    #expect(!twin.holdsSameBytes(as: storage))
    #expect(storage.bytes == [1, 2, 3, 4, 5, 6, 7, 8, 9])
    #expect(twin.bytes == [1, 2, 3, 4, 5, 6, 7, 8, 10])
    #expect(!storage.holdsSameBytes(as: try #require(SampleStorage(byteCount: 8))))
  }

  @Test func thePrefixIsRepeatedToTheLastByte() throws {
    for (count, prefix) in [(1, 1), (7, 3), (24, 3), (25, 8), (100, 6)] {
      let storage = try #require(SampleStorage(byteCount: count))
      storage.setBytes((0..<count).map { UInt8($0 + 1) })
      storage.repeatPrefix(prefix)
      #expect(storage.bytes == (0..<count).map { UInt8($0 % prefix + 1) })
    }
  }

  @Test(arguments: everyLayout)
  func floatsComeBackAsTheSamplesTheyWere(layout: SampleLayout) throws {
    for pixels in [1, 3, 4, 5, 18] {
      let lead = 2 * layout.bytesPerPixel
      let count = (pixels + 3) * layout.bytesPerPixel
      let (source, target) = (
        try #require(SampleStorage(byteCount: count)), try #require(SampleStorage(byteCount: count))
      )
      source.setBytes((0..<count).map { UInt8(truncatingIfNeeded: $0 * 97 + 31) })
      let lanes = try #require(SampleStorage(byteCount: pixels * Lane.bytes))
      lanes.loadLanes(from: source, at: lead, pixels: pixels, layout)
      let floats = try #require(SampleStorage(byteCount: pixels * Lane.bytes))
      var next = 0
      lanes.updateLanes(pixels) { lane in
        for channel in 0..<layout.channels.count { floats.setFloat(lane[channel], at: next + channel) }
        next += layout.channels.count
        return lane
      }
      target.storeSamples(of: floats, at: lead, count: pixels * layout.channels.count, layout.depth)
      let written = lead..<lead + pixels * layout.bytesPerPixel
      for index in 0..<count { #expect(target.bytes[index] == (written ~= index ? source.bytes[index] : 0)) }
    }
  }

  @Test func storingRoundsToTheNearestAndHoldsToTheDepth() throws {
    for (depth, value, expected) in [
      (SampleLayout.Depth.eight, Float(-3), UInt16(0)), (.eight, 0.49, 0), (.eight, 0.51, 1), (.eight, 254.4, 254),
      (.eight, 254.6, 255), (.eight, 300, 255), (.eight, 1e30, 255), (.sixteen, -1e30, 0), (.sixteen, 299.7, 300),
      (.sixteen, 65534.6, 65535), (.sixteen, 70000, 65535), (.eight, 1.5, 2), (.eight, 2.5, 2),
    ] {
      let lanes = try #require(SampleStorage(byteCount: Lane.bytes))
      lanes.setFloat(value, at: 0)
      let target = try #require(SampleStorage(byteCount: 2))
      target.storeSamples(of: lanes, at: 0, count: 1, depth)
      #expect(target.sample(at: 0, depth) == expected, "\(value)")
    }
  }
}

// Moving pixels of every size by any walk, compared with a walk pixel by pixel; and the sums behind scaling, term by
// term.

struct MovingTests {
  /// Memory of this many bytes, all different from their neighbors.
  private static func storage(_ count: Int, seed: UInt64) throws -> SampleStorage {
    var random = SplitMix64(seed: seed)
    let storage = try #require(SampleStorage(byteCount: count))
    storage.setBytes((0..<count).map { _ in UInt8.random(in: 0...255, using: &random) })
    return storage
  }

  @Test(arguments: [1, 2, 3, 4, 6, 8])
  func everyWalkCopiesItsPixels(pixelBytes: Int) throws {
    let (width, height) = (41, 37)
    let source = try Self.storage(width * height * pixelBytes, seed: 1)
    let steps = [
      (1, width), (-1, width), (1, -width), (-1, -width), (width, 1), (-width, 1), (width, -1), (-width, -1),
    ]
    for (columnStep, rowStep) in steps {
      for (columns, rows) in [(1, 1), (5, 3), (8, 9), (33, 35), (16, 2), (3, 34)] {
        let across = (columns - 1) * columnStep, down = (rows - 1) * rowStep
        let start = -min(0, across) - min(0, down)
        let walk = PixelWalk(
          columns: columns, rows: rows, target: 2, targetRowStep: columns + 3, source: start,
          sourceColumnStep: columnStep, sourceRowStep: rowStep)
        let target = try Self.storage(((columns + 3) * rows + 2) * pixelBytes, seed: 2)
        var expected = target.bytes
        let from = source.bytes
        for row in 0..<rows {
          for column in 0..<columns {
            let (to, place) = (2 + row * (columns + 3) + column, start + column * columnStep + row * rowStep)
            for byte in 0..<pixelBytes { expected[to * pixelBytes + byte] = from[place * pixelBytes + byte] }
          }
        }
        target.move(walk, of: pixelBytes, from: source, by: .best)
        #expect(target.bytes == expected, "\(columns)x\(rows) by \(columnStep), \(rowStep)")
        #expect(source.bytes == from)
      }
    }
  }

  @Test func walksLargerThanATileCopyTheirPixels() throws {
    // Tiles are 256 columns and 32 rows.
    for (columns, rows) in [(255, 31), (256, 32), (257, 33), (520, 70)] {
      let source = try Self.storage(columns * rows * 3, seed: 3)
      let target = try #require(SampleStorage(byteCount: columns * rows * 3))
      target.move(
        PixelWalk(
          columns: rows, rows: columns, target: 0, targetRowStep: rows, source: 0, sourceColumnStep: columns,
          sourceRowStep: 1), of: 3, from: source, by: .best)
      let (from, to) = (source.bytes, target.bytes)
      var wrong = 0
      for y in 0..<rows {
        for x in 0..<columns {
          for byte in 0..<3 where to[(x * rows + y) * 3 + byte] != from[(y * columns + x) * 3 + byte] { wrong += 1 }
        }
      }
      #expect(wrong == 0, "\(columns)x\(rows)")
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func weightedSumsAreTheirTerms(filter: ResampleFilter) throws {
    for (length, count) in [(23, 7), (7, 23), (16, 16), (100, 3)] {
      for channels in [1, 3, 4] {
        let window = (start: 0.3, extent: Double(length) - 0.7)
        let taps = try #require(
          ResampleTaps(window: window, of: length, to: count, filter: filter))
        let lanes = taps.covered.count + 4
        let source = try #require(SampleStorage(byteCount: lanes * Lane.bytes))
        let values = (0..<taps.covered.count).map { Float($0 * $0 % 37) }
        for (index, value) in values.enumerated() { source.setFloat(value, at: 4 * index + channels - 1) }
        let result = try #require(SampleStorage(byteCount: (count + 4) * Lane.bytes))
        result.convolveLanes(source, taps, to: 1, channels: channels)
        let floats = Self.floats(result)
        for index in 0..<count {
          let step = window.extent / Double(count)
          let centre = window.start + (Double(index) + 0.5) * step
          let ratio = max(1, step)
          let terms = values.indices.map { place -> (weight: Double, value: Double) in
            let sample = Double(place + taps.covered.lowerBound) + 0.5
            return (filter.weight((sample - centre) / ratio), Double(values[place]))
          }
          let sum = terms.reduce(0) { $0 + $1.weight }
          let expected = terms.reduce(0) { $0 + $1.weight * $1.value } / sum
          let found = Double(floats[1 + index * channels + channels - 1])
          if filter != .box { #expect((found - expected).magnitude < 0.001, "\(index) of \(length) to \(count)") }
          #expect(found >= -12 && found <= 49)
        }
      }
    }
  }

  private static func floats(_ storage: SampleStorage) -> [Float] {
    let bytes = storage.bytes
    return stride(from: 0, to: bytes.count, by: 4).map { start in
      Float(bitPattern: bytes[start..<start + 4].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }.littleEndian)
    }
  }
}
