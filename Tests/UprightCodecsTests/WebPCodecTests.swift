// WebP preserves its input, sample for sample if lossless, and other readers read the same.

import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

@Suite struct WebPCodecTests {
  /// How an image is coded.
  struct Kind: Sendable, CustomTestStringConvertible {
    let fidelity: EncodeSettings.Fidelity
    let channels: SampleLayout.Channels
    /// Whether there is an extended header because of metadata.
    let isExtended: Bool
    var testDescription: String { "\(fidelity), \(channels), extended \(isExtended)" }

    static let all = [EncodeSettings.Fidelity.exact, .level(80)].flatMap { fidelity in
      [SampleLayout.Channels.rgb, .rgba].flatMap { channels in
        [false, true].map { Kind(fidelity: fidelity, channels: channels, isExtended: $0) }
      }
    }

    var layout: SampleLayout { SampleLayout(channels) }

    var metadata: CarriedMetadata {
      isExtended ? CarriedMetadata(exif: TinyTIFF(orientation: 1).bytes) : CarriedMetadata()
    }

    func image(width: Int, height: Int) -> Samples {
      .mixedColors(width: width, height: height, channels: channels.count)
    }

    func file(width: Int = 101, height: Int = 75) throws -> [UInt8] {
      try WebPCodecTests.webp(image(width: width, height: height), layout, fidelity, metadata: metadata)
    }
  }

  static func settings(_ fidelity: EncodeSettings.Fidelity) -> EncodeSettings {
    EncodeSettings(format: .webp, fidelity: fidelity, sampling: .none)
  }

