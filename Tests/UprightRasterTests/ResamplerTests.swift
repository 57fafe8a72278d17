// Scaling while the rows arrive: any bands give the same image, gaps give none, memory grows with the filter's height.

import Testing
import UprightGeometry

@testable import UprightRaster

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

  @Test(arguments: ResampleFilter.allCases, [SampleLayout(.gray), SampleLayout(.rgb), SampleLayout(.rgba, .sixteen)])
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
