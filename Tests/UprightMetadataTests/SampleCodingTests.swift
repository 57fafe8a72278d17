// The samples' description in headers of every kind of PNG and JPEG.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct SampleCodingTests {
  @Test(arguments: SamplePNG.kinds.flatMap { kind in [false, true].map { (kind.colorType, kind.depth, $0) } })
  func aPNGSaysWhatItsSamplesAre(_ colorType: Int, _ depth: Int, _ hasKey: Bool) throws {
    let file = SamplePNG.mixedColors(width: 3, height: 2, colorType: colorType, depth: depth, hasKey: hasKey)
    let samples = try #require(try Probe(file.bytes).samples)
    #expect(samples.color == (colorType == 0 || colorType == 4 ? .gray : .rgb))
    #expect(samples.depth == depth && samples.isPalette == (colorType == 3) && samples.isLossless)
    #expect(samples.hasOpacitySamples == (colorType >= 4))
    #expect(samples.hasTransparency == (file.shown(x: 0, y: 0).count == 4) && samples.unsupportedReason == nil)
  }

  @Test func aJPEGLosesSomething() throws {
    let samples = try #require(try Probe(TinyJPEG(.sixColors).bytes).samples)
    #expect(samples == SampleCoding(color: .rgb, isLossless: false))
  }

  @Test(arguments: JPEGFrame.ColorModel.allCases)
  func everyColourModelOfAJPEGHasItsColour(_ model: JPEGFrame.ColorModel) {
    let samples = JPEGFrame(process: .baseline, precision: 8, components: [], colorModel: model).samples
    let colors: [JPEGFrame.ColorModel: SampleCoding.Color] = [
      .gray: .gray, .ycbcr: .rgb, .rgb: .rgb, .cmyk: .cmyk, .ycck: .cmyk,
    ]
    #expect(samples?.color == colors[model])
  }

  @Test func whatHasNoImageForADecoderHasNoSamples() throws {
    #expect(try Probe(TinyMovie(.sixColors, as: .topLeft).bytes).samples == nil)
  }
}
