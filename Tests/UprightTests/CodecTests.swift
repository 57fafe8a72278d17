// What codecs of any format have: a sink, a version, colors; and one that is left out.

import Testing
@testable import Upright
import UprightFixtures

// Linear light and colors in plans and runs. Scaled in linear light, a checkerboard keeps its brightness. Colors are
// converted by the engine only if a profile requires it.

/// An engine that makes every image one of sevens, to show that it was called.
private struct SevenEngine: ColorManagement {
  func converted(
    _ image: Raster<Output>, from profile: [UInt8], limits: Limits
  ) throws(UprightError) -> Raster<Output> {
    guard profile == [1, 2, 3], var result = Raster<Output>(size: image.size, layout: SampleLayout(.rgb)) else {
      throw .unsupported("this profile")
    }
    result.fill([7, 7, 7])
    return result
  }
}

@Suite struct ColorManagementTests {
  private static let png = Capabilities(decodes: true, encodes: true, transforms: false)
  private static let planner = Planner(capabilities: [.png: png, .jpeg: png])

  private static func file() throws -> Probe {
    var file = SamplePNG.mixedColors(width: 8, height: 8, colorType: 2, depth: 8)
    file.chunks = [TinyPNG.Chunk("iCCP", [1, 2, 3])]
    return try Probe(file.bytes)
  }

  @Test func aPlanInLinearLightDecodesInFullSize() throws {
    let half = Capabilities(decodes: true, encodes: true, transforms: false, denominators: [1, 2, 4, 8])
    let planner = Planner(capabilities: [.jpeg: half])
    let probe = try Photos.probe(.topLeft, 640, 640)
    var wish = Rendition(size: .within(PixelSize(width: 40, height: 40)), upright: .pixels)
    let usual = try planner.plan(wish, for: probe)
    wish.light = .linear
    let linear = try planner.plan(wish, for: probe)
    guard case .transcode(let one) = usual.route, case .transcode(let other) = linear.route else {
      Issue.record("no transcode")
      return
    }
    #expect(one.pass.denominator == 8 && other.pass.denominator == 1)
    #expect(linear.peakBytes > usual.peakBytes && linear.description.contains("in linear light"))
  }

  @Test func whatMayHaveAProfileIsConvertedAndLosesIt() throws {
    let wish = Rendition(upright: .pixels, colors: .srgb)
    let plan = try Self.planner.plan(wish, for: Self.file())
    guard case .transcode(let transcode) = plan.route else {
      Issue.record("no transcode")
      return
    }
    #expect(transcode.colors == .srgb && !transcode.carry.keepsProfile)
    #expect(plan.rejections.map(\.reason).contains(.colorsConverted))
  }

  /// The fill is sRGB already: only the image is converted by the engine.
  @Test(arguments: [Rendition.Size.full, .exactly(PixelSize(width: 14, height: 8))])
  func thePadColourIsNotConverted(_ size: Rendition.Size) throws {
    let chunk = TinyPNG.Chunk("iCCP", Array("P\0\0".utf8) + TinyPNG.zlib([1, 2, 3]))
    let file = TinyPNG(.sixColors, chunks: [chunk]).bytes
    let probe = try Probe(file)
    #expect(probe.storedSize == PixelSize(width: 3, height: 2))
    var wish = Rendition(
      region: .pixels(PixelRect(x: -2, y: -1, width: 7, height: 4)), size: size, upright: .pixels,
      overflow: .pad(Rendition.Color(red: 0, green: 160, blue: 0)), colors: .srgb)
    let house = Pipeline(codecs: [MemoryCodec(.png, decoding: .sixColors)], colors: SevenEngine())
    let raster = try house.raster(wish, of: probe, from: file)
    let scale = raster.size.width / 7
    for y in 0..<4 {
      for x in 0..<7 {
        let isImage = (2..<5).contains(x) && (1..<3).contains(y)
        #expect(raster.pixel(x: x * scale, y: y * scale) == (isImage ? [7, 7, 7] : [0, 160, 0]), "\(x) \(y)")
      }
    }
    let converted = try house.plan(wish, for: probe).peakBytes
    wish.colors = .asSource
    #expect(try converted >= house.plan(wish, for: probe).peakBytes, "converting takes no less")
  }

