// Conversions between channels and depths, compared with the formulas in floating point.

import Testing
import UprightGeometry
import UprightRaster

struct ConvertTests {
  typealias Picture = Raster<Displayed>

  /// Red, green, blue and alpha of a pixel, 0…1.
  private static func light(_ samples: [UInt16], _ layout: SampleLayout) -> [Double] {
    let values = samples.map { Double($0) / Double(layout.depth.maximum) }
    return switch layout.channels {
    case .gray: [values[0], values[0], values[0], 1]
    case .rgb: values + [1]
    case .rgba: values
    case .cmyk: (0..<3).map { (1 - values[$0]) * (1 - values[3]) } + [1]
    }
  }

  /// A pixel's result, 0…1, over a background.
  private static func expected(
    _ samples: [UInt16], _ layout: SampleLayout, _ channels: SampleLayout.Channels, over behind: [Double]
  ) -> [Double] {
    let colour = light(samples, layout)
    if channels == .rgba { return colour }
    let seen = (0..<3).map { colour[$0] * colour[3] + behind[$0] * (1 - colour[3]) }
    return channels == .rgb ? seen : [0.299 * seen[0] + 0.587 * seen[1] + 0.114 * seen[2]]
  }

  @Test(arguments: everyLayout, [SampleLayout.Channels.gray, .rgb, .rgba])
  func channelsFollowTheFormulas(layout: SampleLayout, channels: SampleLayout.Channels) throws {
    let image = Picture.noise(9, 7, layout)
    let top = Double(layout.depth.maximum)
    let background = [0.2, 0.7, 0.9].map { UInt16($0 * top) }
    let result = try #require(image.converted(to: channels, over: background))
    #expect(result.layout == SampleLayout(channels, layout.depth))
    #expect(result.size == image.size)
    guard channels != layout.channels else {
      #expect(result == image)
      return
    }
    for y in 0..<7 {
      for x in 0..<9 {
        let wanted = Self.expected(
          image.pixel(x: x, y: y), layout, channels, over: background.map { Double($0) / top })
        let got = result.pixel(x: x, y: y).map(Double.init)
        for (one, other) in zip(got, wanted) {
          #expect((one - other * top).magnitude <= (channels == .gray ? 1.5 : 0.51), "at \(x),\(y): \(got), \(wanted)")
        }
      }
    }
  }

  @Test(arguments: SampleLayout.Depth.allCases)
  func endsOfTheScaleStayEnds(depth: SampleLayout.Depth) throws {
    let top = depth.maximum
    func only(_ samples: [UInt16], _ channels: SampleLayout.Channels, to other: SampleLayout.Channels) throws
      -> [UInt16]
    {
      var image = try #require(Picture(size: PixelSize(width: 1, height: 1), layout: SampleLayout(channels, depth)))
      image.fill(samples)
      return try #require(image.converted(to: other, over: [top, 0, top])).pixel(x: 0, y: 0)
    }
    #expect(try only([top], .gray, to: .rgba) == [top, top, top, top])
    #expect(try only([0], .gray, to: .rgb) == [0, 0, 0])
    #expect(try only([top, top, top], .rgb, to: .gray) == [top])
    #expect(try only([0, 0, 0], .rgb, to: .rgba) == [0, 0, 0, top])
    #expect(try only([5, 6, 7, 0], .rgba, to: .rgb) == [top, 0, top])
    #expect(try only([5, 6, 7, top], .rgba, to: .rgb) == [5, 6, 7])
    #expect(try only([0, 0, 0, 0], .cmyk, to: .rgb) == [top, top, top])
    #expect(try only([0, 0, 0, top], .cmyk, to: .rgb) == [0, 0, 0])
    #expect(try only([top, 0, 0, 0], .cmyk, to: .rgb) == [0, top, top])
    #expect(try only([0, top, 0, 0], .cmyk, to: .rgba) == [top, 0, top, top])
    #expect(try only([0, 0, top, 0], .cmyk, to: .rgb) == [top, top, 0])
  }

  @Test func lumaIsTheUsualRoundedOne() throws {
    for (rgb, gray) in [([255, 0, 0], 76), ([0, 255, 0], 150), ([0, 0, 255], 29), ([10, 200, 30], 124)] {
      var image = try #require(Picture(size: PixelSize(width: 2, height: 1), layout: SampleLayout(.rgb)))
      image.fill(rgb.map(UInt16.init))
      #expect(image.converted(to: .gray)?.bytes == [UInt8(gray), UInt8(gray)])
    }
  }

  @Test func inksAreNotMadeUp() {
    for channels in [SampleLayout.Channels.gray, .rgb, .rgba] {
      #expect(Picture.noise(2, 2, SampleLayout(channels)).converted(to: .cmyk) == nil)
    }
    #expect(Picture.noise(2, 2, SampleLayout(.rgba)).converted(to: .rgb, over: [1, 2]) == nil)
  }

  @Test func sixteenBitsBecomeTheNearestEight() throws {
    let all = (0...65535).map { UInt16($0) }
    let bytes = all.flatMap { value in unsafe withUnsafeBytes(of: value) { unsafe Array($0) } }
    let image = try #require(
      Picture(size: PixelSize(width: 256, height: 256), layout: SampleLayout(.gray, .sixteen), bytes: bytes))
    let result = try #require(image.converted(to: .eight))
    #expect(result.layout == SampleLayout(.gray, .eight))
    #expect(result.bytes == all.map { UInt8((Double($0) * 255 / 65535).rounded()) })
  }

  @Test(arguments: SampleLayout.Channels.allCases)
  func eightBitsComeBackFromSixteen(channels: SampleLayout.Channels) throws {
    let image = Picture.noise(31, 9, SampleLayout(channels))
    let deep = try #require(image.converted(to: .sixteen))
    #expect(deep.layout == SampleLayout(channels, .sixteen))
    #expect(deep.pixel(x: 30, y: 8) == image.pixel(x: 30, y: 8).map { $0 * 257 })
    #expect(deep.converted(to: .eight) == image)
    #expect(image.converted(to: .eight) == image)
  }
}
