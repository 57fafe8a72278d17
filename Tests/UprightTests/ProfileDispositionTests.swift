// The profile of re-encoded pixels: it is kept with the colors, in a form that fits the channels, or the plan states
// why not.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct ProfileDispositionTests {
  private static let both = Capabilities(decodes: true, encodes: true, transforms: false)
  private static let planner = Planner(
    capabilities: Dictionary(uniqueKeysWithValues: ContainerFormat.allCases.map { ($0, both) }))

  private static func png(_ colorType: Int, profile: [UInt8]? = nil, chunks: [TinyPNG.Chunk] = []) -> [UInt8] {
    var file = SamplePNG.mixedColors(width: 8, height: 8, colorType: colorType, depth: 8)
    file.chunks = chunks + (profile.map { [TinyPNG.Chunk("iCCP", Array("P\0\0".utf8) + TinyPNG.zlib($0))] } ?? [])
    return file.bytes
  }

  private static func steps(_ wish: Rendition, _ bytes: [UInt8]) throws -> [String] {
    try planner.plan(wish, for: Probe(bytes)).explanation
  }

  private static let gray = TinyProfile.gray(gamma: 1).bytes
  private static let rgb = TinyProfile.rgb(gamma: 1).bytes
  private static let spread =
    "the gray profile becomes an RGB profile with the same curve: no color changes"
  private static let lost = "the color profile is not copied: the channels change"

  @Test(arguments: [0, 2, 3, 4, 6], [ContainerFormat.png, .webp, .avif, .tiff, .jpegXL])
  func theSentenceIsSaidWhereItIsTrue(_ colorType: Int, _ format: ContainerFormat) throws {
    let wish = Rendition(size: .within(4, 4), upright: .pixels, format: format)
    for profile in [nil, Self.gray] {
      let steps = try Self.steps(wish, Self.png(colorType, profile: profile))
      let channels: SampleLayout.Channels = [0: .gray, 4: .rgba, 6: .rgba][colorType] ?? .rgb
      let delivered = try #require(format.limits?.delivered(channels))
      let isSpread =
        profile != nil && [0, 4].contains(colorType) && delivered != .gray && !(format == .png && colorType == 4)
      #expect(steps.contains(Self.spread) == isSpread, "\(steps)")
      #expect(!steps.contains(Self.lost) && !steps[0].contains("sRGB"))
    }
  }

  @Test func onlyAProfileThatIsThereIsLost() throws {
    let ink = try Probe(TinyJPEG(.sixColors).bytes)
    #expect(!ink.mayHaveColorProfile)
    let request = try PlanRequest(Rendition(upright: .pixels), ink)
    #expect(request.keepsProfile(in: .gray) && request.keepsProfile(in: .rgba) && !request.keepsProfile(in: .cmyk))
    #expect(!request.losesProfile(in: .cmyk), "there is none")
    let profiled = try PlanRequest(Rendition(upright: .pixels), Probe(Self.png(2, profile: Self.rgb)))
    #expect(profiled.losesProfile(in: .cmyk) && !profiled.losesProfile(in: .rgb))
    let converted = try PlanRequest(Rendition(upright: .pixels, colors: .srgb), Probe(Self.png(2, profile: Self.rgb)))
    #expect(!converted.keepsProfile(in: .rgb) && !converted.losesProfile(in: .rgb), "the reason is the conversion")
  }

  @Test func aConversionIsSaidWhereThereIsSomethingToConvert() throws {
    let wish = Rendition(size: .within(4, 4), upright: .pixels, colors: .srgb)
    let words = "convert to sRGB using the profile"
    #expect(try !Self.steps(wish, Self.png(2))[0].contains(words))
    for file in [
      Self.png(2, profile: Self.rgb), Self.png(2, chunks: [TinyPNG.Chunk("cICP", [12, 13, 0, 1])]),
      Self.png(0, chunks: [TinyPNG.Chunk("gAMA", [0, 1, 0x86, 0xA0])]),
    ] {
      let steps = try Self.steps(wish, file)
      #expect(steps[0].contains(words) && !steps.contains(Self.lost))
    }
  }

  @Test func coloursWithoutAProfileAreRefusedOrSaidToBeLost() throws {
    let file = Self.png(2, chunks: [TinyPNG.Chunk("cICP", [10, 13, 0, 1])])
    let reason = "its color primaries (10 in H.273) have no profile"
    #expect(throws: UprightError.unsupported(Phrase(reason))) {
      try Self.steps(Rendition(size: .within(4, 4), upright: .pixels, colors: .srgb), file)
    }
    let sentence = "the source's color information is not copied: \(reason)"
    #expect(try Self.steps(Rendition(upright: .pixels, format: .webp), file).contains(sentence))
    #expect(try !Self.steps(Rendition(size: .within(4, 4), upright: .pixels), file).contains(sentence))
  }

  /// What an encoder gets besides an image.
  private func fitted(
    _ bytes: [UInt8], to format: ContainerFormat, fill: Rendition.Color = .black, as channels: SampleLayout.Channels
  ) throws -> CarriedMetadata {
    let probe = try Probe(bytes)
    var wish = Rendition(size: .within(4, 4), upright: .pixels, format: format)
    if fill != .black {
      wish.region = .pixels(PixelRect(x: -1, y: 0, width: 8, height: 8))
      (wish.size, wish.overflow) = (.full, .pad(fill))
    }
    guard case .transcode(let transcode) = try Self.planner.plan(wish, for: probe).route else {
      Issue.record("no transcode")
      return CarriedMetadata()
    }
    #expect(transcode.channels == channels && transcode.carry.keepsProfile)
    let edit = MetadataEdit(
      size: transcode.carry.size, map: transcode.carry.map, thumbnail: nil, keepsProfile: true, keepsCoding: false)
    var carried = try probe.carry(edit, from: bytes)
    transcode.fit(&carried, of: probe, to: transcode.channels)
    return carried
  }

  @Test func theProfileFitsTheChannels() throws {
    let opaque = try #require(ColorProfile(Self.gray).fitted(to: .rgb))
    let dim = try #require(ColorProfile(Self.rgb).fitted(to: .gray))
    for format in [ContainerFormat.webp, .avif, .tiff, .jpegXL] {
      #expect(try fitted(Self.png(4, profile: Self.gray), to: format, as: .rgba).icc == opaque)
      #expect(try fitted(Self.png(6, profile: Self.rgb), to: format, as: .rgba).icc == Self.rgb)
    }
    #expect(try fitted(Self.png(0, profile: Self.gray), to: .webp, as: .rgb).icc == opaque)
    #expect(try fitted(Self.png(0, profile: Self.rgb), to: .webp, as: .rgb).icc == Self.rgb)
    for format in [ContainerFormat.png, .tiff, .jpegXL, .jpeg] {
      #expect(try fitted(Self.png(0, profile: Self.rgb), to: format, as: .gray).icc == dim)
      #expect(try fitted(Self.png(0, profile: Self.gray), to: format, as: .gray).icc == Self.gray)
    }
    let kept = try fitted(Self.png(4, profile: Self.gray), to: .png, as: .rgba)
    #expect(kept.icc == Self.gray && kept.hasProfileChunk, "gray with opacity is written as it is")
  }

  @Test func aColouredEdgeMakesGrayAnImageOfColours() throws {
    let red = Rendition.Color(red: 255, green: 0, blue: 0)
    let opaque = ColorProfile(Self.gray).fitted(to: .rgb)
    for colorType in [0, 4] {
      let file = Self.png(colorType, profile: Self.gray, chunks: [TinyPNG.Chunk("sBIT", [8])])
      let found = try fitted(file, to: .png, fill: red, as: colorType == 0 ? .rgb : .rgba)
      #expect(found.icc == opaque && found.chunks.isEmpty, "bits of gray say nothing of red")
    }
  }

  @Test func coloursByNumbersStayAChunkInAPNG() throws {
    for colorType in [0, 2] {
      let file = Self.png(colorType, chunks: [TinyPNG.Chunk("cICP", [12, 13, 0, 1])])
      let kept = try fitted(file, to: .png, as: colorType == 0 ? .gray : .rgb)
      #expect(kept.hasColorChunks && !kept.hasProfileChunk)
      let moved = try fitted(file, to: .jpegXL, as: colorType == 0 ? .gray : .rgb)
      #expect(moved.icc.map { ColorProfile($0).space } == (colorType == 0 ? .gray : .rgb))
    }
  }

  // MARK: Profiles that an encoder cannot take

  private static let died = UprightError.codec(format: .jpegXL, message: "the encoder was stopped by SIGSEGV")

  private func run(
    _ failure: (written: [UInt8], error: UprightError), to format: ContainerFormat = .jpegXL
  ) throws -> (losses: [CarryNote], bytes: [UInt8], asked: MemoryCodec.Log.Asked) {
    let source = Self.png(2, profile: Self.rgb)
    let size = try Probe(source).storedSize
    let png = MemoryCodec(.png, decoding: TinyImage(width: size.width, height: size.height, filledWith: [9, 8, 7]))
    var target = MemoryCodec(format)
    target.profileFailure = failure
    let pipeline = Pipeline(codecs: [png, target])
    let plan = try pipeline.plan(Rendition(upright: .pixels, format: format), for: Probe(source))
    var bytes: [UInt8] = []
    let done = try pipeline.run(plan, on: source, into: &bytes)
    return (done.losses, bytes, target.log.asked)
  }

  @Test func oneThatEndsTheEncoderOfJPEGXLStaysBehindByName() throws {
    let made = try run((written: [], error: Self.died))
    #expect(made.asked.metadata.map { $0.icc == nil } == [false, true], "once with it, once without")
    #expect(made.bytes.starts(with: "8×8 ".utf8) || made.bytes.starts(with: "8x8 ".utf8))
    #expect(made.losses == [.profileDamaged])
  }

  @Test func afterTheFirstByteAndForOtherFormatsAndReasonsItIsAnError() throws {
    #expect(throws: Self.died) { try run((written: [1], error: Self.died)) }
    #expect(throws: Self.died) { try run((written: [], error: Self.died), to: .avif) }
    #expect(throws: UprightError.cancelled) { try run((written: [], error: .cancelled)) }
    let full = UprightError.io(path: "disk", systemError: 28)
    #expect(throws: full) { try run((written: [], error: full)) }
  }
}
