// A codec in another process compared with the same codec in this one: every bit agrees.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFiles
import UprightFixtures
@testable import UprightSandbox
import UprightTestTools

@Suite(.enabled(if: Workers.areHere, Workers.reason)) struct WorkerCodecTests {
  /// Bands as they arrive: the index of the first row, and the rows.
  private func bands(
    _ codec: any Codec, _ pass: DecodePass, of bytes: [UInt8]
  ) throws -> [(first: Int, rows: Raster<Decoded>)] {
    var bands: [(first: Int, rows: Raster<Decoded>)] = []
    try codec.requiredDecoder().decode(pass, from: bytes, limits: Limits()) { rows, first in bands.append((first, rows))
    }
    return bands
  }

  @Test func whatEachCodecCanDoIsWhatItsWorkerSays() throws {
    let worker = try Workers.pool.take()
    defer { Workers.pool.release(worker) }
    let said = worker.handshake.capabilities
    for codec in SystemCodecs.all + ConfinedCodecs.all { #expect(said[codec.format] == codec.capabilities) }
    let near = Set(SystemCodecs.all.map(\.format))
    #expect(said.filter { !near.contains($0.key) } == ConfinedFormats.all)
    #expect(worker.handshake.confinement == .filtered)
  }

  @Test(arguments: [(1, 1), (3, 2), (64, 64), (65, 65), (200, 129), (40, 640)])
  func rowsAreThoseOfThisProcess(_ width: Int, _ height: Int) throws {
    let image = Workers.image(width, height)
    for (codec, bytes) in [(JPEGCodec() as any Codec, TinyJPEG(image).bytes), (PNGCodec(), TinyPNG(image).bytes)] {
      let far = try #require(Workers.house[codec.format])
      let denominators = codec.capabilities.denominators
      for part in denominators {
        let pass = DecodePass(
          region: PixelRect(x: 0, y: 0, width: width, height: height), denominator: part, layout: SampleLayout(.rgb))
        let (here, there) = (try bands(codec, pass, of: bytes), try bands(far, pass, of: bytes))
        #expect(here.map(\.first) == there.map(\.first))
        #expect(here.map(\.rows) == there.map(\.rows), "\(codec.format) 1/\(part)")
      }
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func everyRouteWritesTheSameFile(_ tag: ExifOrientation) throws {
    let image = TinyImage.sixColors.enlarged(by: 16).stored(as: tag)
    var ragged = TinyJPEG(Workers.image(70, 45).stored(as: tag), exif: TinyTIFF(orientation: Int(tag.rawValue)))
    ragged.sampling = .half
    let sources = [
      TinyJPEG(image, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes, ragged.bytes,
      TinyPNG(image, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes,
      TinyWebP(image, exif: TinyTIFF(orientation: Int(tag.rawValue))).bytes,
    ]
    let wishes = [
      Rendition(upright: .pixels), Rendition(upright: .pixels, quality: .level(90), format: .png),
      Rendition(upright: .pixels, quality: .level(90), format: .jpeg),
      Rendition(upright: .pixels, quality: .level(90), format: .webp),
      Rendition(size: .within(PixelSize(width: 20, height: 20)), upright: .pixels),
      Rendition(rotation: .rotate90, upright: .pixels, loss: .recode),
      Rendition(region: .pixels(PixelRect(x: 5, y: 3, width: 21, height: 17)), upright: .pixels),
    ]
    let (near, far) = (Pipeline(codecs: SystemCodecs.all), Pipeline(codecs: Array(Workers.house.values)))
    for (source, wish) in sources.flatMap({ source in wishes.map { (source, $0) } }) {
      let probe = try Probe(source)
      let plan = try near.plan(wish, for: probe)
      #expect(try far.plan(wish, for: probe) == plan)
      let (here, there) = (try near.run(plan, on: source), try far.run(plan, on: source))
      #expect(here == there, "\(probe.format), \(plan.route.name)")
    }
  }

  @Test func digestsAgree() throws {
    let source = TinyJPEG(Workers.image(70, 45)).bytes
    let probe = try Probe(source)
    let (near, far) = (Pipeline(codecs: SystemCodecs.all), Pipeline(codecs: Array(Workers.house.values)))
    #expect(try near.digest(of: probe, from: source) == far.digest(of: probe, from: source))
  }

  @Test func errorsAreThoseOfThisProcess() throws {
    let whole = TinyJPEG(Workers.image(200, 129)).bytes
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 200, height: 129), denominator: 1, layout: SampleLayout(.rgb))
    let far = try #require(Workers.house[.jpeg])
    var limits = Limits()
    limits.warnings = 0
    for count in stride(from: 0, to: whole.count, by: 97) {
      let bytes = Array(whole.prefix(count))
      func outcome(_ codec: any Codec) -> Result<Int, UprightError> {
        var rows = 0
        do throws(UprightError) {
          try codec.requiredDecoder().decode(pass, from: bytes, limits: limits) { band, _ in rows += band.size.height }
          return .success(rows)
        } catch { return .failure(error) }
      }
      #expect(outcome(JPEGCodec()) == outcome(far), "\(count) bytes")
    }
  }

  @Test func anErrorOfTheCallerComesBackAsItIs() throws {
    let bytes = TinyJPEG(Workers.image(64, 640)).bytes
    let far = try #require(Workers.house[.jpeg])
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 64, height: 640), denominator: 1, layout: SampleLayout(.rgb))
    let stop = UprightError.io(path: "full", systemError: 28)
    #expect(throws: stop) {
      try far.decode(pass, from: bytes, limits: Limits()) { _, first throws(UprightError) in
        if first > 64 { throw stop }
      }
    }
    #expect(throws: UprightError.io(path: "", systemError: 5)) {
      try far.decode(pass, from: FailingSource(bytes: bytes), limits: Limits()) { _, _ in }
    }
  }
}

