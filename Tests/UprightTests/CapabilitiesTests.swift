// A codec's abilities, as data: the planner uses exactly those.

import Testing
@testable import Upright
import UprightFixtures

@Suite struct CapabilitiesTests {
  @Test func onlyFullDecodingUnlessSaidOtherwise() {
    #expect(Capabilities(decodes: true, encodes: true, transforms: true).denominators == [1])
  }

  @Test func noPlanesUnlessSaidOtherwise() throws {
    let plain = Capabilities(decodes: true, encodes: true, transforms: true, denominators: [1, 2])
    #expect(!plain.planes)
    let able = Capabilities(decodes: true, encodes: true, transforms: true, planes: true, denominators: [1, 2])
    #expect(able.withoutPlanes == plain)
    let request = try PlanRequest(Rendition(upright: .pixels), Photos.probe(.rightTop, 64, 32))
    for (offered, form) in [(plain, Plan.Transcode.Form.samples), (able, .planes(chroma: .none))] {
      let planner = Planner(capabilities: [.jpeg: offered])
      #expect(TranscodeRoute.decide(request, planner).transcode?.form == form)
    }
  }

  @Test func whatACodecDoesNotOfferIsNamed() {
    let codec = Nothing()
    #expect(codec.decoder == nil && codec.encoder == nil && codec.blocks == nil && codec.planes == nil)
    #expect(throws: UprightError.unsupported("PNG cannot be decoded")) { try codec.requiredDecoder() }
    #expect(throws: UprightError.unsupported("PNG cannot be written")) { try codec.requiredEncoder() }
    #expect(throws: UprightError.unsupported("blocks of PNG cannot be read")) { try codec.requiredBlocks() }
    #expect(throws: UprightError.unsupported("planes of PNG are not supported")) { try codec.requiredPlanes() }
  }

  @Test func aCodecOffersWhatItsCapabilitiesSay() {
    let all = MemoryCodec(.jpeg, decoding: .sixColors, transforms: true, planes: true)
    #expect(all.decoder != nil && all.encoder != nil && all.blocks != nil && all.planes != nil)
    let writer = MemoryCodec(.jpeg)
    #expect(writer.decoder == nil && writer.encoder != nil && writer.blocks == nil && writer.planes == nil)
  }

  /// All eight combinations: a route is offered exactly if everything it needs is available.
  @Test func everyCombinationOffersItsRoutes() throws {
    let probe = try Photos.probe(.rightTop, 64, 32)
    let request = try PlanRequest(Rendition(upright: .pixels), probe)
    for bits in 0..<8 {
      let (decodes, encodes, transforms) = (bits & 1 != 0, bits & 2 != 0, bits & 4 != 0)
      let planner = Planner(capabilities: [
        .jpeg: Capabilities(decodes: decodes, encodes: encodes, transforms: transforms)
      ])
      #expect((TranscodeRoute.decide(request, planner).route != nil) == (decodes && encodes))
      #expect((TransformRoute.decide(request, planner).route != nil) == transforms)
    }
  }

  @Test func onlyItsDenominatorsAreUsed() throws {
    let probe = try Photos.probe(nil, 640, 640)
    let request = try PlanRequest(Rendition(size: .within(PixelSize(width: 40, height: 40))), probe)
    for (offered, used) in [([1], 1), ([1, 2], 2), ([1, 2, 4], 4), ([1, 2, 4, 8], 8), ([1, 4], 4), ([], 1)] {
      let planner = Planner(capabilities: [
        .jpeg: Capabilities(decodes: true, encodes: true, transforms: false, denominators: offered)
      ])
      #expect(TranscodeRoute.decide(request, planner).transcode?.pass.denominator == used)
    }
  }
}

/// Offers nothing.
private struct Nothing: Codec {
  var format: ContainerFormat { .png }
  var capabilities: Capabilities { Capabilities(decodes: true, encodes: true, transforms: true, planes: true) }
}

// What formats can hold, and the channels of images delivered in them.

