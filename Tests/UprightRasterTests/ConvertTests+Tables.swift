// Conversions over all combinations of values: every alpha with every color, every CMY with every black, all of a
// scale.

import Testing
import UprightGeometry
import UprightRaster
import UprightTestTools

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
