// Scaling in linear light, in pixels: a fine pattern of black and white has half the light, not half the value.

import Testing
import Upright
import UprightCodecs
import UprightFixtures

@Suite struct LinearLightImagesTests {
  private static func checkerboard() throws -> [UInt8] {
    var image = TinyImage(width: 64, height: 64, filledWith: [0, 0, 0])
    for y in 0..<64 { for x in 0..<64 where (x + y) % 2 == 0 { image[x, y] = [255, 255, 255] } }
    return TinyPNG(image).bytes
  }

  @Test(arguments: 1...8)
  func aFinePatternKeepsItsBrightness(_ tag: Int) throws {
    let bytes = try Self.checkerboard()
    let pipeline = Pipeline(codecs: SystemCodecs.all)
    let turn = Orientation<Displayed, Displayed>(
      asDisplayed: Orientation(exif: try #require(.init(rawValue: UInt8(tag)))))
    for (light, value) in [(Rendition.Light.encoded, 128), (.linear, 188)] {
      let wish = Rendition(
        size: .exactly(PixelSize(width: 4, height: 4)), rotation: turn, upright: .pixels, light: light)
      let raster = try pipeline.raster(wish, of: Probe(bytes), from: bytes)
      for (x, y) in [(0, 0), (3, 0), (0, 3), (3, 3), (1, 2)] {
        #expect(raster.pixel(x: x, y: y).allSatisfy { abs(Int($0) - value) <= 2 }, "\(raster.pixel(x: x, y: y))")
      }
    }
  }
}
