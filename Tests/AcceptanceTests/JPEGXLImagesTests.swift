// JPEG XL through all layers: with every tag, whole, cropped and scaled, rotated exactly once, with its metadata.

import Testing
import Upright
import UprightCodecs
import UprightConfinedCodecs
import UprightFixtures
import UprightTestTools

#if JPEGXL
  @Suite struct JPEGXLImagesTests {
    static let house = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all)

    /// Six flat cells of 24 × 24.
    static let cells = TinyImage.sixColors.enlarged(by: 24)

    /// The cells stored with a tag in the codestream, as a file from libjxl.
    static func file(
      _ tag: ExifOrientation, layout: SampleLayout = SampleLayout(.rgb), metadata: CarriedMetadata = CarriedMetadata()
    ) throws -> [UInt8] {
      let stored = cells.stored(as: tag)
      var samples: [UInt8] = []
      for (index, sample) in stored.samples.enumerated() {
        let count = layout.depth == .sixteen ? 2 : 1
        samples += [UInt8](repeating: sample, count: count)
        if layout.channels == .rgba, index % 3 == 2 { samples += [UInt8](repeating: 255, count: count) }
      }
      let image = try #require(
        Raster<Output>(size: PixelSize(width: stored.width, height: stored.height), layout: layout, bytes: samples))
      var bytes: [UInt8] = []
      try JPEGXLCodec().encode(
        image, settings: EncodeSettings(format: .jpegXL, fidelity: .exact, sampling: .none), metadata: metadata,
        limits: Limits(), into: &bytes)
      let patch = try Probe(bytes).retag(to: Orientation(exif: tag))
      return try patch.applied(to: bytes)
    }

    static func displayed(_ bytes: [UInt8], _ rendition: Rendition = Rendition(upright: .pixels)) throws -> Raster<
      Output
    > {
      try house.raster(rendition, of: Probe(bytes), from: bytes)
    }

    /// The largest difference to a raster in which `cell` pixels are a cell, at the center of each.
    static func distance(to raster: Raster<Output>, cell: Int, from origin: (x: Int, y: Int) = (0, 0)) -> Int {
      var worst = 0
      for y in 0..<raster.size.height where (y + origin.y) % cell == cell / 2 {
        for x in 0..<raster.size.width where (x + origin.x) % cell == cell / 2 {
          let mine = raster.pixel(x: x, y: y)
          let theirs = TinyImage.sixColors[(x + origin.x) / cell, (y + origin.y) / cell]
          for (one, other) in zip(mine, theirs) {
            let eight = raster.layout.depth == .sixteen ? Int(one) / 257 : Int(one)
            worst = max(worst, abs(eight - Int(other)))
          }
        }
      }
      return worst
    }

    @Test(arguments: ExifOrientation.allCases, [SampleLayout(.rgb), SampleLayout(.rgba), SampleLayout(.rgb, .sixteen)])
    func everyTagWholeInPartsAndSmall(_ tag: ExifOrientation, _ layout: SampleLayout) throws {
      let bytes = try Self.file(tag, layout: layout)
      #expect(try Probe(bytes).orientation.exif == tag)
      #expect(try Probe(bytes).displayedSize == PixelSize(width: 72, height: 48))
      let whole = try Self.displayed(bytes)
      #expect(whole.layout == layout && Self.distance(to: whole, cell: 24) == 0)
      let part = PixelRect<Displayed>(x: 7, y: 3, width: 60, height: 41)
      let cut = try Self.displayed(bytes, Rendition(region: .pixels(part), upright: .pixels))
      #expect(Self.distance(to: cut, cell: 24, from: (7, 3)) == 0)
      let small = try Self.displayed(bytes, Rendition(size: .within(24, 24), upright: .pixels))
      #expect(small.size == PixelSize(width: 24, height: 16) && Self.distance(to: small, cell: 8) <= 1)
      guard OutsideTool.djxl.isInstalled, layout == SampleLayout(.rgb) else { return }
      #expect(try DecodedJXL.image(bytes).samples == Self.cells.samples)
    }

    @Test(arguments: ExifOrientation.allCases)
    func whatIsTurnedIsUprightOnce(_ tag: ExifOrientation) throws {
      let bytes = try Self.file(tag)
      let plan = try Self.house.plan(Rendition(upright: .pixels, loss: .none), for: Probe(bytes))
      #expect(plan.route.name == (tag == .topLeft ? .copy : .transcode) && plan.format == .jpegXL)
      let result = try Self.house.run(plan, on: bytes)
      let probe = try Probe(result)
      #expect(probe.orientation.isIdentity && probe.findings.isEmpty && probe.samples?.isLossless == true)
      #expect(try Self.distance(to: Self.displayed(result), cell: 24) == 0)
      guard OutsideTool.djxl.isInstalled else { return }
      #expect(try DecodedJXL.image(result).samples == Self.cells.samples)
    }

    @Test func whatBelongsToTheImageComesAlong() throws {
      let metadata = CarriedMetadata(exif: TinyTIFF(orientation: 6).bytes, xmp: TinyXMP.packet(orientation: "6"))
      let bytes = try Self.file(.rightTop, metadata: metadata)
      for format in [ContainerFormat.jpegXL, .png, .webp, .jpeg] {
        let result = try Self.house.run(Rendition(upright: .pixels, format: format), on: bytes)
        let probe = try Probe(result, rules: OrientationRules(readsXMP: true))
        #expect(probe.orientation.isIdentity && probe.findings.isEmpty, "\(format)")
        #expect(probe.statements.allSatisfy { $0.value == .topLeft }, "\(format)")
        #expect(probe.statements.count == (format == .jpegXL ? 3 : 2), "\(format)")
      }
    }

    @Test func otherFormatsBecomeJPEGXL() throws {
      let png = TinyPNG(Self.cells).bytes
      let jpeg = Self.cells.jpeg(.leftBottom)
      for (source, isLossless) in [(png, true), (jpeg, false)] {
        let result = try Self.house.run(Rendition(upright: .pixels, format: .jpegXL), on: source)
        let probe = try Probe(result)
        #expect(probe.samples?.isLossless == isLossless && probe.orientation.isIdentity)
        #expect(try Self.distance(to: Self.displayed(result), cell: 24) <= (isLossless ? 0 : 8))
      }
      let gray = TinyPNG(TinyImage(width: 9, height: 7, filledWith: [90])).bytes
      let result = try Self.house.run(Rendition(format: .jpegXL), on: gray)
      #expect(try Probe(result).samples?.color == .gray)
      #expect(try Self.displayed(result).pixel(x: 3, y: 3) == [90])
    }

    /// A profile at a position that only libjxl finds is copied, bit for bit, into every format that can be written.
    @Test(arguments: [ContainerFormat.png, .jpeg, .webp, .tiff, .avif, .jpegXL], [ExifOrientation.topLeft, .leftTop])
    func aProfileThatOnlyADecoderFindsComesAlong(_ format: ContainerFormat, _ tag: ExifOrientation) throws {
      let profile = TinyProfile.rgb(gamma: 1.8, order: [1, 2, 0]).bytes
      let raster = try Self.displayed(TinyPNG(Self.cells.stored(as: tag)).bytes)
      var bytes: [UInt8] = []
      try JPEGXLCodec().encode(
        raster, settings: EncodeSettings(format: .jpegXL, fidelity: .exact, sampling: .none),
        metadata: CarriedMetadata(icc: profile), limits: Limits(), into: &bytes)
      #expect(try Probe(bytes).colorProfile(in: bytes) == nil)
      #expect(try JPEGXLCodec().profile(of: bytes, limits: Limits()) == profile)
      let turn = Orientation(asDisplayed: Orientation<Stored, Displayed>(exif: tag))
      let result = try Self.house.run(
        Rendition(rotation: turn, upright: .pixels, quality: .level(97), format: format), on: bytes)
      let found =
        format == .jpegXL
        ? try JPEGXLCodec().profile(of: result, limits: Limits()) : try Probe(result).colorProfile(in: result)
      let isAnew = format == .jpegXL && tag != .topLeft
      if isAnew {
        // Lossy images with a profile are decoded in Display P3 with the curve of sRGB, which is not linear.
        let lossy = try #require(found)
        #expect(lossy != profile)
        let words = String(decoding: lossy.filter { $0 != 0 }, as: UTF8.self)
        #expect(words.contains("RGB_D65_DCI_Rel_SRG"), "\(words.prefix(300))")
        try Self.expectSameColors(result, as: bytes, turned: turn)
      } else {
        #expect(found == profile)
        #expect(try Self.distance(to: Self.displayed(result), cell: 24) <= (format == .png || format == .tiff ? 0 : 24))
      }
    }

    /// Whether two files show the same with their own profiles, cell by cell, in sRGB.
    private static func expectSameColors(
      _ one: [UInt8], as other: [UInt8], turned turn: Orientation<Displayed, Displayed>
    ) throws {
      let all = Pipeline(codecs: SystemCodecs.all + ConfinedCodecs.all, colors: ProfileColors())
      let shown = try [(one, Orientation.identity), (other, turn)].map { file, turn in
        let wish = Rendition(rotation: turn, upright: .pixels, format: .png, colors: .srgb)
        return try all.raster(wish, of: Probe(file), from: file)
      }
      #expect(shown[0].size == shown[1].size)
      for y in 0..<2 {
        for x in 0..<3 {
          let seen = shown.map { raster in
            raster.pixel(x: raster.size.width * (2 * x + 1) / 6, y: raster.size.height * (2 * y + 1) / 4).map(Int.init)
          }
          #expect(zip(seen[0], seen[1]).allSatisfy { abs($0 - $1) <= 16 }, "\(x),\(y): \(seen)")
        }
      }
    }

    /// Colors given by numbers get the equivalent profile: Display P3, as in phones.
    @Test(.enabled(if: OutsideTool.cjxl.isInstalled, "\(OutsideTool.cjxl.reason)"), arguments: ["0", "1"])
    func coloursByNumbersGetTheirProfile(_ distance: String) throws {
      let folder = try ScratchFolder()
      try folder.write(TinyPNG(Self.cells).bytes, as: "a.png")
      let words = ["a.png", "a.jxl", "-d", distance, "-x", "color_space=RGB_D65_DCI_Per_SRG"]
      try #require(try OutsideTool.cjxl.run(words, in: folder).status == 0)
      let bytes = try folder.read("a.jxl")
      let result = try Self.house.run(Rendition(rotation: .rotate90, upright: .pixels, format: .png), on: bytes)
      let profile = try #require(try Probe(result).colorProfile(in: result))
      #expect(try JPEGXLCodec().profile(of: bytes, limits: Limits()) == profile)
      #expect(Array(profile[36..<40]) == Array("acsp".utf8) && Array(profile[16..<20]) == Array("RGB ".utf8))
      #expect(try Probe(bytes).samples?.isLossless == (distance == "0"))
    }

    /// Linear images are not returned as linear, because 8 bits are too few for dark colors: a gradient keeps its
    /// steps.
    @Test(arguments: [SampleLayout.Channels.gray, .rgb])
    func aSlopeKeepsItsStepsUnderAProfile(_ channels: SampleLayout.Channels) throws {
      let (width, height) = (256, 32)
      let row = (0..<width).flatMap { [UInt8](repeating: UInt8($0), count: channels.count) }
      let slope = try #require(
        Raster<Output>(
          size: PixelSize(width: width, height: height), layout: SampleLayout(channels),
          bytes: (0..<height).flatMap { _ in row }))
      let profile = channels == .gray ? TinyProfile.gray(gamma: 2.2).bytes : TinyProfile.rgb(gamma: 2.2).bytes
      var bytes: [UInt8] = []
      try JPEGXLCodec().encode(
        slope, settings: EncodeSettings(format: .jpegXL, fidelity: .level(95), sampling: .none),
        metadata: CarriedMetadata(icc: profile), limits: Limits(), into: &bytes)
      let result = try Self.house.run(Rendition(rotation: .rotate180, upright: .pixels, format: .png), on: bytes)
      let shown = try Self.displayed(result)
      #expect(shown.layout.channels == channels)
      let dark = Set((0..<64).map { shown.pixel(x: width - 1 - $0, y: height / 2)[0] })
      #expect(dark.count >= 24, "\(dark.count) steps of 64")
      let made = try #require(try Probe(result).colorProfile(in: result))
      #expect(Array(made[16..<20]) == Array((channels == .gray ? "GRAY" : "RGB ").utf8))
    }

    @Test func profilesOfAnotherKindAreNamed() throws {
      #expect(try JPEGXLCodec().profile(of: Self.file(.rightTop), limits: Limits()) != nil)
      #expect(throws: UprightError.self) { try JPEGXLCodec().profile(of: [0xFF, 0x0A], limits: Limits()) }
      #expect(try PNGCodec().profile(of: [UInt8](), limits: Limits()) == nil, "its headers say it")
    }
  }
#endif
