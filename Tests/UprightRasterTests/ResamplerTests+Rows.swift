// Which rows a scaling needs: the others have no effect, the named ones do, and nothing else is read.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

struct ResamplerRowTests {
  typealias Picture = Raster<Decoded>

  /// A window with edges anywhere inside an image of 14 × 40.
  private static func window(_ random: inout SplitMix64) -> Rect2D<Decoded> {
    let (x, y) = (Double.random(in: 0..<10, using: &random), Double.random(in: 0..<36, using: &random))
    return Rect2D(
      x: x, y: y, width: .random(in: 1...(14 - x), using: &random), height: .random(in: 1...(40 - y), using: &random))
  }

  private static func resampler(
    _ image: Picture, _ window: Rect2D<Decoded>, _ target: PixelSize<Decoded>, _ filter: ResampleFilter
  ) throws -> Resampler<Decoded> {
    guard
      let made = Resampler(from: image.size, window: window, to: target, layout: image.layout, filter: filter)
    else { throw Missing() }
    return made
  }

  private struct Missing: Error {}

  @Test(arguments: ResampleFilter.allCases, [SampleLayout(.gray), SampleLayout(.rgba), SampleLayout(.rgb, .sixteen)])
  func onlyTheNeededRowsHaveInfluence(filter: ResampleFilter, layout: SampleLayout) throws {
    var random = SplitMix64(seed: 12)
    let image = Picture.noise(14, 40, layout, in: layout.depth.maximum / 2...layout.depth.maximum)
    for _ in 0..<40 {
      let window = Self.window(&random)
      let target = PixelSize<Decoded>(
        width: .random(in: 1...9, using: &random), height: .random(in: 1...25, using: &random))
      let resampler = try Self.resampler(image, window, target, filter)
      let needed = resampler.neededRows
      #expect(needed.lowerBound >= 0 && needed.upperBound <= 40 && !needed.isEmpty)
      let ratio = max(1, window.height / Double(target.height))
      #expect(Double(needed.lowerBound) >= window.y - filter.support * ratio - 1)
      #expect(Double(needed.upperBound) <= window.maxY + filter.support * ratio + 1)
      var other = image
      for y in 0..<40 where !needed.contains(y) {
        for x in 0..<14 {
          for channel in 0..<layout.channels.count { other.setSample(0, x: x, y: y, channel: channel) }
        }
      }
      #expect(
        other.resized(to: target, window: window, filter: filter)
          == image.resized(to: target, window: window, filter: filter), "\(window) to \(target)")
    }
  }

  @Test(arguments: [ResampleFilter.box, .bicubic])
  func theOutermostNeededRowsDoHaveInfluence(filter: ResampleFilter) throws {
    let layout = SampleLayout(.gray, .sixteen)
    let image = Picture.noise(4, 40, layout, in: 20_000...40_000)
    for (y, height, rows) in [(3.0, 30.0, 7), (10.0, 8.0, 2), (0.0, 40.0, 5), (20.0, 20.0, 4)] {
      let window = Rect2D<Decoded>(x: 0, y: y, width: 4, height: height)
      let target = PixelSize<Decoded>(width: 4, height: rows)
      let resampler = try Self.resampler(image, window, target, filter)
      let whole = try #require(image.resized(to: target, window: window, filter: filter))
      for row in [resampler.neededRows.lowerBound, resampler.neededRows.upperBound - 1] {
        var other = image
        for x in 0..<4 {
          other.setSample(65_535 - image.sample(x: x, y: row, channel: 0) / 4, x: x, y: row, channel: 0)
        }
        #expect(other.resized(to: target, window: window, filter: filter) != whole, "row \(row) of \(window)")
      }
    }
  }

  @Test(arguments: ResampleFilter.allCases)
  func randomBandsGiveTheWhole(filter: ResampleFilter) throws {
    var random = SplitMix64(seed: 99)
    let image = Picture.noise(14, 40, SampleLayout(.rgb))
    for _ in 0..<60 {
      let window = Self.window(&random)
      let target = PixelSize<Decoded>(
        width: .random(in: 1...20, using: &random), height: .random(in: 1...50, using: &random))
      var resampler = try Self.resampler(image, window, target, filter)
      var row = Int.random(in: 0...resampler.neededRows.lowerBound, using: &random)
      while row < 40 {
        // Bands may begin before rows that already arrived.
        let first = Int.random(in: max(0, row - 3)...row, using: &random)
        let count = Int.random(in: row - first + 1...row - first + 9, using: &random)
        resampler.push(try #require(image.rows(first..<first + count)), firstRow: first)
        row = first + count
      }
      let result = resampler.finish()
      #expect(result != nil && result == image.resized(to: target, window: window, filter: filter))
    }
  }

  @Test(arguments: everyLayout)
  func aWindowIsLikeItsCropWhereItTakesWholeSamples(layout: SampleLayout) throws {
    let image = Picture.noise(24, 20, layout, seed: 6)
    for (x, y, width, height) in [(0, 0, 24, 20), (4, 2, 12, 8), (12, 10, 12, 10), (3, 5, 8, 4)] {
      let region = PixelRect<Decoded>(x: x, y: y, width: width, height: height)
      for factor in [1, 2, 4] where width % factor == 0 && height % factor == 0 {
        let target = PixelSize<Decoded>(width: width / factor, height: height / factor)
        let cut = try #require(image.cropped(to: region))
        #expect(
          image.resized(to: target, window: region.rect, filter: .box) == cut.resized(to: target, filter: .box))
      }
    }
  }

  @Test func whatIsForetoldGrowsWithEverySide() {
    let base = (from: 400, to: 100)
    let bytes = { (from: Int, to: Int, filter: ResampleFilter) in
      Resampler<Decoded>.workingBytes(
        from: PixelSize(width: from, height: from), to: PixelSize(width: to, height: to), layout: SampleLayout(.rgb),
        filter: filter)
    }
    for filter in ResampleFilter.allCases {
      for factor in [2, 4, 8] {
        #expect(bytes(base.from * factor, base.to, filter) > bytes(base.from, base.to, filter))
        #expect(bytes(base.from, base.to * factor, filter) > 0)
      }
    }
    #expect(bytes(400, 100, .box) < bytes(400, 100, .bicubic))
    #expect(bytes(400, 100, .bicubic) < bytes(400, 100, .lanczos3))
  }
}
