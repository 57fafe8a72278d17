// Scaling while the rows arrive: any bands give the same image, gaps give none, memory grows with the filter's height.

import Testing
import UprightGeometry
@testable import UprightRaster
import UprightTestTools

struct ResamplerTests {
  typealias Picture = Raster<Decoded>
  typealias Size = PixelSize<Decoded>
  typealias Window = Rect2D<Decoded>

  /// A scaling of a 14 × 23 image.
  private static func resampler(
    _ layout: SampleLayout = SampleLayout(.rgb), _ filter: ResampleFilter = .lanczos3,
    window: Window = Window(x: 1.5, y: 3.25, width: 11, height: 17.5), to: Size = Size(width: 6, height: 7)
  ) throws -> Resampler<Decoded> {
    guard
      let made = Resampler(
        from: Size(width: 14, height: 23), window: window, to: to, layout: layout, filter: filter)
    else { throw Missing() }
    return made
  }

  private struct Missing: Error {}

  @Test(
    arguments: ResampleFilter.allCases + [.lanczos3OfMeans],
    [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.rgba, .sixteen)])
  func bandHeightsDoNotMatter(filter: ResampleFilter, layout: SampleLayout) throws {
    let image = Picture.noise(14, 23, layout)
    let exact = Window(x: 2, y: 5, width: 6, height: 7)
    for (window, size) in [
      (Window(x: 1.5, y: 3.25, width: 11, height: 17.5), Size(width: 6, height: 7)), (exact, Size(width: 6, height: 7)),
      (Window(x: 0, y: 9, width: 14, height: 3), Size(width: 20, height: 40)),
    ] {
      let whole = try #require(image.resized(to: size, window: window, filter: filter))
      for height in 1...24 {
        var resampler = try Self.resampler(layout, filter, window: window, to: size)
        for first in stride(from: 0, to: 23, by: height) {
          resampler.push(try #require(image.rows(first..<first + height)), firstRow: first)
        }
        let result = resampler.finish()
        #expect(result == whole, "bands of \(height)")
      }
    }
  }

  @Test func onlyTheRowsThatCountAreNeeded() throws {
    let image = Picture.noise(14, 23, SampleLayout(.rgb))
    for filter in ResampleFilter.allCases {
      let window = Window(x: 0, y: 10, width: 14, height: 2.5)
      let whole = image.resized(to: Size(width: 6, height: 7), window: window, filter: filter)
      var resampler = try Self.resampler(SampleLayout(.rgb), filter, window: window)
      let needed = resampler.neededRows
      #expect(needed.lowerBound >= 10 - 3 && needed.upperBound <= 13 + 3 && needed.contains(10) && needed.contains(12))
      resampler.push(try #require(image.rows(needed)), firstRow: needed.lowerBound)
      let result = resampler.finish()
      #expect(result == whole && result != nil)
    }
  }

  @Test func rowsThatCameBeforeArePassedOver() throws {
    let image = Picture.noise(14, 23, SampleLayout(.rgb))
    var one = try Self.resampler()
    for first in 0..<20 { one.push(try #require(image.rows(first..<first + 4)), firstRow: first) }
    let result = one.finish()
    #expect(
      result == image.resized(to: Size(width: 6, height: 7), window: Window(x: 1.5, y: 3.25, width: 11, height: 17.5))
    )
  }

  @Test func missingRowsGiveNothing() throws {
    let image = Picture.noise(14, 23, SampleLayout(.rgb))
    for window in [Window(x: 1.5, y: 3.25, width: 11, height: 17.5), Window(x: 2, y: 5, width: 6, height: 7)] {
      var empty = try Self.resampler(window: window)
      let nothing = empty.finish()
      #expect(nothing == nil)

      var early = try Self.resampler(window: window)
      early.push(try #require(image.rows(0..<11)), firstRow: 0)
      let half = early.finish()
      #expect(half == nil)

      var gap = try Self.resampler(window: window)
      gap.push(try #require(image.rows(0..<9)), firstRow: 0)
      gap.push(try #require(image.rows(10..<23)), firstRow: 10)
      gap.push(try #require(image.rows(9..<23)), firstRow: 9)
      let torn = gap.finish()
      #expect(torn == nil)
    }
  }

  @Test func bandsOfAnotherImageGiveNothing() throws {
    let bands = [
      Picture.noise(13, 23, SampleLayout(.rgb)), Picture.noise(15, 23, SampleLayout(.rgb)),
      Picture.noise(14, 23, SampleLayout(.rgba)), Picture.noise(14, 23, SampleLayout(.rgb, .sixteen)),
    ]
    for window in [Window(x: 1.5, y: 3.25, width: 11, height: 17.5), Window(x: 2, y: 5, width: 6, height: 7)] {
      for band in bands {
        var resampler = try Self.resampler(window: window)
        resampler.push(band, firstRow: 0)
        let result = resampler.finish()
        #expect(result == nil)
      }
    }
  }

  @Test func rowNumbersAtTheEndsOfTheIntegersDoNoHarm() throws {
    let image = Picture.noise(14, 23, SampleLayout(.rgb))
    for first in [Int.min, -24, 23, Int.max - 1, Int.max] {
      var resampler = try Self.resampler()
      resampler.push(image, firstRow: first)
      let result = resampler.finish()
      #expect(result == nil, "\(first)")
    }
  }

  @Test func theResultIsHandedOutOnce() throws {
    let image = Picture.noise(14, 23, SampleLayout(.rgb))
    var resampler = try Self.resampler()
    resampler.push(image, firstRow: 0)
    let (first, second) = (resampler.finish(), resampler.finish())
    #expect(first != nil && second == nil)
  }

  @Test(arguments: everyLayout, ResampleFilter.allCases)
  func nothingMoreIsHeldThanWasForetold(layout: SampleLayout, filter: ResampleFilter) throws {
    for (from, to, window) in ResampleTests.sizes {
      guard
        let resampler = Resampler(
          from: from, window: window ?? from.bounds.rect, to: to, layout: layout, filter: filter)
      else {
        Issue.record("no resampler from \(from) to \(to)")
        continue
      }
      let held = resampler.bufferBytes
      #expect(
        held <= Resampler.workingBytes(from: from, to: to, layout: layout, filter: filter), "\(from) to \(to)")
    }
  }

  @Test func memoryGrowsWithTheFilterAndNotWithTheImage() throws {
    let big = Size(width: 32768, height: 30720)
    let bytes = Resampler.workingBytes(
      from: big, to: Size(width: 1024, height: 960), layout: SampleLayout(.rgb), filter: .lanczos3)
    // 204 rows of 1024 pixels, a row of 32768 lanes, and two tables of about 200 weights per result.
    #expect(bytes > 3 << 20 && bytes < 8 << 20)
    let small = Resampler.workingBytes(
      from: Size(width: 4096, height: 3840), to: Size(width: 1024, height: 960), layout: SampleLayout(.rgb),
      filter: .box)
    #expect(small < 1 << 20)
  }

  @Test func countingSaturates() {
    for (from, to) in [(Int.max, 1), (1, Int.max), (Int.max, Int.max), (1 << 40, 1 << 40)] {
      for layout in everyLayout {
        let bytes = Resampler.workingBytes(
          from: Size(width: from, height: from), to: Size(width: to, height: to), layout: layout, filter: .lanczos3)
        #expect(bytes > 1 << 40)
      }
    }
  }
}

// Which rows a scaling needs: the others have no effect, the named ones do, and nothing else is read.

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