  static func webp(
    _ image: Samples, _ layout: SampleLayout, _ fidelity: EncodeSettings.Fidelity = .exact,
    metadata: CarriedMetadata = CarriedMetadata(), limits: Limits = Limits()
  ) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try WebPCodec().encode(
      image.raster(layout), settings: settings(fidelity), metadata: metadata, limits: limits, into: &bytes)
    return bytes
  }

  /// The decoded pass, its bands joined.
  static func decoded(
    _ bytes: any ByteSource, _ region: PixelRect<Stored>, _ layout: SampleLayout, denominator: Int = 1,
    checksRest: Bool = false, limits: Limits = Limits()
  ) throws -> Samples {
    var pass = DecodePass(region: region, denominator: denominator, layout: layout)
    pass.checksRest = checksRest
    var whole = Samples(width: pass.size.width, height: 0, channels: layout.bytesPerPixel, bytes: [])
    try WebPCodec().decode(pass, from: bytes, limits: limits) { band, row in
      #expect(row == whole.height && band.size.height <= DecodePass.bandRows && band.size.width == pass.size.width)
      let part = Samples(band)
      whole.bytes += part.bytes
      whole.height += part.height
    }
    #expect(whole.height == pass.size.height)
    return whole
  }

  static func whole(_ width: Int, _ height: Int) -> PixelRect<Stored> {
    PixelRect(x: 0, y: 0, width: width, height: height)
  }

  @Test(arguments: Kind.all)
  func losslessFilesDecodeToWhatWentIn(kind: Kind) throws {
    let (image, file) = (kind.image(width: 101, height: 75), try kind.file())
    let found = try Self.decoded(file, Self.whole(101, 75), kind.layout)
    if kind.fidelity == .exact {
      #expect(found == image)
    } else {
      #expect(found != image && found.distance(to: image) < 256)
      if kind.channels == .rgba {
        let opacity = { (samples: Samples) in samples.bytes.enumerated().filter { $0.offset % 4 == 3 }.map(\.element)
        }
        #expect(opacity(found) == opacity(image))
      }
    }
  }

  @Test(.enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"), arguments: Kind.all)
  func pillowReadsTheSameSamples(kind: Kind) throws {
    let file = try kind.file()
    let (mode, samples) = try Pillow.read(file)
    #expect(mode == (kind.channels == .rgb ? "RGB" : "RGBA"))
    #expect(try Self.decoded(file, Self.whole(101, 75), kind.layout) == samples)
  }

  @Test(
    .enabled(if: OutsideTool.pillow.isInstalled, "\(OutsideTool.pillow.reason)"),
    arguments: ["lossless=True", "quality=60", "quality=95, method=0", "lossless=True, exact=True, method=0"],
    ["RGB", "RGBA"])
  func whatPillowWritesIsReadAsPillowReadsIt(options: String, mode: String) throws {
    let image = Samples.mixedColors(width: 67, height: 130, channels: mode.count)
    let script = """
      import sys, PIL.Image
      d = open(sys.argv[1], "rb").read()
      PIL.Image.frombytes("\(mode)", (67, 130), d).save(sys.argv[2], "WEBP", \(options))
      """
    let file = try OutsideTool.pillow.run(["-c", script, "{in}", "{out}"], input: image.bytes)
    let layout = SampleLayout(mode == "RGB" ? .rgb : .rgba)
    #expect(try Self.decoded(file, Self.whole(67, 130), layout) == Pillow.read(file).samples)
  }

  @Test(arguments: Kind.all)
  func aSecondThreadMakesNoDifference(kind: Kind) throws {
    let file = try kind.file(width: 530, height: 90)
    let pass = DecodePass(region: Self.whole(530, 90), denominator: 2, layout: kind.layout)
    var found: [[Samples]] = []
    for usesThreads in [true, false] {
      found.append([])
      try WebPCodec(usesThreads: usesThreads).decode(pass, from: file, limits: Limits()) { band, _ in
        found[found.count - 1].append(Samples(band))
      }
    }
    #expect(found[0] == found[1] && found[0].count == 1)
  }

  @Test func anImageThatWasWrittenByHandIsRead() throws {
    let image = TinyImage.sixColors
    let found = try Self.decoded(TinyWebP(image).bytes, Self.whole(image.width, image.height), SampleLayout(.rgb))
    #expect(found.bytes == image.samples)
    let lossy = try Self.decoded(TinyWebP(lossyWith: []).bytes, Self.whole(16, 8), SampleLayout(.rgb))
    #expect((0..<8).allSatisfy { lossy[3, $0, 0] < 8 && lossy[12, $0, 0] > 247 })
  }

  @Test(arguments: Kind.all)
  func everyRegionEqualsThatPartOfTheWhole(kind: Kind) throws {
    let file = try kind.file()
    let whole = try Self.decoded(file, Self.whole(101, 75), kind.layout)
    var random = SplitMix64(seed: 5)
    for _ in 0..<60 {
      let (x, y) = (Int.random(in: 0..<101, using: &random), Int.random(in: 0..<75, using: &random))
      let (width, height) = (Int.random(in: 1...101 - x, using: &random), Int.random(in: 1...75 - y, using: &random))
      let found = try Self.decoded(file, PixelRect(x: x, y: y, width: width, height: height), kind.layout)
      #expect(found == whole.cropped(x: x, y: y, width: width, height: height), "\(x),\(y),\(width),\(height)")
    }
  }

  /// The mean of the pixels that a scaled pixel covers, with the sides' true widths.
  private static func mean(
    _ whole: Samples, columns: Range<Double>, rows: Range<Double>, channel: Int
  ) -> Double {
    var (sum, area) = (0.0, 0.0)
    for y in Int(rows.lowerBound)..<min(whole.height, Int(rows.upperBound.rounded(.up))) {
      let high = min(rows.upperBound, Double(y + 1)) - max(rows.lowerBound, Double(y))
      for x in Int(columns.lowerBound)..<min(whole.width, Int(columns.upperBound.rounded(.up))) {
        let wide = min(columns.upperBound, Double(x + 1)) - max(columns.lowerBound, Double(x))
        sum += Double(whole[x, y, channel]) * wide * high
        area += wide * high
      }
    }
    return sum / area
  }

  @Test(arguments: [2, 4, 8])
  func eachPixelOfAFractionIsTheMeanOfItsShare(denominator: Int) throws {
    let image = Samples.mixedColors(width: 101, height: 75, channels: 3)
    let file = try Self.webp(image, SampleLayout(.rgb))
    for region in [
      Self.whole(101, 75), PixelRect(x: 16, y: 24, width: 48, height: 40),
      PixelRect(x: 80, y: 8, width: 21, height: 67),
    ] {
      let found = try Self.decoded(file, region, SampleLayout(.rgb), denominator: denominator)
      let part = image.cropped(x: region.x, y: region.y, width: region.width, height: region.height)
      let (wide, high) = (Double(part.width) / Double(found.width), Double(part.height) / Double(found.height))
      var worst = 0.0
      for y in 0..<found.height {
        for x in 0..<found.width {
          let (columns, rows) = (Double(x) * wide..<Double(x + 1) * wide, Double(y) * high..<Double(y + 1) * high)
          for channel in 0..<3 {
            let mean = Self.mean(part, columns: columns, rows: rows, channel: channel)
            worst = max(worst, abs(mean - Double(found[x, y, channel])))
          }
        }
      }
      #expect(worst <= 1.5, "\(region)")
    }
  }

  @Test func metadataBeforeOrBehindASimpleImageMakesNoDifference() throws {
    let image = TinyImage.sixColors
    var file = TinyWebP(
      image, chunks: [.exif(TinyTIFF(orientation: 6).bytes), .xmp(TinyXMP.packet(orientation: "6"))])
    file.chunksBeforeImage = [
      TinyWebP.Chunk("ICCP", [UInt8](repeating: 1, count: 300_001)), TinyWebP.Chunk("what", [1]),
    ]
    file.trailer = [1, 2, 3]
    let found = try Self.decoded(file.bytes, Self.whole(image.width, image.height), SampleLayout(.rgb))
    #expect(found.bytes == image.samples)
  }

  @Test func aSourceMayComeInSmallPieces() throws {
    let kind = Kind.all[3]
    let file = try kind.file(width: 301, height: 275)
    let source = OddSource(bytes: file, piece: 5_000, byteCount: file.count)
    let expected = try Self.decoded(file, Self.whole(301, 275), kind.layout)
    #expect(file.count > 50_000)
    #expect(try Self.decoded(source, Self.whole(301, 275), kind.layout) == expected)
  }
}