@Suite struct FormatLimitsTests {
  @Test(arguments: ContainerFormat.allCases, [SampleLayout.Channels.gray, .rgb, .rgba, .cmyk])
  func anImageIsDeliveredInChannelsThatTheFormatHas(_ format: ContainerFormat, _ channels: SampleLayout.Channels) {
    guard let room = format.limits else { return }
    let delivered = room.delivered(channels)
    #expect(delivered.map { room.channels.contains($0) } ?? (channels == .rgba))
    if room.channels.contains(channels) { #expect(delivered == channels) }
  }

  @Test func opacityIsNeverLostInSilence() {
    #expect(ContainerFormat.jpeg.limits?.delivered(.rgba) == nil)
    for format in ContainerFormat.allCases where format != .jpeg {
      #expect(format.limits.map { $0.delivered(.rgba) == .rgba } ?? true)
    }
  }

  @Test func moviesAndOldFormatsAreNotWritten() {
    let none: [ContainerFormat] = [.gif, .bmp, .mp4, .quickTime]
    #expect(ContainerFormat.allCases.filter { $0.limits == nil } == none)
  }

  /// A PNG becomes a lossless WebP unless a level is requested; a JPEG is lossy already, and gets a level.
  @Test func whatHadNoLossesGetsNone() throws {
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: can, .jpeg: can, .webp: can])
    let lossless = Rendition(upright: .pixels, format: .webp, loss: .none)
    let png = try Probe(SamplePNG.mixedColors(width: 3, height: 2, colorType: 2, depth: 8).bytes)
    #expect(try planner.plan(lossless, for: png).description.contains("encode webp (without loss)"))
    let jpeg = try Probe(TinyJPEG(.sixColors).bytes)
    #expect(throws: UprightError.self) { try planner.plan(lossless, for: jpeg) }
    let lossy = Rendition(upright: .pixels, format: .webp, loss: .recode)
    #expect(try planner.plan(lossy, for: jpeg).description.contains("encode webp (quality 92)"))
    var asked = lossy
    asked.quality = .level(50)
    #expect(try planner.plan(asked, for: png).description.contains("encode webp (quality 50)"))
  }

  /// An image without color needs no channels for it.
  @Test(arguments: [ContainerFormat.jpeg, .tiff, .avif, .jpegXL])
  func grayStaysGray(_ format: ContainerFormat) throws {
    #expect(format.limits?.delivered(.gray) == .gray)
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: can, format: can])
    let probe = try Probe(SamplePNG.mixedColors(width: 3, height: 2, colorType: 0, depth: 8).bytes)
    let plan = try planner.plan(Rendition(upright: .pixels, format: format), for: probe)
    guard case .transcode(let transcode) = plan.route else {
      Issue.record("\(plan.route.name)")
      return
    }
    #expect(transcode.channels == .gray && transcode.pass.layout.channels == .gray)
  }

  /// One pixel more than the format supports is refused by name, in either direction; the maximum is not.
  @Test(arguments: [ContainerFormat.jpeg, .webp, .avif])
  func aSideThatIsTooLongIsRefused(_ format: ContainerFormat) throws {
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.png: can, format: can], limits: Limits(pixels: .max, memoryBytes: .max))
    let probe = try Probe(SamplePNG.mixedColors(width: 3, height: 2, colorType: 2, depth: 8).bytes)
    let longest = try #require(format.limits?.longestSide)
    for (side, isThere) in [(longest, true), (longest + 1, false)] {
      for size in [PixelSize<Output>(width: side, height: 1), PixelSize(width: 1, height: side)] {
        let plan = Result { try planner.plan(Rendition(size: .exactly(size), format: format), for: probe) }
        #expect(((try? plan.get()) != nil) == isThere, "\(format) of \(size)")
      }
    }
  }

  /// Formats that always lose something declare it, and so do those that never do.
  @Test func lossIsSaidForEveryFormat() {
    #expect(ContainerFormat.allCases.filter { $0.limits?.loss == .always } == [.jpeg, .heif, .avif])
    #expect(ContainerFormat.allCases.filter { $0.limits?.loss == .never } == [.png, .tiff])
    #expect(ContainerFormat.allCases.filter { $0.limits?.loss == .byChoice } == [.webp, .jpegXL])
  }
}

// The registry of codecs: one row for each format, each consistent.

@Suite struct CodecFactsTests {
  @Test func aFormatHasOneRow() {
    #expect(Set(CodecFacts.all.map(\.format)).count == CodecFacts.all.count)
    #expect(ContainerFormat.allCases.filter { $0.codec == nil } == [.mp4, .quickTime])
    for facts in CodecFacts.all { #expect(CodecFacts.of(facts.format) == facts) }
  }

  @Test(arguments: CodecFacts.all) func aRowAgreesWithItself(_ facts: CodecFacts) {
    #expect(
      (facts.capabilities.encodes || facts.format == .heif) == (facts.limits != nil), "what is written has limits")
    #expect(facts.loadedLibrary == nil || facts.isConfined)
    #expect(facts.capabilities.missingTrait == nil && facts.capabilities.decodes)
    #expect(facts.limits != nil || facts.encoderMemory == .rows)
    #expect(facts.built == facts.capabilities || facts.built.missingTrait == facts.trait)
    if facts.trait == nil { #expect(facts.built == facts.capabilities) }
  }
}
