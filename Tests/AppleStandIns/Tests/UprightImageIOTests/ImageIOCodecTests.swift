// Pipelines on ImageIO's codecs: each tag is applied once, by Upright alone, and results say that they are upright.

#if !canImport(Darwin)
  import CoreGraphics
  import Foundation
  import ImageIO
  import Testing
  import Upright
  import UprightImageIO

  @Suite struct ImageIOCodecTests {
    private static let pipeline = Pipeline(codecs: ImageIOCodecs.all)

    /// Each pixel has its own color, so that every one is checked.
    private static func picture(_ width: Int = 12, _ height: Int = 8, alpha: UInt8 = 255) -> CGImage {
      var samples: [UInt8] = []
      for y in 0..<height {
        for x in 0..<width { samples += [UInt8(x * 20 & 255), UInt8(y * 30 & 255), UInt8((x + y) % 7 * 36), alpha] }
      }
      return CGImage(
        standIn: samples, width: width, height: height, colorSpace: CGColorSpace(name: CGColorSpace.sRGB),
        alphaInfo: alpha == 255 ? .noneSkipLast : .premultipliedLast)
    }

    private static func exif(_ tag: Int) -> [UInt8] {
      let header: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8]
      let entry: [UInt8] = [0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(tag), 0, 0]
      return header + entry + [0, 0, 0, 0]
    }

    /// A JPEG by its headers, whose coded data is the stand-in's.
    private static func jpeg(_ image: CGImage, tag: Int) -> [UInt8] {
      func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
        [0xFF, marker, 0, UInt8(payload.count + 2)] + payload
      }
      let size: [UInt8] = [8, 0, UInt8(image.height), 0, UInt8(image.width), 3]
      var file: [UInt8] = [0xFF, 0xD8]
      file += segment(0xE1, Array("Exif\0\0".utf8) + exif(tag))
      let ones = [UInt8](repeating: 1, count: 64)
      file += segment(0xDB, [0] + ones)
      file += segment(0xC0, size + [1, 0x11, 0, 2, 0x11, 0, 3, 0x11, 0])
      file += segment(0xDA, [3, 1, 0, 2, 0, 3, 0, 0, 63, 0])
      file += StandInFile.stuffed(StandInFile.coded(image, tag: tag))
      return file + [0xFF, 0xD9]
    }

    private static func read(_ file: [UInt8]) throws -> (image: CGImage, properties: [AnyHashable: Any]) {
      let source = try #require(CGImageSourceCreateWithData(Data(file), nil))
      return (
        try #require(CGImageSourceCreateImageAtIndex(source, 0, nil)),
        try #require(CGImageSourceCopyPropertiesAtIndex(source, 0, nil))
      )
    }

    @Test(arguments: 1...8, [ContainerFormat.heif, .png, .jpeg])
    func eachTagIsAppliedOnce(_ tag: Int, _ format: ContainerFormat) throws {
      let photo = Self.jpeg(Self.picture(), tag: tag)
      let made = try Self.pipeline.run(Rendition(upright: .pixels, format: format, loss: .recode), on: photo)
      let (image, properties) = try Self.read(made)
      let seen = Self.picture().standInDisplayed(tag: UInt32(tag))
      #expect((image.width, image.height) == (seen.width, seen.height))
      #expect(image.standInSamples == seen.standInSamples)
      #expect(properties[kCGImagePropertyOrientation] as? Int == 1, "what ImageIO reads from the metadata")
    }

    /// What would turn the image a second time: the Exif block of the result says 1, in every container.
    @Test(arguments: 1...8, [ContainerFormat.heif, .png, .jpeg])
    func metadataAreCarriedWithTagOne(_ tag: Int, _ format: ContainerFormat) throws {
      let photo = Self.jpeg(Self.picture(), tag: tag)
      let made = try Self.pipeline.run(Rendition(upright: .pixels, format: format, loss: .recode), on: photo)
      let source = try #require(CGImageSourceCreateWithData(Data(made), nil))
      let blocks = try #require(CGImageSourceCopyMetadataAtIndex(source, 0, nil)).standInBlocks
      #expect(blocks.count == 1)
      let block = try #require(blocks.first)
      #expect(block.starts(with: Array("Exif\0\0MM".utf8)))
      #expect(StandInFile.orientation(of: block) == 1)
      if format == .jpeg {
        #expect(try Probe(made).orientation.isIdentity)
        #expect(StandInFile.segments(of: made).map(\.marker).filter { $0 == 0xE1 }.count == 1)
      }
      var bare = Rendition(upright: .pixels, format: format, loss: .recode)
      bare.strip = .allButColor
      let stripped = try Self.pipeline.run(bare, on: photo)
      let without = try #require(CGImageSourceCreateWithData(Data(stripped), nil))
      #expect(CGImageSourceCopyMetadataAtIndex(without, 0, nil) == nil)
    }

    @Test(arguments: 1...8)
    func aRegionIsCutOutOfWhatIsDisplayed(_ tag: Int) throws {
      let photo = Self.jpeg(Self.picture(), tag: tag)
      let region = PixelRect<Displayed>(x: 1, y: 2, width: 5, height: 3)
      let made = try Self.pipeline.run(
        Rendition(region: .pixels(region), upright: .pixels, format: .png, loss: .recode), on: photo)
      let seen = Self.picture().standInDisplayed(tag: UInt32(tag))
      let cut = try #require(seen.cropping(to: CGRect(x: 1, y: 2, width: 5, height: 3)))
      #expect(try Self.read(made).image.standInSamples == cut.standInSamples)
    }

    /// 200 × 96 within 50 × 24: the whole image is decoded at a part of its size, never in full.
    @Test(arguments: 1...8)
    func aThumbnailIsDecodedSmall(_ tag: Int) throws {
      let quarters = Self.quarters(200, 96)
      let photo = Self.jpeg(quarters, tag: tag)
      let swaps = tag >= 5
      let box = swaps ? PixelSize<Output>(width: 24, height: 50) : PixelSize<Output>(width: 50, height: 24)
      let small = Rendition.thumbnail(within: box, format: .heif)
      let plan = try Self.pipeline.plan(small, for: Probe(photo))
      let isReduced = plan.explanation.contains { $0.contains("1/2") || $0.contains("1/4") }
      #expect(plan.outputSize == box && isReduced, "\(plan.explanation)")
      let image = try Self.read(Self.pipeline.run(small, on: photo)).image
      #expect((image.width, image.height) == (box.width, box.height))
      let seen = quarters.standInDisplayed(tag: UInt32(tag))
      #expect(Self.corners(image) == Self.corners(seen) && Set(Self.corners(seen)).count == 4)
    }

    /// A color in each quarter.
    private static func quarters(_ width: Int, _ height: Int) -> CGImage {
      var samples: [UInt8] = []
      for y in 0..<height {
        for x in 0..<width { samples += [x < width / 2 ? 40 : 200, y < height / 2 ? 60 : 180, 90, 255] }
      }
      return CGImage(
        standIn: samples, width: width, height: height, colorSpace: CGColorSpace(name: CGColorSpace.sRGB),
        alphaInfo: .noneSkipLast)
    }

    private static func corners(_ image: CGImage) -> [[UInt8]] {
      let (right, bottom) = (image.width - 2, image.height - 2)
      return [(1, 1), (right, 1), (1, bottom), (right, bottom)].map { x, y in
        Array(image.standInSamples[((y * image.width + x) * 4)...].prefix(3))
      }
    }

    /// A HEIF's thumbnail may come first.
    @Test func thePrimaryImageIsDecoded() throws {
      let (small, large) = (Self.picture(4, 3), Self.picture())
      var file: [UInt8] = Array("PRIM".utf8)
      file += [0, 0, 0, 1]
      file += StandInFile.coded(small, tag: 6)
      file += StandInFile.coded(large, tag: 8)
      for part in [1, 2] {
        let pass = DecodePass(
          region: PixelRect(x: 0, y: 0, width: 12, height: 8), denominator: part, layout: SampleLayout(.rgba, .eight))
        var samples: [UInt8] = []
        try #require(ImageIOCodec(.heif)).decode(pass, from: file, limits: Limits()) { band, _ in
          samples += band.bytes
        }
        #expect(samples.count == 12 * 8 * 4 / part / part && (part > 1 || samples == large.standInSamples))
      }
    }

    @Test func anotherSizeThanTheProbesIsAnError() throws {
      var photo = Self.jpeg(Self.picture(), tag: 1)
      let pass = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 8, height: 8), denominator: 1, layout: SampleLayout(.rgb, .eight))
      let codec = try #require(ImageIOCodec(.jpeg))
      try codec.decode(pass, from: photo, limits: Limits()) { _, _ in }
      let frame = try #require(photo.indices.first { photo[$0...].starts(with: [0xFF, 0xC0]) })
      photo[frame + 8] = 11
      let error = #expect(throws: UprightError.self) {
        try codec.decode(pass, from: photo, limits: Limits()) { _, _ in }
      }
      #expect(error.map { "\($0)".contains("12x8, not 11x8") } == true, "\(String(describing: error))")
    }

    @Test func aReducedPassHasItsExactSize() throws {
      let image = Self.picture(21, 13)
      let codec = try #require(ImageIOCodec(.heif))
      for part in [1, 2, 4, 8] {
        let pass = DecodePass(
          region: PixelRect(x: 8, y: 0, width: 13, height: 13), denominator: part, layout: SampleLayout(.rgb, .eight))
        var bands: [[UInt8]] = []
        try codec.decode(pass, from: StandInFile.coded(image, tag: 6), limits: Limits()) { band, _ in
          #expect(band.size == pass.size)
          bands.append(band.bytes)
        }
        #expect(bands.count == 1)
        if part == 1 {
          let cut = try #require(image.cropping(to: CGRect(x: 8, y: 0, width: 13, height: 13)))
          let opaque = stride(from: 0, to: cut.standInSamples.count, by: 4).flatMap { cut.standInSamples[$0..<$0 + 3] }
          #expect(bands[0] == opaque, "as stored, whatever the tag")
        }
      }
    }

    /// In a ramp, each sample tells its place, and all together where the region is: also if N does not divide the
    /// image's sides.
    @Test(arguments: [2, 4, 8], [200, 201, 203])
    func aReducedRegionIsWhereItWasAskedFor(_ part: Int, _ side: Int) throws {
      var samples: [UInt8] = []
      for y in 0..<side {
        for x in 0..<side { samples += [UInt8(x), UInt8(y), 0, 255] }
      }
      let image = CGImage(
        standIn: samples, width: side, height: side, colorSpace: CGColorSpace(name: CGColorSpace.sRGB),
        alphaInfo: .noneSkipLast)
      for region in [
        PixelRect<Stored>(x: 136, y: 8, width: 64, height: 48), PixelRect(x: 0, y: 0, width: side, height: side),
        PixelRect(x: 160, y: 64, width: side - 160, height: side - 64),
      ] {
        let pass = DecodePass(region: region, denominator: part, layout: SampleLayout(.rgb, .eight))
        var found: [UInt8] = []
        try #require(ImageIOCodec(.jpeg)).decode(pass, from: StandInFile.coded(image, tag: 0), limits: Limits()) {
          band, _ in
          found += band.bytes
        }
        var (across, down) = (0.0, 0.0)
        for row in 0..<pass.size.height {
          for column in 0..<pass.size.width {
            let at = (row * pass.size.width + column) * 3
            let x = Double(region.x) + (Double(column) + 0.5) * Double(region.width) / Double(pass.size.width) - 0.5
            let y = Double(region.y) + (Double(row) + 0.5) * Double(region.height) / Double(pass.size.height) - 0.5
            let (right, below) = (Double(found[at]) - x, Double(found[at + 1]) - y)
            #expect(abs(right) <= Double(part) && abs(below) <= Double(part), "\(region)")
            (across, down) = (across + right, down + below)
          }
        }
        let count = Double(pass.size.width * pass.size.height)
        #expect(abs(across / count) < 0.75 && abs(down / count) < 0.75, "\(region): \(across / count), \(down / count)")
      }
    }

    @Test func bandsHaveAtMostSixtyFourRows() throws {
      let image = Self.picture(3, 150)
      let codec = try #require(ImageIOCodec(.png))
      let pass = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 3, height: 150), denominator: 1, layout: SampleLayout(.rgba, .eight))
      var (rows, samples): ([Int], [UInt8]) = ([], [])
      try codec.decode(pass, from: StandInFile.coded(image, tag: 0), limits: Limits()) { band, first in
        rows.append(first)
        samples += band.bytes
      }
      #expect(rows == [0, 64, 128] && samples == image.standInSamples)
    }

    /// Straight samples are copied: premultiplied by an alpha of 1 to 3, few levels would remain.
    @Test(
      arguments: [CGImageAlphaInfo.last, .first], [CGBitmapInfo(rawValue: 0), .byteOrder32Big, .byteOrder32Little])
    func straightSamplesAreExact(_ alpha: CGImageAlphaInfo, _ order: CGBitmapInfo) throws {
      var samples: [UInt8] = []
      for pixel in 0..<20 { samples += [UInt8(pixel * 12), UInt8(pixel * 5), UInt8(pixel * 9), UInt8(pixel & 3)] }
      let image = CGImage(
        standIn: samples, width: 5, height: 4, colorSpace: CGColorSpace(name: CGColorSpace.sRGB), alphaInfo: alpha)
      image.standInByteOrder = order
      var file = StandInFile.coded(image, tag: 0)
      file[3] = alpha == .last ? 0x32 : 0x33
      file += [UInt8(order.rawValue >> 8)]
      let pass = DecodePass(
        region: PixelRect(x: 1, y: 1, width: 3, height: 2), denominator: 1, layout: SampleLayout(.rgba, .eight))
      var found: [UInt8] = []
      try #require(ImageIOCodec(.png)).decode(pass, from: file, limits: Limits()) { band, _ in found += band.bytes }
      let expected: [UInt8] = Array(samples[24..<36]) + Array(samples[44..<56])
      #expect(found == expected)
    }

    /// 50 % of (200, 100, 50), which ImageIO delivers premultiplied, comes back within a step.
    @Test func premultipliedSamplesAreWithinAStep() throws {
      let image = CGImage(
        standIn: [100, 50, 25, 128, 0, 0, 0, 0], width: 2, height: 1, colorSpace: CGColorSpace(name: CGColorSpace.sRGB))
      let pass = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 2, height: 1), denominator: 1, layout: SampleLayout(.rgba, .eight))
      var samples: [UInt8] = []
      try #require(ImageIOCodec(.png)).decode(pass, from: StandInFile.coded(image, tag: 0), limits: Limits()) {
        band, _ in
        samples += band.bytes
      }
      #expect(samples == [199, 100, 50, 128, 0, 0, 0, 0])
    }

    /// Before decoding, no one knows whether ImageIO premultiplies: each plan for an image with alpha states it.
    @Test func plansStateThatAlphaMayRound() throws {
      let pass = Rendition(rotation: .rotate90, upright: .pixels, format: .png, loss: .recode)
      func states(_ file: [UInt8]) throws -> Bool {
        try Self.pipeline.plan(pass, for: Probe(file)).explanation.contains {
          $0.contains("partly transparent pixels may be rounded")
        }
      }
      #expect(try states(Self.png(colorType: 6)))
      #expect(try !states(Self.png(colorType: 2)) && !states(Self.jpeg(Self.picture(), tag: 6)))
    }

    /// ImageIO takes a quality: nothing is promised of tables, chroma and noise.
    @Test func plansPromiseNoTables() throws {
      let photo = Self.jpeg(Self.picture(), tag: 6)
      func explanation(_ quality: Rendition.Quality) throws -> String {
        let wish = Rendition(upright: .pixels, quality: quality, format: .jpeg, loss: .recode)
        return try Self.pipeline.plan(wish, for: Probe(photo)).explanation.joined(separator: "\n")
      }
      let (own, eighty) = (try explanation(.asSource), try explanation(.level(80)))
      #expect(own.contains("encode jpeg (at the quality nearest to the source's tables)"), "\(own)")
      #expect(
        own.contains("quantized once more at the quality nearest to the source's tables, by the codec's own tables"))
      #expect(eighty.contains("encode jpeg (at quality 80)"))
      for text in [own, eighty] { #expect(!text.contains("dB") && !text.contains("chroma")) }
    }

    /// A PNG by its header alone, of 2 × 1 pixels (PNG, 11.2.1).
    private static func png(colorType: UInt8) -> [UInt8] {
      func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        [0, 0, 0, UInt8(data.count)] + Array(name.utf8) + data + [0, 0, 0, 0]
      }
      let header: [UInt8] = [0, 0, 0, 2, 0, 0, 0, 1, 8, colorType, 0, 0, 0]
      return [0x89, 0x50, 0x4E, 0x47, 13, 10, 26, 10] + chunk("IHDR", header) + chunk("IDAT", [0]) + chunk("IEND", [])
    }

    /// One sample of a pixel stands for it only if the others are equal.
    @Test func grayOfRGBIsGrayOrRefused() throws {
      func decoded(_ pixels: [[UInt8]], _ info: CGImageAlphaInfo) throws -> [UInt8] {
        let image = CGImage(
          standIn: pixels.flatMap(\.self), width: pixels.count, height: 1,
          colorSpace: CGColorSpace(name: CGColorSpace.sRGB), alphaInfo: info)
        let pass = DecodePass(
          region: PixelRect(x: 0, y: 0, width: pixels.count, height: 1), denominator: 1,
          layout: SampleLayout(.gray, .eight))
        var samples: [UInt8] = []
        try #require(ImageIOCodec(.png)).decode(pass, from: StandInFile.coded(image, tag: 0), limits: Limits()) {
          band, _ in
          samples += band.bytes
        }
        return samples
      }
      for info in [CGImageAlphaInfo.noneSkipLast, .last] {
        #expect(try decoded([[7, 7, 7, 255], [90, 90, 90, 255]], info) == [7, 90])
        for colors in [[90, 91, 90, 255], [90, 90, 91, 255], [91, 90, 90, 255]] as [[UInt8]] {
          let error = #expect(throws: UprightError.self) { try decoded([[7, 7, 7, 255], colors], info) }
          #expect(error == .codec(format: .png, message: "ImageIO decodes colors where the header states gray"))
        }
      }
    }

    @Test func encodingIsBounded() throws {
      let raster = try #require(
        Raster<Output>(
          size: PixelSize(width: 40, height: 20), layout: SampleLayout(.rgb, .eight),
          bytes: [UInt8](repeating: 9, count: 2_400)))
      func encode(_ format: ContainerFormat, within bytes: Int) throws -> [UInt8] {
        var file: [UInt8] = []
        try #require(ImageIOCodec(format)).encode(
          raster, settings: EncodeSettings(format: format, fidelity: .level(90), sampling: .none),
          metadata: CarriedMetadata(), limits: Limits(memoryBytes: bytes), into: &file)
        return file
      }
      for format in [ContainerFormat.jpeg, .png, .heif] {
        #expect(throws: UprightError.limit(.memory, asked: 4_800, allowed: 4_799)) { try encode(format, within: 4_799) }
        // The pixels fit, the file does not fit beside them.
        #expect(throws: UprightError.self) { try encode(format, within: 4_801) }
        #expect(try !encode(format, within: 1 << 20).isEmpty)
      }
    }

    /// ImageIO writes a profile of its own; a result has the source's, or none.
    @Test func aJPEGWithoutProfileGetsNone() throws {
      func profiles(_ file: [UInt8]) -> [[UInt8]] {
        StandInFile.segments(of: file).filter { $0.marker == 0xE2 }.map { Array($0.payload.dropFirst(12)) }
      }
      let own = try Self.encoded(.rgb, profile: nil, as: .jpeg, segments: [])
      #expect(profiles(own).isEmpty)
      let carried = CarriedMetadata.Segment(marker: 0xE2, payload: Array("ICC_PROFILE\0".utf8) + [1, 1, 7])
      #expect(profiles(try Self.encoded(.rgb, profile: nil, as: .jpeg, segments: [carried])) == [[1, 1, 7]])
    }

    @Test func memoryIsBounded() throws {
      let file = StandInFile.coded(Self.picture(40, 40), tag: 1)
      let whole = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 40, height: 40), denominator: 1, layout: SampleLayout(.rgb, .eight))
      let eighth = DecodePass(region: whole.region, denominator: 8, layout: whole.layout)
      let codec = try #require(ImageIOCodec(.jpeg))
      let limits = Limits(memoryBytes: file.count + 4 * (25 + 25))
      try codec.decode(eighth, from: file, limits: limits) { _, _ in }
      let needed = file.count + 4 * (1600 + 1600)
      #expect(throws: UprightError.limit(.memory, asked: needed, allowed: limits.memoryBytes)) {
        try codec.decode(whole, from: file, limits: limits) { _, _ in }
      }
      // Other formats are decoded in full first.
      let heif = try #require(ImageIOCodec(.heif))
      let full = file.count + 4 * (25 + 25 + 1600)
      #expect(throws: UprightError.limit(.memory, asked: full, allowed: full - 1)) {
        try heif.decode(eighth, from: file, limits: Limits(memoryBytes: full - 1)) { _, _ in }
      }
      try heif.decode(eighth, from: file, limits: Limits(memoryBytes: full)) { _, _ in }
      #expect(throws: UprightError.limit(.memory, asked: file.count, allowed: 100)) {
        try codec.decode(eighth, from: file, limits: Limits(memoryBytes: 100)) { _, _ in }
      }
    }

    @Test func whatItCannotDoIsAnError() throws {
      let file = StandInFile.coded(Self.picture(), tag: 1)
      let codec = try #require(ImageIOCodec(.heif))
      let region = PixelRect<Stored>(x: 0, y: 0, width: 12, height: 8)
      for pass in [
        DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb, .sixteen)),
        DecodePass(region: region, denominator: 1, layout: SampleLayout(.cmyk, .eight)),
        DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb, .eight), imageIndex: 1),
        DecodePass(
          region: PixelRect(x: 8, y: 0, width: 5, height: 8), denominator: 1, layout: SampleLayout(.rgb, .eight)),
      ] {
        #expect(throws: UprightError.self) { try codec.decode(pass, from: file, limits: Limits()) { _, _ in } }
      }
      let good = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb, .eight))
      #expect(throws: UprightError.self) { try codec.decode(good, from: [1, 2, 3], limits: Limits()) { _, _ in } }
      #expect(ImageIOCodec(.mp4) == nil && ImageIOCodec(.gif)?.capabilities.encodes == false)
      #expect(Set(ImageIOCodecs.all.filter(\.capabilities.encodes).map(\.format)) == [.heif, .jpeg, .png])
    }

    @Test(arguments: [(EncodeSettings.Fidelity.level(80), "0.8"), (.exact, "1.0"), (.tables([[1, 1]]), "1.0")])
    func qualitiesAreHundredths(_ fidelity: EncodeSettings.Fidelity, _ text: String) throws {
      let raster = try #require(
        Raster<Output>(size: PixelSize(width: 2, height: 2), layout: SampleLayout(.rgb, .eight)))
      var file: [UInt8] = []
      try #require(ImageIOCodec(.heif)).encode(
        raster, settings: EncodeSettings(format: .heif, fidelity: fidelity, sampling: .none),
        metadata: CarriedMetadata(), limits: Limits(), into: &file)
      #expect(String(decoding: file, as: UTF8.self).contains("QUALITY \(text)"))
    }

    /// An ICC profile by its header: the stand-in reads no more.
    private static func profile(_ space: String) -> [UInt8] { [UInt8](repeating: 7, count: 16) + Array(space.utf8) }

    private static func encoded(
      _ channels: SampleLayout.Channels, profile: [UInt8]?, as format: ContainerFormat = .png,
      segments: [CarriedMetadata.Segment] = []
    ) throws -> [UInt8] {
      let raster = try #require(
        Raster<Output>(size: PixelSize(width: 2, height: 1), layout: SampleLayout(channels, .eight)))
      var file: [UInt8] = []
      try #require(ImageIOCodec(format)).encode(
        raster, settings: EncodeSettings(format: format, fidelity: .exact, sampling: .none),
        metadata: CarriedMetadata(segments: segments, icc: profile), limits: Limits(), into: &file)
      return file
    }

    /// A profile becomes the color space; one that cannot is an error, never sRGB in its place.
    @Test func profilesAreUsedOrRefused() throws {
      func name(_ file: [UInt8]) throws -> String? { try Self.read(file).image.colorSpace?.name }
      #expect(try name(Self.encoded(.rgb, profile: nil)) == CGColorSpace.sRGB)
      for (channels, space) in [(SampleLayout.Channels.rgb, "RGB "), (.rgba, "RGB "), (.gray, "GRAY")] {
        let profile = Self.profile(space)
        #expect(try name(Self.encoded(channels, profile: profile)) == Data(profile).base64EncodedString())
      }
      for (channels, space) in [(SampleLayout.Channels.rgb, "GRAY"), (.gray, "RGB "), (.rgba, "GRAY")] {
        let error = #expect(throws: UprightError.self) { try Self.encoded(channels, profile: Self.profile(space)) }
        guard case .codec(.png, let message) = error else { Issue.record("\(String(describing: error))"); continue }
        #expect(message.contains("profile is not for"))
      }
      #expect(throws: UprightError.codec(format: .png, message: "Core Graphics cannot use the color profile")) {
        try Self.encoded(.rgb, profile: Self.profile("bad!"))
      }
    }

    /// Gray stays gray, and alpha stays straight.
    @Test func channelsAreThoseOfTheResult() throws {
      let gray = try #require(
        Raster<Output>(size: PixelSize(width: 2, height: 1), layout: SampleLayout(.gray, .eight), bytes: [7, 9]))
      var file: [UInt8] = []
      try #require(ImageIOCodec(.png)).encode(
        gray, settings: EncodeSettings(format: .png, fidelity: .exact, sampling: .none), metadata: CarriedMetadata(),
        limits: Limits(), into: &file)
      #expect(try Self.read(file).image.standInSamples == [7, 7, 7, 255, 9, 9, 9, 255])
      let alpha = try #require(
        Raster<Output>(size: PixelSize(width: 1, height: 1), layout: SampleLayout(.rgba, .eight), bytes: [7, 9, 1, 30]))
      file = []
      try #require(ImageIOCodec(.heif)).encode(
        alpha, settings: EncodeSettings(format: .heif, fidelity: .level(90), sampling: .none),
        metadata: CarriedMetadata(), limits: Limits(), into: &file)
      #expect(try Self.read(file).image.standInSamples == [7, 9, 1, 30])
    }
  }
#endif