extension WebPCodecTests {
  @Test(.enabled(if: OutsideTool.pillow.isInstalled && OutsideTool.exiftool.isInstalled, "needs Pillow and exiftool"))
  func pillowAndExiftoolSeeTheProfileExifAndXMP() throws {
    let profile = try OutsideTool.pillow.run([
      "-c",
      "import sys; from PIL import ImageCms as c; sys.stdout.buffer.write(c.ImageCmsProfile(c.createProfile('sRGB')).tobytes())",
    ]).output
    let (exif, xmp) = (PNGCodecTests.exif, PNGCodecTests.xmp)
    for kind in Kind.all {
      let file = try Self.webp(
        kind.image(width: 31, height: 20), kind.layout, kind.fidelity,
        metadata: CarriedMetadata(exif: exif, xmp: xmp, icc: profile))
      let script = """
        import sys, PIL.Image
        p = PIL.Image.open(sys.argv[1]); p.load()
        for key in ("exif", "icc_profile", "xmp"): print(p.info.get(key, b"").hex())
        """
      let seen = String(decoding: try OutsideTool.pillow.run(["-c", script, "{in}"], input: file), as: UTF8.self)
      let hex = [exif, profile, xmp].map {
        $0.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
      }
      #expect(seen.split(separator: "\n").map(String.init) == hex)
      let report = try PNGCodecTests.exiftool(["-s", "-G1", "-n", "-validate", "-warning", "-a"], file)
      #expect(!report.contains("Error") && !report.contains("RIFF"), "\(report)")
    }
  }