  /// Only a profile defines CMYK colors: if the headers have none, the plan already states it.
  @Test func inksWithoutAProfileArePlannedToBeRefused() throws {
    let probe = try Probe(TinyJPEG(TinyImage(width: 9, height: 5, filledWith: [1, 2, 3, 4])).bytes)
    let wish = Rendition(size: .within(4, 4), upright: .pixels, colors: .srgb)
    let error = #expect(throws: UprightError.self) { try Planner.full.plan(wish, for: probe) }
    #expect(error?.codes.name == "unanswerable")
    #expect(
      error?.description.contains("this CMYK image has no color profile, so it cannot be converted to sRGB") == true)
  }

  /// A JPEG without a profile is already sRGB: it is not converted.
  @Test func aJPEGWithoutAProfileStays() throws {
    let probe = try Photos.probe(.topLeft, 64, 64)
    #expect(!probe.mayHaveColorProfile)
    let plan = try Planner.full.plan(Rendition(upright: .pixels, colors: .srgb), for: probe)
    #expect(plan.route.name == .copy)
  }

  /// A converted image is compared after conversion: its samples and its profile differ from the original's.
  @Test func imagesAreComparedInTheColoursThatAreAsked() throws {
    let sevens = TinyImage(width: 3, height: 2, filledWith: [7, 7, 7])
    let chunk = TinyPNG.Chunk("iCCP", Array("P\0\0".utf8) + TinyPNG.zlib([1, 2, 3]))
    let (before, after) = (TinyPNG(sevens, chunks: [chunk]).bytes, TinyPNG(sevens).bytes)
    let house = Pipeline(codecs: [MemoryCodec(.png, decoding: sevens)], colors: SevenEngine())
    let plain = try #require(try house.relation(of: before, to: after))
    #expect(!plain.sharesProfile && !plain.isSameImage())
    let converted = try #require(try house.relation(of: before, to: after, colors: .srgb))
    #expect(converted.agreement == .pixels && converted.isExactlySameImage && converted.reorientation.isIdentity)
    let eights = Pipeline(
      codecs: [MemoryCodec(.png, decoding: TinyImage(width: 3, height: 2, filledWith: [8, 8, 8]))],
      colors: SevenEngine())
    let others = try #require(try eights.relation(of: before, to: after, colors: .srgb))
    #expect(others.sharesProfile && !others.isExactlySameImage, "the converted sevens are held against eights")
  }

  @Test func onlyAnEngineConverts() throws {
    let image = try #require(Raster<Output>(size: PixelSize(width: 2, height: 1), layout: SampleLayout(.rgb)))
    #expect(throws: UprightError.unsupported("converting colors by a profile is not supported")) {
      try Pipeline(codecs: []).converted(image, from: [1, 2, 3])
    }
    let result = try Pipeline(codecs: [], colors: SevenEngine()).converted(image, from: [1, 2, 3])
    #expect(result.pixel(x: 1, y: 0) == [7, 7, 7])
    #expect(throws: UprightError.unsupported("this profile")) {
      try Pipeline(codecs: [], colors: SevenEngine()).converted(image, from: [])
    }
  }
}

// A lossless job as data: what is kept and how it is rotated.

@Suite struct LosslessJobTests {
  @Test func aJobIsItsRegionAndItsTurn() {
    let region = PixelRect<Stored>(x: 0, y: 8, width: 16, height: 8)
    let jobs = Orientation<Stored, Displayed>.all.map { LosslessJob(region: region, orientation: $0) }
    #expect(Set(jobs).count == 8)
    #expect(jobs.allSatisfy { $0.region == region })
    #expect(jobs.map(\.orientation) == Orientation.all)
  }

