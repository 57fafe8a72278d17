// Gray, and black and white: the plan that makes them, and their pixels. Transparent pixels in formats without alpha.

import Testing
import UprightFixtures
import UprightSamples

@testable import Upright

@Suite struct TonesTests {
  private static func transcode(_ plan: Plan) throws -> Plan.Transcode {
    guard case .transcode(let transcode) = plan.route else { throw Unexpected("\(plan.route.name)") }
    return transcode
  }

  private static func wish(_ tones: Rendition.Tones, format: ContainerFormat? = nil) -> Rendition {
    var wish = Rendition(upright: .pixels, format: format)
    wish.tones = tones
    return wish
  }

  private static func luma(_ pixel: [UInt8]) -> UInt16 {
    let weights: [Double] = [0.299, 0.587, 0.114]
    let sum: Double = zip(weights, pixel).reduce(0) { $0 + $1.0 * Double($1.1) }
    return UInt16(sum.rounded())
  }

  @Test(arguments: [Rendition.Tones.gray, .bitonal])
  func aJPEGInColorIsEncodedWithOneChannel(tones: Rendition.Tones) throws {
    let probe = try Photos.probe(.rightTop, 64, 64)
    let plan = try Planner.full.plan(Self.wish(tones), for: probe)
    let transcode = try Self.transcode(plan)
    #expect(transcode.channels == .gray)
    #expect(transcode.tones == tones)
    #expect(transcode.form == .samples)
    #expect(transcode.settings.sampling == EncodeSettings.Sampling.none)
    let reason = RouteReason.tonesReduced(tones)
    let declined = plan.rejections.first { $0.route == Plan.RouteName.transform }
    #expect(declined?.reason == reason)
    let words = tones == .gray ? "convert to gray" : "convert to black and white"
    #expect(plan.description.contains(words))
    let color = try Self.transcode(Planner.full.plan(Rendition(upright: .pixels, format: .png), for: probe))
    #expect(color.tones == .full)
    #expect(color.channels == .rgb)
  }

  @Test(arguments: [true, false])
  func codesAreFittedIfThatIsWanted(isWanted: Bool) throws {
    var wish = Rendition(region: .pixels(PixelRect(x: 1, y: 1, width: 40, height: 30)), upright: .pixels)
    wish.fitsCodes = isWanted
    let transcode = try Self.transcode(Planner.full.plan(wish, for: Photos.probe(.rightTop, 64, 64)))
    #expect(transcode.settings.codes == (isWanted ? .fitted : .standard))
  }

  @Test func aGrayJPEGStaysForGrayButNotForBlackAndWhite() throws {
    let probe = try Probe(TinyJPEG(TinyImage(width: 16, height: 16, filledWith: [90])).bytes)
    #expect(probe.samples?.color == .gray)
    #expect(try Planner.full.plan(Self.wish(.gray), for: probe).route.name == .copy)
    #expect(try Planner.full.plan(Self.wish(.bitonal), for: probe).route.name == .transcode)
  }

  @Test func aFormatWithoutGrayGetsEqualChannels() throws {
    let file = TinyPNG(.sixColors).bytes
    let planner = Planner(capabilities: [
      .png: Capabilities(decodes: true, encodes: true, transforms: false),
      .webp: Capabilities(decodes: true, encodes: true, transforms: false),
    ])
    let plan = try planner.plan(Self.wish(.gray, format: .webp), for: Probe(file))
    #expect(try Self.transcode(plan).channels == .rgb)
  }

  @Test(arguments: [Rendition.Tones.gray, .bitonal])
  func pixelsBecomeLuma(tones: Rendition.Tones) throws {
    let house = Pipeline(codecs: [MemoryCodec(.png, decoding: .sixColors)])
    let file = TinyPNG(.sixColors).bytes
    let raster = try house.raster(Self.wish(tones), of: Probe(file), from: file)
    #expect(raster.layout == SampleLayout(.gray))
    var values: Set<UInt16> = []
    for y in 0..<2 {
      for x in 0..<3 {
        let luma = Self.luma(TinyImage.sixColors[x, y])
        let wanted = tones == .gray ? luma : luma < 128 ? 0 : 255
        #expect(raster.pixel(x: x, y: y) == [wanted], "\(x) \(y)")
        values.insert(wanted)
      }
    }
    #expect(values.count >= 2)
  }

  @Test func transparentPixelsKeepTheirAlpha() throws {
    let image = TinyImage(width: 2, height: 1, filledWith: [200, 100, 50, 128])
    let file = TinyPNG(image).bytes
    let house = Pipeline(codecs: [MemoryCodec(.png, decoding: image)])
    let raster = try house.raster(Self.wish(.gray), of: Probe(file), from: file)
    let luma = Self.luma([200, 100, 50])
    #expect(raster.pixel(x: 1, y: 0) == [luma, luma, luma, 128])
  }

  @Test(arguments: [Rendition.Tones.full, .gray])
  func aBackgroundShowsThroughTransparentPixels(tones: Rendition.Tones) throws {
    let image = TinyImage(width: 2, height: 1, filledWith: [200, 100, 50, 0])
    let file = TinyPNG(image).bytes
    let house = Pipeline(codecs: [MemoryCodec(.png, decoding: image), MemoryCodec(.jpeg)])
    var wish = Self.wish(tones, format: .jpeg)
    #expect(throws: UprightError.self) { try house.plan(wish, for: Probe(file)) }
    wish.background = Rendition.Color(red: 240, green: 240, blue: 240)
    let plan = try house.plan(wish, for: Probe(file))
    #expect(plan.description.contains("fill transparent pixels"))
    let raster = try house.raster(wish, of: Probe(file), from: file)
    #expect(raster.pixel(x: 0, y: 0) == (tones == .gray ? [240] : [240, 240, 240]))
  }

  @Test func aBackgroundChangesNothingWhereAlphaIsKept() throws {
    let file = TinyPNG(TinyImage(width: 2, height: 1, filledWith: [200, 100, 50, 0])).bytes
    let planner = Planner(capabilities: [.png: Capabilities(decodes: true, encodes: true, transforms: false)])
    var wish = Rendition(size: .exactly(1, 1), upright: .pixels)
    wish.background = .white
    let transcode = try Self.transcode(planner.plan(wish, for: Probe(file)))
    #expect(transcode.channels == .rgba && transcode.background == nil)
  }
}
