// The route through pixels: what is decoded and encoded, at which cost, and each reason against it.

import Testing
import UprightFixtures

@testable import Upright

@Suite struct TranscodeRouteTests {
  private func decision(_ rendition: Rendition, _ probe: Probe, _ planner: Planner = .full) throws -> RouteDecision {
    TranscodeRoute.decide(try PlanRequest(rendition, probe), planner)
  }

  private func probe(of image: TinyImage, _ change: (inout TinyJPEG) -> Void = { _ in }) throws -> Probe {
    var jpeg = TinyJPEG(image)
    change(&jpeg)
    return try Probe(jpeg.bytes)
  }

  private static let ink = TinyImage(width: 9, height: 5, filledWith: [1, 2, 3, 4])

  @Test func theReasonsWhyNot() throws {
    let plain = try Photos.probe(nil, 64, 32)
    let blind = Planner(capabilities: [.png: Capabilities(decodes: false, encodes: true, transforms: false)])
    let blindness = UprightError.unsupported("JPEG cannot be decoded yet, so its pixels cannot change")
    #expect(try decision(Rendition(upright: .pixels), plain, blind).error == blindness)
    let mute = Planner(capabilities: [.jpeg: Capabilities(decodes: true, encodes: false, transforms: true)])
    #expect(
      try decision(Rendition(upright: .pixels), plain, mute).error
        == .unsupported("JPEG cannot be written; choose another format"))
    #expect(
      try decision(Rendition(format: .png), plain, mute).error
        == .unsupported("PNG cannot be written; choose another format"))
    for loss in [Rendition.Loss.none, .trim] {
      #expect(
        try decision(Rendition(upright: .pixels, loss: loss), plain).reason
          == "re-encoding would lose quality, which edge or inPlace forbids; use edge: recode or output"
      )
      #expect(try decision(Rendition(format: .png, loss: loss), plain).transcode != nil, "PNG loses nothing")
    }
    let several = try Photos.probe(nil, 64, 32, segments: [.multiPicture([(0, 9), (1 << 30, 9)])])
    #expect(try decision(Rendition(upright: .pixels), several).reason == RouteReason.unknownAttachments.description)
    #expect(try decision(Rendition(format: .png), several).transcode != nil)
    let clear = Rendition.Overflow.pad(Rendition.Color(red: 0, green: 0, blue: 0, alpha: 128))
    let beyond = Rendition.Region.pixels(PixelRect(x: -1, y: 0, width: 9, height: 9))
    #expect(
      try decision(Rendition(region: beyond, overflow: clear), plain).error
        == .unanswerable(field: "overflow", reason: "JPEG has no transparency to pad with"))
    #expect(try decision(Rendition(region: beyond, format: .png, overflow: clear), plain).transcode != nil)
    #expect(try decision(Rendition(upright: .pixels, overflow: clear), plain).transcode != nil, "nothing is padded")
  }

  /// A truncated file is reported as truncated, not as unsupported.
  @Test func aFileThatBreaksOffIsDamagedAndNotUnsupported() throws {
    let can = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.avif: can, .tiff: can, .webp: can, .png: can])
    let pixels = Rendition(size: .within(PixelSize(width: 4, height: 4)), upright: .pixels, format: .png)
    let heif = TinyHEIF(.rightTop).bytes
    let tiff = TinyTIFFFile(pages: [.init(TinyImage.sixColors)]).bytes
    let webp = TinyWebP(.sixColors).bytes
    var cut = 0
    for (bytes, format) in [(heif, ContainerFormat.avif), (tiff, .tiff), (webp, .webp)] {
      #expect(try decision(pixels, Probe(bytes), planner).error == nil, "\(format)")
      for count in 1..<bytes.count {
        guard let probe = try? Probe(Array(bytes[..<count])), probe.format == format,
          let error = try decision(pixels, probe, planner).error
        else { continue }
        cut += 1
        #expect(
          error == .malformed(MetadataError(.truncated, at: count, format: format)), "\(format), \(count): \(error)")
      }
    }
    #expect(cut > 3)
  }

  @Test func aJPEGHasSixteenBitsForEachSideLessSome() throws {
    let plain = try Photos.probe(nil, 64, 32)
    for (width, height, fits) in [(65_500, 1, true), (65_501, 1, false), (1, 65_500, true), (1, 65_501, false)] {
      let size = Rendition.Size.exactly(PixelSize(width: width, height: height))
      #expect((try decision(Rendition(size: size), plain).transcode != nil) == fits)
      #expect(try decision(Rendition(size: size, format: .png), plain).transcode != nil)
    }
  }

  /// Requests of any size are planned or refused, never with a trap, including with unlimited limits.
  @Test func sizesBeyondCountingAreRefused() throws {
    let plain = try Photos.probe(.rightTop, 64, 32)
    let endless = Planner(
      capabilities: Planner.full.capabilities, limits: Limits(pixels: .max, memoryBytes: .max))
    let edges = [1, 7, 65_536, 1 << 20, 1 << 24, Int(Int32.max)]
    for width in edges {
      for height in edges {
        let size = PixelSize<Output>(width: width, height: height)
        for planner in [Planner.full, endless] {
          let found = try decision(Rendition(size: .exactly(size), format: .png), plain, planner)
          let isCountable = size.pixelCount.map { $0 <= min(1 << 40, planner.limits.pixels) } ?? false
          #expect((found.transcode != nil) == isCountable, "\(size)")
          if let bytes = found.peakBytes { #expect(bytes >= (size.pixelCount ?? .max)) }
        }
      }
    }
  }

  @Test func channelsAreTheSourcesUnlessTheResultNeedsOthers() throws {
    let color = try probe(of: .sixColors)
    let gray = try probe(of: .sixGrays)
    let ink = try probe(of: Self.ink)
    let beyond = Rendition.Region.pixels(PixelRect(x: -1, y: 0, width: 3, height: 2))
    let whole = Rendition(upright: .pixels)
    func pad(_ red: UInt8, _ green: UInt8, _ blue: UInt8, _ alpha: UInt8 = 255) -> Rendition.Overflow {
      .pad(Rendition.Color(red: red, green: green, blue: blue, alpha: alpha))
    }
    let table: [(Probe, Rendition, decoded: SampleLayout.Channels, delivered: SampleLayout.Channels)] = [
      (color, whole, .rgb, .rgb), (gray, whole, .gray, .gray), (ink, whole, .cmyk, .cmyk),
      (color, Rendition(format: .png), .rgb, .rgb), (gray, Rendition(format: .png), .gray, .gray),
      (ink, Rendition(format: .png), .cmyk, .rgb),
      (gray, Rendition(region: beyond, overflow: pad(9, 9, 9)), .gray, .gray),
      (gray, Rendition(region: beyond, overflow: pad(9, 9, 8)), .rgb, .rgb),
      (gray, Rendition(upright: .pixels, overflow: pad(9, 9, 8)), .gray, .gray),
      (gray, Rendition(region: beyond, format: .png, overflow: pad(9, 9, 9, 0)), .gray, .rgba),
      (color, Rendition(region: beyond, format: .png, overflow: pad(9, 9, 9, 254)), .rgb, .rgba),
      (ink, Rendition(region: beyond, format: .png, overflow: pad(9, 9, 9)), .cmyk, .rgb),
    ]
    for row in table {
      let transcode = try #require(try decision(row.1, row.0).transcode)
      #expect(transcode.pass.layout == SampleLayout(row.decoded))
      #expect(transcode.channels == row.delivered)
    }
  }

  @Test func onlyGrayAndYCbCrKeepTheirTables() throws {
    for image in [TinyImage.sixColors, .sixGrays] {
      let settings = try decision(Rendition(upright: .pixels), probe(of: image)).transcode?.settings
      var keepsTables = false
      if case .tables = settings?.fidelity { keepsTables = true }
      #expect(keepsTables)
    }
    let ink = try decision(Rendition(upright: .pixels), probe(of: Self.ink)).transcode
    #expect(ink?.settings.fidelity == .level(92) && ink?.form == .samples)
  }

  @Test func theProfileStaysWhileTheChannelsDo() throws {
    #expect(try decision(Rendition(upright: .pixels), probe(of: .sixColors)).transcode?.carry.keepsProfile == true)
    #expect(try decision(Rendition(format: .png), probe(of: .sixGrays)).transcode?.carry.keepsProfile == true)
    #expect(try decision(Rendition(upright: .pixels), probe(of: Self.ink)).transcode?.carry.keepsProfile == true)
    #expect(try decision(Rendition(format: .png), probe(of: Self.ink)).transcode?.carry.keepsProfile == false)
  }

  /// The source's tables are used if components stay unchanged, transposed if axes swap.
  @Test(arguments: ExifOrientation.allCases)
  func tablesTurnWithThePixels(_ tag: ExifOrientation) throws {
    let source = try probe(of: .sixColors) {
      $0.quality = 60
      $0.segments = [.exif(TinyTIFF(orientation: Int(tag.rawValue)))]
    }
    let frame = try #require(source.jpeg)
    let transcode = try #require(try decision(Rendition(upright: .pixels), source).transcode)
    guard case .tables(let tables) = transcode.settings.fidelity else { throw Unexpected("no tables") }
    #expect(tables.count == 3)
    for (component, table) in zip(frame.components, tables) {
      let original = try #require(frame.quantization[component.table])
      if component.table == 0 { #expect(original[1] != original[8], "a symmetric table would show nothing") }
      for row in 0..<8 {
        for column in 0..<8 {
          let old = tag.rawValue >= 5 ? original[column * 8 + row] : original[row * 8 + column]
          #expect(table[row * 8 + column] == old)
        }
      }
    }
  }

  @Test func qualityIsAskedForOrTheSources() throws {
    for (asked, given) in [(-5, 1), (0, 1), (1, 1), (85, 85), (100, 100), (1_000, 100)] {
      let found = try decision(Rendition(upright: .pixels, quality: .level(asked)), probe(of: .sixColors))
      #expect(found.transcode?.settings.fidelity == .level(given))
    }
    let named = try probe(of: .sixColors) { $0.convertsColor = false }
    #expect(named.jpeg?.colorModel == .rgb)
    #expect(
      try decision(Rendition(upright: .pixels), named).transcode?.settings.fidelity == .level(92),
      "its components become others")
    #expect(try decision(Rendition(upright: .pixels), probe(of: Self.ink)).transcode?.settings.fidelity == .level(92))
    guard
      case .tables(let gray) = try decision(Rendition(upright: .pixels), probe(of: .sixGrays)).transcode?.settings
        .fidelity
    else {
      throw Unexpected("gray keeps its table")
    }
    #expect(gray.count == 1)
  }

  @Test func chromaIsSampledAsInTheSourceWithItsAxes() throws {
    for sampling in TinyJPEG.Sampling.allCases {
      for tag in ExifOrientation.allCases {
        let found = try decision(Rendition(upright: .pixels), Photos.probe(tag, 64, 48, sampling: sampling))
        let (across, down) = sampling.factors
        let swaps = tag.rawValue >= 5
        #expect(
          found.transcode?.settings.sampling
            == EncodeSettings.Sampling(horizontal: swaps ? down : across, vertical: swaps ? across : down))
      }
    }
    let odd = JPEGFrame.Component(identifier: 1, horizontal: 3, vertical: 2, table: 0)
    let one = JPEGFrame.Component(identifier: 2, horizontal: 1, vertical: 1, table: 1)
    let unusual = JPEGFrame(process: .baseline, precision: 8, components: [odd, one, one], colorModel: .ycbcr)
    #expect(unusual.chromaSampling(swapped: false) == EncodeSettings.Sampling(horizontal: 2, vertical: 2))
    let wide = JPEGFrame.Component(identifier: 1, horizontal: 4, vertical: 1, table: 0)
    let video = JPEGFrame(process: .baseline, precision: 8, components: [wide, one, one], colorModel: .ycbcr)
    #expect(video.chromaSampling(swapped: false) == EncodeSettings.Sampling(horizontal: 4, vertical: 1))
    #expect(video.chromaSampling(swapped: true) == EncodeSettings.Sampling(horizontal: 1, vertical: 4))
    let coarse = JPEGFrame.Component(identifier: 1, horizontal: 4, vertical: 4, table: 0)
    let most = JPEGFrame(process: .baseline, precision: 8, components: [coarse, one, one], colorModel: .ycbcr)
    #expect(most.chromaSampling(swapped: false) == EncodeSettings.Sampling(horizontal: 4, vertical: 2))
    let inverted = JPEGFrame(process: .baseline, precision: 8, components: [one, odd, odd], colorModel: .ycbcr)
    #expect(inverted.chromaSampling(swapped: false) == EncodeSettings.Sampling(horizontal: 1, vertical: 1))
  }

  @Test func opacityIsDecodedInFullWhereFractionsDoNotReckonWithIt() throws {
    let small = Rendition(size: .exactly(PixelSize(width: 4, height: 4)))
    for (colorType, reduction, denominator) in [(2, Capabilities.Reduction.even, 8), (6, .even, 1), (6, .blocks, 8)] {
      let file = SamplePNG.mixedColors(width: 64, height: 64, colorType: colorType, depth: 8)
      let planner = Planner(capabilities: [
        .png: Capabilities(
          decodes: true, encodes: true, transforms: false, denominators: [1, 2, 4, 8], reduction: reduction)
      ])
      let decision = TranscodeRoute.decide(try PlanRequest(small, Probe(file.bytes)), planner)
      #expect(decision.transcode?.pass.denominator == denominator)
    }
  }

  @Test func everyColourModelHasItsChannelsOrNone() {
    func channels(_ model: JPEGFrame.ColorModel) -> SampleLayout.Channels? {
      let frame = JPEGFrame(process: .baseline, precision: 8, components: [], colorModel: model)
      return frame.samples.map(SampleLayout.init)?.channels
    }
    #expect(channels(.gray) == .gray)
    #expect(channels(.ycbcr) == .rgb && channels(.rgb) == .rgb)
    #expect(channels(.cmyk) == .cmyk && channels(.ycck) == .cmyk)
    #expect(channels(.unknown) == nil)
  }

  /// Memory never grows when less is requested, and covers at least the result and one band.
  @Test func memoryGrowsWithWhatIsDelivered() throws {
    let large = try Photos.probe(.rightTop, 4_000, 3_000)
    var last = Int.max
    for edge in [2_900, 1_400, 700, 300, 100, 10] {
      let size = Rendition.Size.within(PixelSize(width: edge, height: edge))
      let found = try decision(Rendition(size: size, upright: .pixels), large)
      let transcode = try #require(found.transcode)
      let peak = try #require(found.peakBytes)
      #expect(peak <= last, "\(edge)")
      last = peak
      let delivered = 3 * transcode.placement.width * transcode.placement.height
      let band = transcode.pass.size.width * DecodePass.bandRows * 3
      #expect(peak > delivered + band)
    }
    #expect(last < 16 << 20)
  }

  /// A progressive source's coefficients are all in memory at once, whatever part is requested.
  @Test func progressiveSourcesCostTheirCoefficients() throws {
    var bytes = PlanTable.photo(storedWidth: 1_000, storedHeight: 800)
    let baseline = try Probe(bytes)
    let place = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC0 })
    bytes[place + 1] = 0xC2
    let progressive = try Probe(bytes)
    let part = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 8, height: 8)))
    let (one, other) = (try decision(part, baseline), try decision(part, progressive))
    #expect(one.transcode?.settings.progressive == false && other.transcode?.settings.progressive == true)
    let (cheap, dear) = (try #require(one.peakBytes), try #require(other.peakBytes))
    // Without them, encoding the small part costs as much as decoding it.
    #expect((4_790_000...1_000 * 800 * 3 * 2).contains(dear - cheap))
  }
}