  /// The planner's jobs always satisfy the condition on a job's region, for every sampling.
  @Test(arguments: TinyJPEG.Sampling.allCases)
  func plannedJobsLieOnBlocks(_ sampling: TinyJPEG.Sampling) throws {
    for tag in ExifOrientation.allCases {
      let probe = try Photos.probe(tag, 77, 59, sampling: sampling)
      let block = try #require(probe.jpeg?.blockSize)
      for region in [probe.storedSize.bounds, PixelRect<Stored>(x: 9, y: 13, width: 60, height: 40)] {
        let request = try PlanRequest(Rendition(region: .stored(region), upright: .pixels, loss: .trim), probe)
        let job = try #require(TransformRoute.decide(request, .full).transform?.job)
        let reversed = job.orientation.reversesFromAxes
        #expect((reversed.horizontal ? job.region.maxX : job.region.x) % block.width == 0)
        #expect((reversed.vertical ? job.region.maxY : job.region.y) % block.height == 0)
      }
    }
  }
}

// A format whose package trait is off: refused in planning and in running, by the trait's name.

@Suite struct UnavailableCodecTests {
  private static let reason: Phrase =
    "WebP pixels cannot be read or written: this build lacks the package trait WebP"

  @Test func plansNameTheTrait() throws {
    let codec = UnavailableCodec(.webp, trait: "WebP")
    let all = Capabilities(decodes: true, encodes: true, transforms: false)
    let planner = Planner(capabilities: [.jpeg: all, .webp: codec.capabilities])
    let refusal = UprightError.unsupported(Self.reason)
    let webp = try Probe(TinyWebP(.sixColors, exif: TinyTIFF(orientation: 6)).bytes)
    #expect(throws: refusal) { try planner.plan(Rendition(upright: .pixels), for: webp) }
    #expect(throws: refusal) { try planner.plan(Rendition(format: .webp), for: Photos.probe(nil, 64, 64)) }
    #expect(try planner.plan(Rendition(rotation: .rotate90), for: webp).route.name == .retag)
  }

  @Test func itOffersNothingAndNamesTheTrait() {
    let codec = UnavailableCodec(.webp, trait: "WebP")
    let refusal = UprightError.unsupported(Self.reason)
    #expect(codec.decoder == nil && codec.encoder == nil && codec.blocks == nil && codec.planes == nil)
    #expect(throws: refusal) { try codec.requiredDecoder() }
    #expect(throws: refusal) { try codec.requiredEncoder() }
    #expect(throws: refusal) { try codec.requiredBlocks() }
    #expect(throws: refusal) { try codec.requiredPlanes() }
  }
}

// Memory as a sink: bytes arrive in order, nothing is lost.

@Suite struct ByteSinkTests {
  private func pour(_ pieces: [[UInt8]], into sink: inout some ByteSink) throws(UprightError) {
    for piece in pieces { try sink.write(piece) }
  }

  @Test func anArrayTakesBytesInOrder() throws {
    let pieces: [[UInt8]] = [[], [1], [2, 3], [], Array(repeating: 9, count: 70_000), [4]]
    var bytes: [UInt8] = [0]
    try pour(pieces, into: &bytes)
    #expect(bytes == [0] + pieces.flatMap { $0 })
  }

  @Test func aSinkThatRefusesStopsTheStream() {
    var sink = WatchedSink()
    sink.room = 3
    #expect(throws: UprightError.io(path: "full", systemError: 28)) { try pour([[1, 2], [3], [4], [5]], into: &sink) }
    #expect(sink.writes == [[1, 2], [3]])
  }
}

// Versions in words.

@Suite struct LibraryVersionTests {
  @Test func theBytesAreItsSteps() {
    for (packed, words) in [
      (0x01_06_27, "libx 1.6.39"), (0x00_07_00, "libx 0.7.0"), (0x00_00_01, "libx 0.0.1"), (0x02_0E_00, "libx 2.14.0"),
      (0x01_00_FF_FF, "libx 256.255.255"),
    ] as [(UInt32, String)] { #expect(LibraryVersion("libx", packed: packed)?.description == words) }
  }

  @Test func whatIsLeftOutHasNone() { #expect(LibraryVersion("libx", packed: 0) == nil) }
}
