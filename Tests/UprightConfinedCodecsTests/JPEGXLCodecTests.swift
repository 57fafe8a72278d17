// JPEG XL preserves its input if lossless, and libjxl's own programs read the same.

import Testing
import Upright
import UprightFixtures
import UprightTestTools

@testable import UprightConfinedCodecs

#if JPEGXL
  @Suite struct JPEGXLCodecTests {
    static let layouts = [SampleLayout.Channels.gray, .rgb, .rgba].flatMap {
      [SampleLayout($0), SampleLayout($0, .sixteen)]
    }

    static func image(_ layout: SampleLayout, width: Int = 61, height: Int = 47) throws -> Raster<Output> {
      var random = SplitMix64(seed: UInt64(layout.bytesPerPixel))
      let bytes = (0..<width * height * layout.bytesPerPixel).map { _ in UInt8.random(in: 0...255, using: &random) }
      return try #require(Raster<Output>(size: PixelSize(width: width, height: height), layout: layout, bytes: bytes))
    }

    static func settings(_ fidelity: EncodeSettings.Fidelity) -> EncodeSettings {
      EncodeSettings(format: .jpegXL, fidelity: fidelity, sampling: .none)
    }

    static func jxl(
      _ image: Raster<Output>, _ fidelity: EncodeSettings.Fidelity = .exact,
      metadata: CarriedMetadata = CarriedMetadata(), limits: Limits = Limits()
    ) throws -> [UInt8] {
      var bytes: [UInt8] = []
      try JPEGXLCodec().encode(
        image, settings: settings(fidelity), metadata: metadata, limits: limits, into: &bytes)
      return bytes
    }

    /// All bytes of a pass.
    static func decoded(
      _ bytes: any ByteSource, _ region: PixelRect<Stored>, _ layout: SampleLayout, limits: Limits = Limits()
    ) throws -> [UInt8] {
      var found: [UInt8] = []
      let pass = DecodePass(region: region, denominator: 1, layout: layout)
      try JPEGXLCodec().decode(pass, from: bytes, limits: limits) { band, row in
        #expect(row * region.width * layout.bytesPerPixel == found.count)
        found += band.bytes
      }
      #expect(found.count == region.width * region.height * layout.bytesPerPixel)
      return found
    }

    /// The largest difference of two samples; 256 if one has more.
    static func distance(_ mine: [UInt8], _ theirs: [UInt8]) -> Int {
      guard mine.count == theirs.count else { return 256 }
      var worst = 0
      for (one, other) in zip(mine, theirs) { worst = max(worst, abs(Int(one) - Int(other))) }
      return worst
    }

    static let whole = PixelRect<Stored>(x: 0, y: 0, width: 61, height: 47)

    @Test(arguments: layouts, [false, true])
    func withoutLossWhatIsDecodedIsWhatWentIn(_ layout: SampleLayout, _ boxed: Bool) throws {
      let image = try Self.image(layout)
      let metadata =
        boxed
        ? CarriedMetadata(exif: TinyTIFF(orientation: 1).bytes, xmp: TinyXMP.packet(orientation: "1"))
        : CarriedMetadata()
      let file = try Self.jxl(image, metadata: metadata)
      let probe = try Probe(file)
      #expect(probe.format == .jpegXL && probe.findings.isEmpty && probe.orientation.isIdentity)
      #expect(probe.storedSize == PixelSize(width: 61, height: 47))
      let color: SampleCoding.Color = layout.channels == .gray ? .gray : .rgb
      let coding = SampleCoding(
        color: color, hasTransparency: layout.channels == .rgba, depth: layout.depth.rawValue, isLossless: true)
      #expect(probe.samples == coding)
      #expect(try Self.decoded(file, Self.whole, layout) == image.bytes)
      let part = PixelRect<Stored>(x: 7, y: 11, width: 40, height: 30)
      let pixel = layout.bytesPerPixel
      var expected: [UInt8] = []
      for y in 11..<41 { expected += image.bytes[(y * 61 + 7) * pixel..<(y * 61 + 47) * pixel] }
      #expect(try Self.decoded(file, part, layout) == expected)
      #expect(try Probe(file, rules: OrientationRules(readsXMP: true)).statements.count == (boxed ? 3 : 1))
    }

    @Test(
      .enabled(if: OutsideTool.djxl.isInstalled, "\(OutsideTool.djxl.reason)"),
      arguments: [SampleLayout(.gray), SampleLayout(.rgb)],
      [EncodeSettings.Fidelity.exact, .level(90), .level(50), .level(20)])
    func itsOwnProgramReadsTheSame(_ layout: SampleLayout, _ fidelity: EncodeSettings.Fidelity) throws {
      let file = try Self.jxl(Self.image(layout), fidelity)
      let map = try DecodedJXL.image(file)
      let mine = try Self.decoded(file, Self.whole, layout)
      var theirs = map.samples
      if map.channels > layout.channels.count {
        theirs = stride(from: 0, to: map.samples.count, by: 3).map { index in map.samples[index] }
      }
      // Float rounding may differ between the processor's kernels.
      #expect(Self.distance(mine, theirs) <= (fidelity == .exact ? 0 : 1))
      #expect(try Probe(file).samples?.isLossless == (fidelity == .exact))
    }

    @Test(
      .enabled(if: OutsideTool.cjxl.isInstalled, "\(OutsideTool.cjxl.reason)"),
      arguments: [["-d", "0", "-e", "3"], ["-d", "1"], ["-d", "0", "-e", "1"], ["-d", "3", "-m", "1"]])
    func whatItsOwnProgramWritesIsRead(_ options: [String]) throws {
      let image = TinyImage.sixColors.enlarged(by: 24)
      let map = PortableMap(width: image.width, height: image.height, channels: 3, samples: image.samples)
      let folder = try ScratchFolder()
      try folder.write(map.bytes, as: "in.ppm")
      let answer = try OutsideTool.cjxl.run([folder.path("in.ppm"), folder.path("out.jxl")] + options)
      try #require(answer.status == 0, "\(answer.complaints)")
      let file = try folder.read("out.jxl")
      let region = PixelRect<Stored>(x: 0, y: 0, width: image.width, height: image.height)
      let theirs = try DecodedJXL.image(file).samples
      let mine = try Self.decoded(file, region, SampleLayout(.rgb))
      #expect(Self.distance(mine, theirs) <= 1)
      #expect(try Probe(file).samples?.isLossless == (options[1] == "0"))
    }

    @Test(arguments: ExifOrientation.allCases)
    func anImageIsDecodedAsItIsStored(_ tag: ExifOrientation) throws {
      let stored = TinyImage.sixColors.stored(as: tag)
      let file = TinyJXL(as: tag).bytes
      let region = PixelRect<Stored>(x: 0, y: 0, width: stored.width, height: stored.height)
      #expect(try Self.decoded(file, region, SampleLayout(.rgb)) == stored.samples)
    }

    /// Two groups across: 2,049 × 2 at distance 4 and effort 3, 2,049 × 1 at distance 15 and effort 5, by libjxl
    /// 0.11.2.
    static let wideImages = [
      (
        2,
        """
        ff0a088000d000140803caf1490361121ae0801c0440000440000440000440004040008000db500a00800a9551c60d5ecef5
        7cf9a1c362dac67586b6dab61000000000000000000000000000000000000000000000000000000000000088249120818143
        104c9320611ed29931e6c418633c661e33c698315ec618341c0f04002cd0a838012fc64ee9018eff9fe03bd058767ce112b8
        a0cb48a2f21958af99f82fdba0a717218af8bd8f176f8470ae43ab414594850c11504f9a693c2e7faa7f9124422998c40ef6
        6f49231700770400000000000000008824512c5848824812a114923828400c01e300200150043f0b00450f40be99ed2ae635
        707b0e94040912dedf001c00006a
        """
      ),
      (
        1,
        """
        ff0a008000d00016880694e39306c22434e0402f0440000440000440000440004c40009000994a1a00800a9551c60d5ecef5
        7cf9a1c362dac67586b6dab61000000000000000000000000000000000000000000000000000000000000089249120818143
        10c424902c71182315e331c68c3166bc8c19638c71c836c32a5a7060f860180cf4cb846ffc30f48a1f9c7b668ec296d3dd0b
        bc70d035eba8b518111fbc0cea13bef31bb2efd203b9ee5d04d031a84af3fb0768b695a7e0e96fca644d63de1b84a9396005
        459208a5601248665e8c192f638c91242fc67817e3ddc578c70736006887bc4a214285da91a42e2d2954fc12417825450037
        8a55d85c6383ea19d900018eab15a8068259ab81296e3f6548572211eb00780a00000000000000008924512c5848622c8e48
        12a1149238481094070143a0087e1600e601e0cbce35809d02fc089a64de6ee0f61c28091224bcbf01380000d400
        """
      ),
    ]

    /// libjxl 0.7 fails if the last group of such an image arrives in two pieces.
    @Test(arguments: wideImages, [30, 70_000])
    func anImageOfSeveralGroupsMayCrossAnyBoundary(_ image: (height: Int, digits: String), _ left: Int) throws {
      let codestream = try #require(Hex.bytes(image.digits.filter { !$0.isNewline }))
      let region = PixelRect<Stored>(x: 0, y: 0, width: 2_049, height: image.height)
      let expected = try Self.decoded(codestream, region, SampleLayout(.rgb))
      #expect(Set(expected).count > 4)
      if OutsideTool.djxl.isInstalled {
        #expect(try Self.distance(expected, DecodedJXL.image(codestream).samples) <= 1)
      }
      // The boundary of 64 KiB, or none, lies in the last bytes.
      let signature = TinyBox.bytes("JXL ", [0x0D, 0x0A, 0x87, 0x0A])
      let head = signature + TinyBox.bytes("ftyp", Array("jxl ".utf8) + TinyBox.number(0, 4) + Array("jxl ".utf8))
      let unused = max(0, 65_536 + left - codestream.count - head.count - 16)
      let file =
        head + TinyBox.bytes("free", [UInt8](repeating: 0, count: unused)) + TinyBox.bytes("jxlc", codestream)
      #expect(try Self.decoded(file, region, SampleLayout(.rgb)) == expected)
    }

    @Test func theFileCountsAgainstTheMemory() throws {
      let file = try Self.jxl(Self.image(SampleLayout(.rgb)))
      #expect(throws: UprightError.limit(.memory, asked: file.count, allowed: file.count - 1)) {
        try Self.decoded(file, Self.whole, SampleLayout(.rgb), limits: Limits(memoryBytes: file.count - 1))
      }
    }

    @Test func levelsAreDistancesAsCjxlMapsThem() throws {
      #expect(try JPEGXLCodec.distance(.exact) == 0)
      for (level, distance) in [(100, Float(0.1)), (90, 1), (30, 6.4), (10, 15), (20, 9.0667)] {
        #expect(abs(try JPEGXLCodec.distance(.level(level)) - distance) < 0.01)
      }
      let distances = try (1...100).map { try JPEGXLCodec.distance(.level($0)) }
      #expect(distances == distances.sorted(by: >))
    }

    @Test func whatItDoesNotDoItSays() throws {
      let image = try Self.image(SampleLayout(.cmyk))
      #expect(throws: UprightError.unsupported("JPEG XL of CMYK")) { try Self.jxl(image) }
      let six = try Self.image(SampleLayout(.rgb))
      #expect(throws: UprightError.unanswerable(field: "quality", reason: "0 is not between 1 and 100")) {
        try Self.jxl(six, .level(0))
      }
      let file = try Self.jxl(six)
      for layout in [SampleLayout(.gray), SampleLayout(.cmyk), SampleLayout(.rgb, .sixteen)] {
        #expect(throws: UprightError.self) { try Self.decoded(file, Self.whole, layout) }
      }
      #expect(throws: UprightError.limit(.pixels, asked: 2_867, allowed: 2_866)) {
        try Self.decoded(file, Self.whole, SampleLayout(.rgb), limits: Limits(pixels: 2_866))
      }
      #expect(throws: UprightError.limit(.pixels, asked: 2_867, allowed: 2_866)) {
        try Self.jxl(six, limits: Limits(pixels: 2_866))
      }
      #expect(throws: UprightError.limit(.seconds, asked: 1, allowed: 0)) {
        try Self.jxl(six, limits: Limits(seconds: 1e-9))
      }
      let region = PixelRect<Stored>(x: 60, y: 0, width: 2, height: 1)
      #expect(throws: UprightError.self) { try Self.decoded(file, region, SampleLayout(.rgb)) }
    }

    @Test func everyPrefixIsMalformed() throws {
      let layout = SampleLayout(.rgba)
      for fidelity in [EncodeSettings.Fidelity.exact, .level(80)] {
        let file = try Self.jxl(Self.image(layout, width: 19, height: 21), fidelity)
        let region = PixelRect<Stored>(x: 0, y: 0, width: 19, height: 21)
        for count in stride(from: 0, to: file.count, by: 3) {
          let error = #expect(throws: UprightError.self) {
            try Self.decoded(Array(file[..<count]), region, layout)
          }
          guard case .malformed = error else {
            Issue.record("\(count) of \(file.count): \(String(describing: error))")
            continue
          }
        }
      }
    }

    @Test func noByteThatIsChangedBringsTheProcessDown() throws {
      var random = SplitMix64(seed: 8)
      let layout = SampleLayout(.rgba)
      let region = PixelRect<Stored>(x: 0, y: 0, width: 19, height: 21)
      for fidelity in [EncodeSettings.Fidelity.exact, .level(80)] {
        let file = try Self.jxl(Self.image(layout, width: 19, height: 21), fidelity)
        for place in stride(from: 0, to: file.count, by: 2) {
          var damaged = file
          damaged[place] ^= UInt8.random(in: 1...255, using: &random)
          do {
            try JPEGXLCodec().decode(
              DecodePass(region: region, denominator: 1, layout: layout), from: damaged,
              limits: Limits(pixels: 1 << 16, memoryBytes: 1 << 24)
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
#endif