  @Test func itSaysWhatItDoesNotDo() throws {
    var sink: [UInt8] = []
    let gray = Samples.mixedColors(width: 4, height: 4, channels: 1).raster(SampleLayout(.gray))
    #expect(throws: UprightError.unsupported("WebP of gray of 8 bits")) {
      try WebPCodec().encode(
        gray, settings: Self.settings(.exact), metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    }
    let six = Samples.six(cell: 1).raster(SampleLayout(.rgb))
    for (settings, error) in [
      (EncodeSettings.jpeg(), UprightError.unsupported("the WebP codec cannot write JPEG")),
      (Self.settings(.level(0)), .unanswerable(field: "quality", reason: "0 is not between 1 and 100")),
      (Self.settings(.level(101)), .unanswerable(field: "quality", reason: "101 is not between 1 and 100")),
      (
        Self.settings(.tables([])),
        .unanswerable(field: "quality", reason: "WebP has no JPEG quantization tables")
      ),
    ] {
      #expect(throws: error) {
        try WebPCodec().encode(six, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &sink)
      }
    }
    #expect(WebPCodec().blocks == nil && WebPCodec().planes == nil)
    #expect(sink.isEmpty)
    let long = Samples.mixedColors(width: 16_384, height: 1, channels: 3)
    #expect(throws: UprightError.unsupported("a WebP with a side of more than 16383 pixels")) {
      try Self.webp(long, SampleLayout(.rgb))
    }
    #expect(try Self.webp(Samples.mixedColors(width: 16_383, height: 1, channels: 3), SampleLayout(.rgb)).count > 100)
  }

  @Test func aPassThatDoesNotFitIsRefused() throws {
    let file = try Kind.all[0].file(width: 9, height: 5)
    for region in [
      PixelRect<Stored>(x: 0, y: 0, width: 10, height: 5), PixelRect(x: -1, y: 0, width: 2, height: 2),
      PixelRect(x: 0, y: 5, width: 1, height: 1), PixelRect(x: .max, y: 0, width: 1, height: 1),
    ] {
      #expect(throws: UprightError.self) { try Self.decoded(file, region, SampleLayout(.rgb)) }
    }
    for layout in [SampleLayout(.gray), SampleLayout(.cmyk), SampleLayout(.rgba, .sixteen)] {
      #expect(throws: UprightError.unsupported("WebP as \(layout.channels) of \(layout.depth.rawValue) bits")) {
        try Self.decoded(file, Self.whole(9, 5), layout)
      }
    }
    #expect(throws: UprightError.unanswerable(field: "denominator", reason: "WebP decodes to 1/1, 1/2, 1/4 and 1/8")) {
      try Self.decoded(file, Self.whole(9, 5), SampleLayout(.rgb), denominator: 3)
    }
    #expect(throws: UprightError.self) {
      try Self.decoded(file, PixelRect(x: 1, y: 0, width: 4, height: 4), SampleLayout(.rgb), denominator: 2)
    }
  }

  @Test func anAnimationHasNoPixels() throws {
    var file = TinyWebP(.sixColors)
    file.animate()
    #expect(throws: UprightError.malformed(MetadataError(.imageMissing, at: 12))) {
      try Self.decoded(file.bytes, Self.whole(3, 2), SampleLayout(.rgb))
    }
    var announced = TinyWebP(.sixColors)
    (announced.isExtended, announced.flags) = (true, 2)
    #expect(throws: UprightError.unsupported("the pixels of an animated WebP")) {
      try Self.decoded(announced.bytes, Self.whole(3, 2), SampleLayout(.rgb))
    }
  }

  @Test func limitsAndFullSinksStopTheCodec() throws {
    let image = Samples.mixedColors(width: 300, height: 300, channels: 3)
    let file = try Self.webp(image, SampleLayout(.rgb))
    for fidelity in [EncodeSettings.Fidelity.exact, .level(90)] {
      #expect(throws: UprightError.limit(.pixels, asked: 90_000, allowed: 89_999)) {
        try Self.webp(image, SampleLayout(.rgb), fidelity, limits: Limits(pixels: 89_999))
      }
      #expect(throws: UprightError.limit(.seconds, asked: 1, allowed: 0)) {
        try Self.webp(image, SampleLayout(.rgb), fidelity, limits: Limits(seconds: 1e-9))
      }
      for room in [0, 12, 5_000] {
        var sink = FullSink(room: room)
        #expect(throws: UprightError.io(path: "full", systemError: 28)) {
          try WebPCodec().encode(
            image.raster(SampleLayout(.rgb)), settings: Self.settings(fidelity), metadata: CarriedMetadata(),
            limits: Limits(), into: &sink)
        }
        #expect(sink.taken <= room)
      }
    }
    let region = Self.whole(300, 300)
    #expect(throws: UprightError.limit(.pixels, asked: 90_000, allowed: 89_999)) {
      try Self.decoded(file, region, SampleLayout(.rgb), limits: Limits(pixels: 89_999))
    }
    #expect(throws: UprightError.limit(.memory, asked: file.count, allowed: 1_000)) {
      try Self.decoded(file, region, SampleLayout(.rgb), limits: Limits(memoryBytes: 1_000))
    }
    #expect(throws: UprightError.limit(.seconds, asked: 1, allowed: 0)) {
      try Self.decoded(file, region, SampleLayout(.rgb), limits: Limits(seconds: 1e-9))
    }
    #expect(throws: UprightError.self) {
      try Self.decoded(FailingSource(bytes: file, failsFrom: file.count / 2), region, SampleLayout(.rgb))
    }
  }

  @Test func whoeverLosesInterestGetsNoFile() async throws {
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return #expect(throws: UprightError.cancelled) { try Kind.all[4].file() }
    }
    task.cancel()
    _ = await task.value
  }

  /// Zeros in place of the last part of the coded data, as an interrupted copy leaves them.
  @Test(arguments: Kind.all, [0.25, 0.5, 0.75])
  func lostDataAreNotTakenForAnImage(kind: Kind, share: Double) throws {
    // Not noise: its codes are so even that zeros give as many pixels.
    var image = Samples(width: 201, height: 150, channels: kind.channels.count)
    for place in image.bytes.indices {
      let (x, y) = (place / image.channels % 201, place / image.channels / 201)
      image.bytes[place] = UInt8((x * y / 90 + x / 2 + place % image.channels * 40) % 256)
    }
    var file = try Self.webp(image, kind.layout, kind.fidelity)
    let region = Self.whole(201, 150)
    let strict = Limits(warnings: 0)
    #expect(throws: Never.self) { try Self.decoded(file, region, kind.layout, limits: strict) }
    let part = PixelRect<Stored>(x: 30, y: 11, width: 99, height: 40)
    let rows = try Self.decoded(file, part, kind.layout)
    #expect(try Self.decoded(file, part, kind.layout, checksRest: true, limits: strict) == rows)
    let start = Int(Double(file.count) * share)
    file.replaceSubrange(start..., with: [UInt8](repeating: 0, count: file.count - start))
    #expect(throws: UprightError.self) { try Self.decoded(file, region, kind.layout, limits: strict) }
    // The part above the damage is whole; alpha is before all colors.
    guard kind.channels == .rgb else { return }
    let top = PixelRect<Stored>(x: 0, y: 0, width: 201, height: 2)
    #expect(throws: Never.self) { try Self.decoded(file, top, kind.layout, limits: strict) }
    #expect(throws: UprightError.self) {
      try Self.decoded(file, top, kind.layout, checksRest: true, limits: strict)
    }
  }

  @Test(arguments: Kind.all)
  func everyPrefixIsMalformed(kind: Kind) throws {
    let bytes = try kind.file(width: 19, height: 21)
    for count in 0..<bytes.count {
      do {
        _ = try Self.decoded(Array(bytes[..<count]), Self.whole(19, 21), kind.layout)
        #expect(
          count >= bytes.count - (kind.isExtended ? 35 : 1), "what is missing is Exif, or the byte that fills up")
      } catch let error as UprightError {
        guard case .malformed = error else {
          Issue.record("\(count) of \(bytes.count): \(error)")
          continue
        }
      }
    }
  }

  @Test(arguments: Kind.all)
  func noChangedByteBringsTheProcessDown(kind: Kind) throws {
    var random = SplitMix64(seed: 8)
    let bytes = try kind.file(width: 37, height: 23)
    for place in bytes.indices {
      var damaged = bytes
      damaged[place] ^= UInt8.random(in: 1...255, using: &random)
      for denominator in [1, 2] {
        do {
          try WebPCodec().decode(
            DecodePass(region: Self.whole(37, 23), denominator: denominator, layout: kind.layout), from: damaged,
            limits: Limits(pixels: 1 << 20, memoryBytes: 1 << 24)
          ) { _, _ in }
        } catch {
          switch error {
          case .malformed, .unsupported, .limit, .unanswerable: break
          default: Issue.record("\(place): \(error)")
          }
        }
      }
    }
  }
}
