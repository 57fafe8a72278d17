// The colors in a PNG's chunks become an equivalent profile: by numbers, by a gamma, by chromaticities. The header
// chunk of a PNG in all its 65,536 depths and color types, and the chunks about alpha and frames.

import Testing
import UprightFixtures
import UprightGeometry

@testable import UprightMetadata

@Suite struct PNGColorsTests {
  private static let p3 = TinyPNG.Chunk("cICP", [12, 13, 0, 1])
  private static let named = TinyPNG.Chunk("sRGB", [0])
  private static let profile = TinyPNG.Chunk(
    "iCCP", Array("P\0\0".utf8) + TinyPNG.zlib(TinyProfile.rgb(gamma: 1).bytes))

  private static func gamma(_ value: Int) -> TinyPNG.Chunk { TinyPNG.Chunk("gAMA", numbers([value])) }

  /// White, red, green, blue, in 100,000ths.
  private static func places(_ values: [Int]) -> TinyPNG.Chunk { TinyPNG.Chunk("cHRM", numbers(values)) }

  private static let usual = [31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000]
  private static let wide = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]

  private static func numbers(_ values: [Int]) -> [UInt8] {
    values.flatMap { value in [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
  }

  private func profile(_ chunks: [TinyPNG.Chunk]) throws -> [UInt8]? {
    let bytes = TinyPNG(.sixColors, chunks: chunks).bytes
    let probe = try Probe(bytes)
    let found = try probe.colorProfile(in: bytes)
    #expect(probe.mayHaveColorProfile == (found != nil))
    let edit = MetadataEdit(
      size: PixelSize(width: 3, height: 2), map: Transform2D(scaleX: 1, scaleY: 1), thumbnail: nil, keepsProfile: true,
      keepsCoding: false)
    #expect(try probe.carry(edit, from: bytes).icc == found, "what is carried is what is converted by")
    return found
  }

  @Test func whatIsSRGBNeedsNoProfile() throws {
    let near = Self.usual.map { $0 - 1 }
    for chunks in [
      [], [Self.named], [Self.gamma(45_455)], [Self.gamma(45_000), Self.places(near)], [Self.places(Self.usual)],
      [TinyPNG.Chunk("cICP", [1, 13, 0, 1])], [Self.named, Self.gamma(100_000)],
      [TinyPNG.Chunk("cICP", [1, 13, 0, 1]), Self.profile],
    ] { #expect(try profile(chunks) == nil) }
  }

  @Test func numbersOfH273BecomeTheirProfile() throws {
    let wanted = ItemCoding.Colors(primaries: 12, transfer: 13).profile
    #expect(wanted != nil)
    for chunks in [[Self.p3], [Self.p3, Self.named], [Self.p3, Self.profile], [Self.gamma(100_000), Self.p3]] {
      #expect(try profile(chunks) == wanted)
    }
    #expect(try profile([Self.profile]) == TinyProfile.rgb(gamma: 1).bytes)
  }

  @Test(arguments: [(100_000, 65_536), (50_000, 131_072), (55_555, 117_966), (45_455, 144_178)])
  func aGammaBecomesAPower(value: Int, power: Int) throws {
    let places = Self.places(value == 45_455 ? Self.wide : Self.usual)
    let tags = ColorProfileTests.tags(try #require(try profile([Self.gamma(value), places])))
    let curve = try #require(tags["gTRC"])
    #expect(curve[..<10].elementsEqual(Array("para".utf8) + [0, 0, 0, 0, 0, 0]), "the formula that is only a power")
    #expect(abs(curve.suffix(4).reduce(0) { $0 << 8 | Int($1) } - power) <= 2)
  }

  @Test func placesBecomeTheColumnsThatH273HasForThem() throws {
    let made = ColorProfileTests.tags(try #require(try profile([Self.places(Self.wide)])))
    let wanted = ColorProfileTests.tags(try #require(ItemCoding.Colors(primaries: 12, transfer: 13).profile))
    for name in ["rXYZ", "gXYZ", "bXYZ", "rTRC"] { #expect(made[name] == wanted[name] && made[name] != nil) }
  }

  @Test func placesThatSpanNothingSayNothing() throws {
    var flat = Self.usual
    flat.replaceSubrange(2..<8, with: [30_000, 30_000, 30_000, 30_000, 30_000, 30_000])
    for values in [flat, [Int](repeating: 0, count: 8), [Int](repeating: 0xFFFF_FFFF, count: 8), Self.usual.reversed()]
    {
      _ = try profile([Self.places(values)])
    }
    #expect(try profile([Self.places(flat)]) == nil && profile([Self.places([Int](repeating: 0, count: 8))]) == nil)
    for value in [0, 1, 999, 0xFFFF_FFFF] { #expect(try profile([Self.gamma(value)]) == nil) }
  }

  @Test func damagedAndLateChunksSayNothing() throws {
    var damaged = Self.p3
    damaged.checksumError = 1
    #expect(try profile([damaged]) == nil && profile([TinyPNG.Chunk("cICP", [12, 13, 0])]) == nil)
    var file = TinyPNG(.sixColors)
    file.chunksAfterImage = [Self.p3]
    #expect(try !Probe(file.bytes).mayHaveColorProfile)
  }

  @Test(arguments: [16, 18])
  func lightThatNoProfileSaysIsNamed(transfer: UInt8) throws {
    let chunk = TinyPNG.Chunk("cICP", [9, transfer, 0, 1])
    #expect(try profile([chunk]) == nil)
    let named = try Probe(TinyPNG(.sixColors, chunks: [chunk]).bytes).unsupportedColorsReason
    #expect(named == ItemCoding.Colors(primaries: 9, transfer: Int(transfer)).unsupportedReason && named != nil)
    #expect(try Probe(TinyPNG(.sixColors, chunks: [chunk, Self.profile]).bytes).unsupportedColorsReason == nil)
  }

  @Test(arguments: [UInt8(1), 13, 16])
  func samplesOfNarrowRangeAreNamed(transfer: UInt8) throws {
    let chunk = TinyPNG.Chunk("cICP", [9, transfer, 0, 0])
    #expect(try profile([chunk]) == nil)
    let probe = try Probe(TinyPNG(.sixColors, chunks: [chunk]).bytes)
    #expect(probe.unsupportedRangeReason == .narrowRange && probe.unsupportedColorsReason == .narrowRange)
    #expect(probe.samples?.unsupportedReason == nil, "a PNG of them stays one")
  }

  @Test func aProfileCountsInPlaceOfNarrowNumbers() throws {
    let chunks = [TinyPNG.Chunk("cICP", [9, 16, 0, 0]), Self.profile]
    #expect(try profile(chunks) == TinyProfile.rgb(gamma: 1).bytes)
    let probe = try Probe(TinyPNG(.sixColors, chunks: chunks).bytes)
    #expect(
      probe.unsupportedRangeReason == nil && probe.unsupportedColorsReason == nil && probe.samples?.highRange == nil)
  }

  private func frame(_ depth: UInt8, _ colorType: UInt8, _ rest: [UInt8] = [0, 0, 0]) -> PNGFrame? {
    PNGFrame(header: [0, 0, 0, 1, 0, 0, 0, 1, depth, colorType] + rest)
  }

  @Test func onlyWhatTheStandardAllowsIsKnown() {
    for depth in UInt8.min...UInt8.max {
      for colorType in UInt8.min...UInt8.max {
        let found = frame(depth, colorType)
        let isKnown = SamplePNG.kinds.contains { $0.colorType == Int(colorType) && $0.depth == Int(depth) }
        #expect((found != nil) == isKnown)
        guard let found else { continue }
        #expect(found.colorType.rawValue == Int(colorType) && found.depth == Int(depth))
        #expect(found.isGray == (colorType & 3 == 0) && found.hasTransparency == (colorType & 4 != 0))
      }
    }
    for (index, rest) in [[1, 0, 0], [0, 1, 0], [0, 0, 2]].enumerated() {
      #expect(frame(8, 2, rest.map(UInt8.init)) == nil, "\(index)")
    }
    #expect(frame(8, 2, [0, 0, 1])?.isInterlaced == true && frame(8, 2)?.isInterlaced == false)
    #expect(PNGFrame(header: [0, 0, 0, 1, 0, 0, 0, 1, 8, 2, 0, 0]) == nil)
  }

  @Test func aProbeKnowsOpacityAndFrames() throws {
    var file = SamplePNG.mixedColors(width: 3, height: 2, colorType: 3, depth: 2)
    #expect(try Probe(file.bytes).png?.hasTransparency == false)
    file.transparency = [0]
    #expect(try Probe(file.bytes).png?.hasTransparency == true)
    #expect(try Probe(file.bytes).png?.isAnimated == false)
    var video = TinyPNG(.sixColors)
    video.animate([TinyFrame(.sixReversed)])
    #expect(try Probe(video.bytes).png?.isAnimated == true)
    #expect(try Probe(TinyJPEG(.sixColors).bytes).png == nil)
  }

  @Test func whatOpensWithAnotherChunkHasNone() throws {
    var altered = TinyPNG(.sixColors).bytes
    altered.insert(contentsOf: TinyPNG.Chunk("CgBI", [0x50, 0, 0x20, 6]).bytes, at: 8)
    #expect(try Probe(altered).png == nil)
  }
}