/// A source whose disk fails.
private struct FailingSource: ByteSource {
  let bytes: [UInt8]
  var byteCount: Int { bytes.count }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5)
  }
}

// Colors converted in another process equal those converted in this one, and what it cannot convert is reported.

@Suite(.enabled(if: Workers.areHere, Workers.reason))
struct WorkerColorsTests {
  @Test(arguments: [SampleLayout.Channels.gray, .rgb, .rgba], SampleLayout.Depth.allCases)
  func theColoursAreThoseOfThisProcess(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws {
    // More rows than a band has, so that several are sent.
    var image = try #require(
      Raster<Output>(size: PixelSize(width: 5, height: 150), layout: SampleLayout(channels, depth)))
    for y in 0..<150 {
      for x in 0..<5 {
        for channel in 0..<channels.count {
          image.setSample(UInt16((y * 5 + x * 3 + channel * 40) % 256), x: x, y: y, channel: channel)
        }
      }
    }
    let profile =
      channels == .gray ? TinyProfile.gray(gamma: 1.8).bytes : TinyProfile.rgb(gamma: 1.8, order: [1, 2, 0]).bytes
    let here = Result { () throws(UprightError) in
      try ProfileColors().converted(image, from: profile, limits: Limits())
    }
    let there = Result { () throws(UprightError) in
      try WorkerColors(Workers.pool).converted(image, from: profile, limits: Limits())
    }
    #expect(here == there)
  }

  @Test func aProfileThatIsNoneIsRefusedByName() throws {
    let image = try #require(Raster<Output>(size: PixelSize(width: 2, height: 2), layout: SampleLayout(.rgb)))
    #expect(throws: UprightError.self) {
      try WorkerColors(Workers.pool).converted(image, from: [1, 2, 3], limits: Limits())
    }
  }
}

// Codecs that only workers have: the same pixels and bytes as in a process that takes the risk.
extension WorkerCodecTests {
  static let layouts = SampleLayout.Channels.allCases.flatMap { channels in
    SampleLayout.Depth.allCases.map { SampleLayout(channels, $0) }
  }

  private func noise(_ size: PixelSize<Output>, _ layout: SampleLayout) throws -> Raster<Output> {
    var random = SplitMix64(seed: UInt64(size.width))
    let count = size.width * size.height * layout.bytesPerPixel
    let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return try #require(Raster(size: size, layout: layout, bytes: bytes))
  }

