// Linear light: every value can be recovered from it, and means are means of light.

import Testing
import UprightGeometry

@testable import UprightRaster

@Suite struct LinearLightTests {
  /// IEC 61966-2-1's own figures: half the values are a little over a fifth of the light.
  @Test func theCurveIsThatOfTheStandard() {
    #expect(abs(LinearLight.light(0.5) - 0.214_041) < 1e-6 && abs(LinearLight.value(0.5) - 0.735_357) < 1e-6)
    #expect(abs(LinearLight.light(0.040_45) - 0.003_130_8) < 1e-6)
    for step in 0...1_000 {
      let value = Double(step) / 1_000
      #expect(abs(LinearLight.value(LinearLight.light(value)) - value) < 1e-7)
    }
  }

  @Test(arguments: [SampleLayout.Channels.gray, .rgb, .rgba])
  func everyValueOfEightBitsComesBack(_ channels: SampleLayout.Channels) throws {
    let bytes = (0..<256).flatMap { value in (0..<channels.count).map { UInt8(truncatingIfNeeded: value + 7 * $0) } }
    let image = try #require(
      Raster<Decoded>(size: PixelSize(width: 16, height: 16), layout: SampleLayout(channels), bytes: bytes))
    let light = try #require(image.linearized())
    #expect(light.layout == SampleLayout(channels, .sixteen))
    #expect(light.encodedLight()?.converted(to: .eight) == image)
    #expect(light.sample(x: 15, y: 15, channel: 0) == 65_535 && light.sample(x: 0, y: 0, channel: 0) == 0)
    if channels == .rgba { #expect(light.sample(x: 3, y: 0, channel: 3) == UInt16(bytes[15]) * 257) }
  }

  /// 16 bits cannot hold all values of dark light; the result is near, and nearer the brighter it is.
  @Test func sixteenBitsComeBackNearly() throws {
    for value in stride(from: 0, through: 65_535, by: 131) {
      let samples = [UInt8(truncatingIfNeeded: value), UInt8(truncatingIfNeeded: value >> 8)]
      let image = try #require(
        Raster<Decoded>(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.gray, .sixteen), bytes: samples))
      let back = try #require(image.linearized()?.encodedLight()).sample(x: 0, y: 0, channel: 0)
      #expect(abs(Int(back) - value) <= 7)
    }
  }

  @Test func inksAreNoLight() throws {
    let size = PixelSize<Decoded>(width: 1, height: 1)
    #expect(try #require(Raster(size: size, layout: SampleLayout(.cmyk))).linearized() == nil)
    #expect(try #require(Raster(size: size, layout: SampleLayout(.rgb))).encodedLight() == nil)
  }
}
