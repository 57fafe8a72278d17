// Component planes in and out: compared with each component decoded as a gray file, and with files made from pixels.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct JPEGPlanesTests {
  static let samplings = JPEGCodecTests.samplings.map { Subsampling(horizontal: $0.0, vertical: $0.1) }

  static func settings(
    _ chroma: Subsampling, level: Int = 90, progressive: Bool = false, codes: EncodeSettings.Codes = .fitted
  ) -> EncodeSettings {
    EncodeSettings(
      format: .jpeg, fidelity: .level(level), sampling: chroma, progressive: progressive, codes: codes)
  }

  /// A file from cjpeg with a scan for each component, and its planes as djpeg decodes each alone.
  static func foreign(_ sampling: String, width: Int, height: Int) throws -> (jpeg: [UInt8], planes: [Samples]) {
    let image = Samples.mixedColors(width: width, height: height, channels: 3)
    let folder = try ScratchFolder()
    let scans = try folder.write(Array("0;1;2;".utf8), as: "scans")
    let jpeg = try OutsideTool.cjpeg.run(
      ["-quality", "88", "-sample", sampling, "-scans", scans, "{in}"], input: image.pnm)
    let planes = try grayFiles(ofScansIn: jpeg).map {
      try #require(Samples(pnm: OutsideTool.djpeg.run(["-pnm", "{in}"], input: $0)))
    }
    return (jpeg, planes)
  }

  static let hasTools = OutsideTool.cjpeg.isInstalled && OutsideTool.djpeg.isInstalled

  @Test(.enabled(if: hasTools, "needs cjpeg and djpeg"), arguments: samplings)
  func planesAreWhatDjpegDecodesOfEachComponentBitForBit(chroma: Subsampling) throws {
    for (width, height) in [(131, 97), (64, 64), (17, 130), (3, 2), (1, 1)] {
      let (jpeg, theirs) = try Self.foreign("\(chroma.horizontal)x\(chroma.vertical)", width: width, height: height)
      let ours = try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: width, height: height), chroma)
      #expect(ours == Planes(chroma: chroma, all: theirs), "\(width)x\(height)")
    }
  }

  @Test(
    .enabled(if: hasTools, "needs cjpeg and djpeg"),
    arguments: [("2x2,2x2,2x2", (1, 1)), ("2x1,2x1,2x1", (1, 1)), ("4x2,2x1,2x1", (2, 2)), ("2x2,1x2,1x2", (2, 1))])
  func whatCountsIsHowMuchCoarserChromaIs(sampling: String, ratio: (Int, Int)) throws {
    let chroma = Subsampling(horizontal: ratio.0, vertical: ratio.1)
    let (jpeg, theirs) = try Self.foreign(sampling, width: 75, height: 83)
    let ours = try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: 75, height: 83), chroma)
    #expect(ours == Planes(chroma: chroma, all: theirs))
  }

  /// Every process, and every region to which chroma can be cut: the same part of the whole.
  @Test(arguments: samplings, [false, true])
  func aRegionEqualsThatPartOfTheWhole(chroma: Subsampling, progressive: Bool) throws {
    for (width, height) in [(83, 71), (40, 150), (5, 3)] {
      let jpeg = try encode(
        .mixedColors(width: width, height: height, chroma), Self.settings(chroma, progressive: progressive))
      let whole = try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: width, height: height), chroma)
      let across = Self.spans(width, chroma.horizontal), down = Self.spans(height, chroma.vertical)
      for index in 0..<max(across.count, down.count) {
        let (columns, rows) = (across[index * 7 % across.count], down[index * 5 % down.count])
        let region = PixelRect<Stored>(
          x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
        guard try decodePlanes(jpeg, region, chroma) == whole.cropped(to: region) else {
          Issue.record("\(region) of \(width)x\(height)")
          return
        }
      }
    }
  }

  /// Spans with an end between groups of `step`.
  private static func spans(_ length: Int, _ step: Int) -> [Range<Int>] {
    (0..<length).flatMap { start in
      Set([1, 2, 3, 8, 17, 64, 65, length].map { min(length, start + $0) }).sorted()
        .filter { start % step == 0 || $0 % step == 0 }.map { start..<$0 }
    }
  }

  @Test(arguments: samplings, [false, true])
  func whatWasEncodedComesBack(chroma: Subsampling, progressive: Bool) throws {
    for codes in [EncodeSettings.Codes.fitted, .standard] {
      for (width, height) in [(61, 83), (64, 32), (9, 1), (1, 1), (33, 17)] {
        let planes = Planes.mixedColors(width: width, height: height, chroma)
        let jpeg = try encode(planes, Self.settings(chroma, level: 100, progressive: progressive, codes: codes))
        let back = try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: width, height: height), chroma)
        #expect(back.distance(to: planes) <= 2, "\(width)x\(height)")
      }
    }
  }

  /// Each plane is dark in its first row and column of blocks, bright elsewhere. If its last samples are repeated,
  /// blocks that it fills in part are flat, and coarse quantization leaves them so.
  @Test(arguments: samplings)
  func partlyFilledBlocksContinueTheirEdges(chroma: Subsampling) throws {
    var planes = Planes.mixedColors(width: 47, height: 43, chroma)
    for plane in planes.all.indices {
      for y in 0..<planes.all[plane].height {
        for x in 0..<planes.all[plane].width { planes.all[plane][x, y, 0] = x < 8 || y < 8 ? 40 : 200 }
      }
    }
    for (across, down) in [(47, 43), (46, 42), (45, 41)] {
      let region = PixelRect<Stored>(x: 0, y: 0, width: across, height: down)
      let part = planes.cropped(to: region)
      let back = try decodePlanes(encode(part, Self.settings(chroma, level: 10)), region, chroma)
      #expect(back.distance(to: part) <= 6, "\(across)x\(down)")
    }
  }

  /// Whole blocks leave nothing to padding, so the same samples must make the same file.
  @Test(arguments: [(1, 1), (2, 1), (2, 2)], [EncodeSettings.Codes.fitted, .standard])
  func planesMakeTheFileThatTheirPixelsMakeByteForByte(
    sampling: (Int, Int), codes: EncodeSettings.Codes
  ) throws {
    let chroma = Subsampling(horizontal: sampling.0, vertical: sampling.1)
    let image = Samples.mixedColors(width: 96, height: 64, channels: 3)
    let metadata = CarriedMetadata(segments: [JPEGCodecTests.exif, JPEGCodecTests.adobe, JPEGCodecTests.comment])
    for progressive in [false, true] {
      let settings = Self.settings(chroma, level: 77, progressive: progressive, codes: codes)
      let ours = try encode(Planes(image, chroma: chroma), settings, metadata: metadata)
      #expect(ours == (try encode(image, settings, metadata: metadata)))
    }
  }

  /// Decoded and encoded with its own tables, an image of whole blocks stays the same: rounding to samples costs less
  /// than half a quantization step.
  @Test(arguments: samplings)
  func nothingDriftsWithTheTablesOfTheSource(chroma: Subsampling) throws {
    let region = PixelRect<Stored>(x: 0, y: 0, width: 64, height: 64)
    var gentle = Planes.mixedColors(width: 64, height: 64, chroma)
    // Far from black and white, where overshoot would be clipped.
    for plane in gentle.all.indices { gentle.all[plane].bytes = gentle.all[plane].bytes.map { 64 + $0 / 2 } }
    let first = try encode(gentle, Self.settings(chroma, level: 80))
    let second = try encode(decodePlanes(first, region, chroma), Self.settings(chroma, level: 80))
    #expect(second == first)
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func standardCodesAreThoseOfCjpeg() throws {
    let image = Samples.mixedColors(width: 96, height: 64, channels: 3)
    let theirs = try OutsideTool.cjpeg.run(["-quality", "77", "-sample", "2x2", "{in}"], input: image.pnm)
    let settings = Self.settings(Subsampling(horizontal: 2, vertical: 2), level: 77, codes: .standard)
    #expect(try encode(image, settings) == theirs)
    #expect(try encode(Planes(image, chroma: settings.sampling), settings) == theirs)
    #expect(try encode(image, Self.settings(settings.sampling, level: 77)).count < theirs.count)
  }

  // MARK: - Refusals

  @Test func regionsThatChromaCannotBeCutToAreRefused() throws {
    let chroma = Subsampling(horizontal: 2, vertical: 2)
    let jpeg = try encode(.mixedColors(width: 50, height: 31, chroma), Self.settings(chroma))
    let cases: [(Int, Int, Int, Int)] = [
      (0, 0, 51, 31), (0, 0, 50, 32), (-2, 0, 4, 4), (0, 0, 0, 4), (50, 0, 1, 1), (.max, 0, .max, 1),
      (.min, 0, .max, 2),
      (1, 0, 2, 2), (0, 1, 2, 2), (1, 0, 4, 31), (0, 1, 50, 30), (2, 29, 2, 2),
    ]
    for (x, y, width, height) in cases {
      let region = PixelRect<Stored>(x: x, y: y, width: width, height: height)
      guard case .unanswerable(field: "region", _) = failure({ _ = try decodePlanes(jpeg, region, chroma) }) else {
        Issue.record("\(region)")
        continue
      }
    }
    for (across, down) in [(0, 1), (3, 1), (8, 1), (1, -2), (Int.max, Int.max), (Int.min, 1)] {
      let odd = Subsampling(horizontal: across, vertical: down)
      let refused = failure { _ = try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: 4, height: 4), odd) }
      guard case .unanswerable(field: "sampling", _) = refused else {
        Issue.record("\(odd): \(String(describing: refused))")
        continue
      }
    }
  }

  @Test func imagesWithOtherPlanesAreRefused() throws {
    let region = PixelRect<Stored>(x: 0, y: 0, width: 16, height: 16)
    let files = try [
      (
        encode(Samples.mixedColors(width: 16, height: 16, channels: 3), .jpeg(90, 2, 1)),
        Subsampling(horizontal: 2, vertical: 2)
      ),
      (encode(Samples.mixedColors(width: 16, height: 16, channels: 3), .jpeg(90, 2, 2)), .none),
      (encode(Samples.mixedColors(width: 16, height: 16, channels: 1), .jpeg()), .none),
      (encode(Samples.mixedColors(width: 16, height: 16, channels: 4), .jpeg()), .none),
    ]
    for (jpeg, chroma) in files {
      #expect(throws: UprightError.unsupported("planes of another sampling")) {
        try decodePlanes(jpeg, region, chroma)
      }
    }
  }

  @Test(.enabled(if: OutsideTool.cjpeg.isInstalled, "needs cjpeg"))
  func planesOfRedGreenAndBlueAreRefused() throws {
    let image = Samples.mixedColors(width: 16, height: 16, channels: 3)
    let jpeg = try OutsideTool.cjpeg.run(["-rgb", "-sample", "1x1", "{in}"], input: image.pnm)
    #expect(throws: UprightError.unsupported("planes of another sampling")) {
      try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: 16, height: 16), .none)
    }
  }

  @Test func settingsThatDoNotFitThePlanesAreRefused() throws {
    let planes = Planes.mixedColors(width: 16, height: 16, Subsampling(horizontal: 2, vertical: 2))
    let cases: [(EncodeSettings, UprightError)] = [
      (
        Self.settings(.none), .unanswerable(field: "sampling", reason: "the planes have a different chroma subsampling")
      ),
      (
        Self.settings(planes.chroma, level: 101),
        .unanswerable(field: "quality", reason: "101 is not between 1 and 100")
      ),
      (
        EncodeSettings(format: .png, fidelity: .level(9), sampling: planes.chroma),
        .unsupported("the JPEG codec cannot write PNG")
      ),
    ]
    for (settings, error) in cases { #expect(throws: error) { try encode(planes, settings) } }
    let few = Limits(pixels: 255)
    #expect(throws: UprightError.limit(.pixels, asked: 256, allowed: 255)) {
      try encode(planes, Self.settings(planes.chroma), limits: few)
    }
  }

  // MARK: - Ends

  static let half = Subsampling(horizontal: 2, vertical: 2)

  @Test(arguments: [false, true])
  func everyPrefixIsSurvived(progressive: Bool) throws {
    let size = PixelRect<Stored>(x: 0, y: 0, width: 33, height: 37)
    let jpeg = try encode(
      .mixedColors(width: 33, height: 37, Self.half), Self.settings(Self.half, level: 40, progressive: progressive))
    var shown = 0
    for count in 0..<jpeg.count {
      let prefix = Array(jpeg.prefix(count))
      let strict = failure { _ = try decodePlanes(prefix, size, Self.half, limits: Limits(warnings: 0)) }
      guard case .malformed = strict else {
        Issue.record("\(count) bytes: \(String(describing: strict))")
        return
      }
      if (try? decodePlanes(prefix, size, Self.half)) != nil { shown += 1 }
    }
    #expect(shown > jpeg.count / 3)
  }

  @Test func eachLimitIsNamedWhenItIsReached() throws {
    let region = PixelRect<Stored>(x: 0, y: 0, width: 64, height: 64)
    let one = try encode(.mixedColors(width: 64, height: 64, Self.half), Self.settings(Self.half))
    let many = try encode(.mixedColors(width: 64, height: 64, Self.half), Self.settings(Self.half, progressive: true))
    let cases: [([UInt8], Limits, Limit?)] = [
      (one, Limits(pixels: 4095), .pixels), (many, Limits(memoryBytes: 64 * 64 * 3 - 1), .memory),
      (many, Limits(scans: 3), .scans), (one, Limits(seconds: 1e-9), .seconds),
      (many, Limits(seconds: 1e-9), .seconds), (Array(one.dropLast(200)), Limits(warnings: 0), nil),
    ]
    for (jpeg, limits, expected) in cases {
      let error = failure { _ = try decodePlanes(jpeg, region, Self.half, limits: limits) }
      if case .limit(let limit, _, _) = error { #expect(limit == expected) } else { #expect(expected == nil) }
    }
    #expect(throws: UprightError.io(path: "", systemError: 5)) {
      try decodePlanes(FailingSource(bytes: one, failsFrom: 700), region, Self.half)
    }
    var sink = FullSink(room: 100)
    #expect(throws: UprightError.io(path: "full", systemError: 28)) {
      try JPEGCodec().encode(
        Planes.mixedColors(width: 64, height: 64, Self.half).raster(), settings: Self.settings(Self.half),
        metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    }
  }

  @Test func aCancelledTaskDecodesAndEncodesNoFurther() async throws {
    let jpeg = try encode(.mixedColors(width: 64, height: 64, Self.half), Self.settings(Self.half))
    let task = Task { () -> [UprightError?] in
      while !Task.isCancelled { await Task.yield() }
      return [
        failure { _ = try decodePlanes(jpeg, PixelRect(x: 0, y: 0, width: 64, height: 64), Self.half) },
        failure { _ = try encode(Planes.mixedColors(width: 64, height: 64, Self.half), Self.settings(Self.half)) },
      ]
    }
    task.cancel()
    #expect(await task.value == [.cancelled, .cancelled])
  }

  @Test func bandsMayBeKeptWhileTheNextOnesArrive() throws {
    let jpeg = try encode(.mixedColors(width: 20, height: 200, Self.half), Self.settings(Self.half))
    let region = PixelRect<Stored>(x: 0, y: 51, width: 20, height: 149)
    var kept: [PlanarRaster<Decoded>] = []
    let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb))
    try JPEGCodec().decodePlanes(pass, chroma: Self.half, from: jpeg, limits: Limits()) { band, _ in
      kept.append(band)
    }
    #expect(kept.map(\.size.height) == [13, 64, 64, 8])
    let whole = try decodePlanes(jpeg, region, Self.half)
    for plane in 0..<3 { #expect(kept.flatMap { $0.planes[plane].bytes } == whole.all[plane].bytes) }
  }
}
