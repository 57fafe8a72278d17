// A raster's memory: its size, its copies, and the samples and floats that go in and out.

import Testing

@testable import UprightRaster

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