  private func encoded(
    _ codec: some Codec, _ image: Raster<Output>
  ) -> Result<[UInt8], UprightError> {
    var bytes: [UInt8] = []
    let metadata = CarriedMetadata(exif: nil, xmp: Array("<x/>".utf8))
    do throws(UprightError) {
      try codec.requiredEncoder().encode(
        image, settings: EncodeSettings(format: codec.format, fidelity: .exact, sampling: .none), metadata: metadata,
        limits: Limits(), into: &bytes)
      return .success(bytes)
    } catch { return .failure(error) }
  }

  private func decoded(
    _ codec: some Codec, _ source: any ByteSource, _ pass: DecodePass
  ) -> Result<[Raster<Decoded>], UprightError> {
    var bands: [Raster<Decoded>] = []
    do throws(UprightError) {
      try codec.requiredDecoder().decode(pass, from: source, limits: Limits()) { band, _ in bands.append(band) }
      return .success(bands)
    } catch { return .failure(error) }
  }

  #if JPEGXL
    @Test func aProfileOfAnotherProcessIsThatOfThisOne() throws {
      let far = WorkerCodec(.jpegXL, JPEGXLCodec().capabilities, workers: Workers.pool)
      for profile in [[], TinyProfile.rgb(gamma: 1.8, order: [1, 2, 0]).bytes] {
        var file: [UInt8] = []
        try JPEGXLCodec().encode(
          noise(PixelSize(width: 9, height: 7), SampleLayout(.rgb)),
          settings: EncodeSettings(format: .jpegXL, fidelity: .exact, sampling: .none),
          metadata: CarriedMetadata(icc: profile.isEmpty ? nil : profile), limits: Limits(), into: &file)
        let here = try JPEGXLCodec().profile(of: file, limits: Limits())
        #expect(try far.profile(of: file, limits: Limits()) == here)
        if !profile.isEmpty { #expect(here == profile) }
        let broken = Array(file.prefix(3))
        #expect(throws: UprightError.self) { try far.profile(of: broken, limits: Limits()) }
      }
      let other = WorkerCodec(.png, PNGCodec().capabilities, workers: Workers.pool)
      #expect(try other.profile(of: [1, 2, 3], limits: Limits()) == nil)
    }
  #endif

  @Test(arguments: layouts)
  func confinedCodecsAreThoseOfTheWorker(_ layout: SampleLayout) throws {
    let image = try noise(PixelSize(width: 37, height: 150), layout)
    for codec in ConfinedCodecs.all where codec.capabilities.encodes {
      let far = WorkerCodec(codec.format, codec.capabilities, workers: Workers.pool)
      let (here, there) = (encoded(codec, image), encoded(far, image))
      #expect(here == there, "\(codec.format) of \(layout)")
      guard let file = try? here.get(), codec.capabilities.decodes else { continue }
      let folder = try ScratchFolder()
      let open = try FileBytes(path: folder.write(file, as: "picture"))
      for region in [
        PixelRect<Stored>(x: 0, y: 0, width: 37, height: 150), PixelRect(x: 5, y: 70, width: 20, height: 66),
      ] {
        let pass = DecodePass(region: region, denominator: 1, layout: layout)
        let near = decoded(codec, file, pass)
        #expect(decoded(far, file, pass) == near, "bytes that are asked for")
        #expect(decoded(far, open, pass) == near, "a file that goes along")
      }
    }
  }

  @Test func poolsGiveTheCodecsOfTheirMode() {
    let near = SystemCodecs.all
    for mode in SandboxMode.allCases {
      let codecs = WorkerPool(mode: mode).codecs(beside: near)
      #expect(Set(codecs.map(\.format)).count == codecs.count)
      #expect(Set(codecs.map(\.format)).isSuperset(of: near.map(\.format)))
      let far = Set(codecs.filter { $0 is WorkerCodec }.map(\.format))
      #expect(far == Set(ConfinedFormats.all.keys).union(mode == .always ? near.map(\.format) : []))
      for codec in codecs {
        let expected = near.first { $0.format == codec.format }?.capabilities ?? ConfinedFormats.all[codec.format]
        if let expected { #expect(codec.capabilities == expected) }
      }
    }
  }
}
