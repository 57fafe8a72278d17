// Conversions between channels and depths, compared with the formulas in floating point.

import Testing
import UprightGeometry
import UprightRaster
import UprightTestTools

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

// Conversions over all combinations of values: every alpha with every color, every CMY with every black, all of a
// scale.

struct ConvertTableTests {
  typealias Picture = Raster<Displayed>

  /// An image of 256 × 256 pixels, one for each pair of bytes.
  private static func table(_ channels: SampleLayout.Channels, _ pixel: (UInt8, UInt8) -> [UInt8]) throws -> Picture {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(65_536 * channels.count)
    for high in 0...255 { for low in 0...255 { bytes += pixel(UInt8(high), UInt8(low)) } }
    return try #require(
      Picture(size: PixelSize(width: 256, height: 256), layout: SampleLayout(channels), bytes: bytes))
  }

  /// The first position where they differ; nil if they agree.
  private static func mismatch(_ one: [UInt8], _ other: (Int) -> UInt8) -> String? {
    one.indices.first { one[$0] != other($0) }.map { "byte \($0): \(one[$0]), not \(other($0))" }
  }

  /// The nearest whole number, halves up.
  private static func divided(_ value: Int, by divisor: Int) -> UInt8 { UInt8((value * 2 + divisor) / (2 * divisor)) }

  @Test(arguments: [[0, 0, 0], [255, 255, 255], [17, 128, 240]] as [[UInt16]])
  func everyColourAtEveryOpacity(behind: [UInt16]) throws {
    let image = try Self.table(.rgba) { colour, opacity in [colour, 255 - colour, colour / 2, opacity] }
    let seen = try #require(image.converted(to: .rgb, over: behind)).bytes
    #expect(
      Self.mismatch(seen) { index in
        let (colour, opacity) = (index / 3 / 256, index / 3 % 256)
        let own = [colour, 255 - colour, colour / 2][index % 3]
        return Self.divided(own * opacity + Int(behind[index % 3]) * (255 - opacity), by: 255)
      } == nil)
  }

  @Test func everyInkWithEveryBlack() throws {
    let image = try Self.table(.cmyk) { ink, black in [ink, 255 - ink, ink / 3, black] }
    let light = { (index: Int, channel: Int) -> UInt8 in
      let (ink, black) = (index / 256, index % 256)
      return Self.divided((255 - [ink, 255 - ink, ink / 3][channel]) * (255 - black), by: 255)
    }
    let color = try #require(image.converted(to: .rgb)).bytes
    #expect(Self.mismatch(color) { light($0 / 3, $0 % 3) } == nil)
    let opaque = try #require(image.converted(to: .rgba)).bytes
    #expect(Self.mismatch(opaque) { $0 % 4 == 3 ? 255 : light($0 / 4, $0 % 4) } == nil)
    let gray = try #require(image.converted(to: .gray))
    let color2 = try #require(image.converted(to: .rgb))
    #expect(gray == color2.converted(to: .gray))
  }

  @Test func lumaOfAGridOfAllColours() throws {
    let levels = Array(stride(from: 0, through: 255, by: 5))
    var bytes: [UInt8] = []
    for red in levels {
      for green in levels { for blue in levels { bytes += [UInt8(red), UInt8(green), UInt8(blue)] } }
    }
    let side = levels.count
    let image = try #require(
      Picture(size: PixelSize(width: side * side, height: side), layout: SampleLayout(.rgb), bytes: bytes))
    let gray = try #require(image.converted(to: .gray)).bytes
    var (worst, ties) = (0.0, 0)
    for (index, value) in gray.enumerated() {
      let exact =
        0.299 * Double(bytes[3 * index]) + 0.587 * Double(bytes[3 * index + 1]) + 0.114 * Double(bytes[3 * index + 2])
      worst = max(worst, (Double(value) - exact).magnitude)
      if Double(value) != exact.rounded() { ties += 1 }
    }
    #expect(worst < 0.505 && ties < gray.count / 200, "\(worst), \(ties) of \(gray.count)")
  }

  @Test(arguments: SampleLayout.Depth.allCases)
  func grayStaysGrayByEveryWay(depth: SampleLayout.Depth) throws {
    let top = Int(depth.maximum)
    let image = Picture.of(256, 2, SampleLayout(.gray, depth)) { x, y, _ in
      y == 0 ? top * x / 255 : (x * 251) % (top + 1)
    }
    for channels in [SampleLayout.Channels.rgb, .rgba] {
      let spread = try #require(image.converted(to: channels))
      #expect(spread.converted(to: .gray) == image, "\(channels)")
      for other in [SampleLayout.Channels.rgb, .rgba] {
        #expect(spread.converted(to: other) == image.converted(to: other))
      }
    }
    for depths in SampleLayout.Depth.allCases where depths != depth {
      let there = try #require(image.converted(to: .rgb)?.converted(to: depths))
      #expect(there == image.converted(to: depths)?.converted(to: .rgb))
    }
  }

  @Test(arguments: [SampleLayout.Channels.gray, .rgb])
  func opaqueColourIsTheSameOverAnything(channels: SampleLayout.Channels) throws {
    let image = Picture.noise(20, 20, SampleLayout(channels), seed: 3)
    let opaque = try #require(image.converted(to: .rgba))
    var random = SplitMix64(seed: 5)
    for _ in 0..<20 {
      let behind = (0..<3).map { _ in UInt16.random(in: 0...255, using: &random) }
      #expect(opaque.converted(to: channels, over: behind) == image)
    }
  }

  @Test func whatIsClearIsTheBackground() throws {
    var image = Picture.noise(16, 16, SampleLayout(.rgba))
    for y in 0..<16 { for x in 0..<16 { image.setSample(0, x: x, y: y, channel: 3) } }
    for behind in [[0, 0, 0], [255, 0, 3], [9, 200, 255]] as [[UInt16]] {
      var expected = try #require(Picture(size: image.size, layout: SampleLayout(.rgb)))
      expected.fill(behind)
      #expect(image.converted(to: .rgb, over: behind) == expected)
      #expect(image.converted(to: .gray, over: behind) == expected.converted(to: .gray))
    }
  }
}
