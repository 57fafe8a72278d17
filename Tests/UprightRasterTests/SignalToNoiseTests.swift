// The peak signal-to-noise ratio compared with its definition.

import Foundation
import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

@Suite struct SignalToNoiseTests {
  private func raster(
    _ width: Int, _ height: Int, _ channels: SampleLayout.Channels, _ sample: (Int) -> UInt8
  ) throws -> Raster<Output> {
    let layout = SampleLayout(channels)
    let bytes = (0..<width * height * layout.bytesPerPixel).map(sample)
    return try #require(Raster(size: PixelSize(width: width, height: height), layout: layout, bytes: bytes))
  }

  @Test(arguments: [(1, 1), (7, 63), (5, 64), (3, 65), (2, 200)], [SampleLayout.Channels.gray, .rgb, .cmyk])
  func itIsWhatTheDefinitionSays(size: (Int, Int), channels: SampleLayout.Channels) throws {
    var random = SplitMix64(seed: UInt64(size.0 * size.1))
    let one = try raster(size.0, size.1, channels) { _ in UInt8.random(in: 0...255, using: &random) }
    let other = try raster(size.0, size.1, channels) { _ in UInt8.random(in: 0...255, using: &random) }
    let squares = zip(one.bytes, other.bytes).map { pow(Double($0) - Double($1), 2) }
    let mean = squares.reduce(0, +) / Double(squares.count)
    let found = try #require(one.decibels(to: other))
    #expect(abs(found - 10 * log10(255 * 255 / mean)) < 1e-9)
    #expect(other.decibels(to: one) == found)
    #expect(one.decibels(to: one) == .infinity)
  }

  @Test func blackAndWhiteAreNoDecibelsApart() throws {
    let (black, white) = (try raster(9, 70, .rgb) { _ in 0 }, try raster(9, 70, .rgb) { _ in 255 })
    #expect(black.decibels(to: white) == 0)
    for place in [0, 9 * 70 * 3 - 1] {
      let other = try raster(9, 70, .rgb) { $0 == place ? 255 : 0 }
      #expect(abs(try #require(black.decibels(to: other)) - 10 * log10(9 * 70 * 3)) < 1e-9)
    }
  }

  /// The square's position among squares, and a pixel in each of its corners.
  @Test(arguments: [(64, 64), (70, 95), (31, 40), (100, 33)])
  func theLowestIsThatOfTheSquareThatDiffers(width: Int, height: Int) throws {
    let blank = try raster(width, height, .rgb) { _ in 100 }
    #expect(blank.minDecibels(to: blank) == .infinity)
    let (across, down) = (max(1, width / 32), max(1, height / 32))
    for (column, row) in [(0, 0), (across - 1, 0), (0, down - 1), (across - 1, down - 1)] {
      let columns = column * 32..<(column == across - 1 ? width : column * 32 + 32)
      let rows = row * 32..<(row == down - 1 ? height : row * 32 + 32)
      for (x, y) in [(columns.lowerBound, rows.lowerBound), (columns.upperBound - 1, rows.upperBound - 1)] {
        let other = try raster(width, height, .rgb) { index in index / 3 == y * width + x ? 110 : 100 }
        let mean = 100.0 * 3 / Double(columns.count * rows.count * 3)
        let found = try #require(blank.minDecibels(to: other))
        #expect(abs(found - 10 * log10(255 * 255 / mean)) < 1e-9)
      }
    }
    let even = try raster(width, height, .rgb) { _ in 101 }
    #expect(abs(try #require(blank.minDecibels(to: even)) - 10 * log10(255 * 255)) < 1e-9)
  }

  @Test func otherShapesHaveNone() throws {
    let one = try raster(4, 4, .gray) { _ in 1 }
    #expect(one.decibels(to: try raster(4, 5, .gray) { _ in 1 }) == nil)
    #expect(one.decibels(to: try raster(4, 4, .rgb) { _ in 1 }) == nil)
    let deep = try #require(Raster<Output>(size: one.size, layout: SampleLayout(.gray, .sixteen)))
    #expect(one.decibels(to: deep) == nil && one.minDecibels(to: deep) == nil)
    #expect(one.minDecibels(to: try raster(4, 5, .gray) { _ in 1 }) == nil)
  }

  @Test(arguments: [SampleLayout.Channels.gray, .rgba])
  func sixteenBitsAreMeasuredAgainstTheirOwnPeak(_ channels: SampleLayout.Channels) throws {
    let size = PixelSize<Output>(width: 40, height: 70)
    var one = try #require(Raster<Output>(size: size, layout: SampleLayout(channels, .sixteen)))
    var other = one
    #expect(one.decibels(to: other) == .infinity && one.minDecibels(to: other) == .infinity)
    one.setSample(1_000, x: 39, y: 69, channel: 0)
    other.setSample(744, x: 39, y: 69, channel: 0)
    let (peak, all) = (65_535.0 * 65_535, Double(40 * 70 * channels.count))
    #expect(abs(try #require(one.decibels(to: other)) - 10 * log10(peak * all / 65_536)) < 1e-9)
    let square = Double(40 * 38 * channels.count)
    #expect(abs(try #require(one.minDecibels(to: other)) - 10 * log10(peak * square / 65_536)) < 1e-9)
    one.fill([UInt16](repeating: 65_535, count: channels.count))
    other.fill([UInt16](repeating: 0, count: channels.count))
    #expect(one.decibels(to: other) == 0)
  }
}
