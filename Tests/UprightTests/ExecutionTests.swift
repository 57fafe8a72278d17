// Plans run with codecs in memory: pixels compared with the displayed ones, streams in pieces, every way to fail.

import Testing
@testable import Upright
import UprightFixtures
import UprightTestTools

@Suite struct ExecutionTests {
  private static let width = 7
  private static let height = 5
  private static let image = ExpectedPixels.places(width: width, height: height)

  private static func jpeg(bandRows: Int = 8) -> MemoryCodec {
    var codec = MemoryCodec(.jpeg, decoding: image)
    codec.bandRows = bandRows
    return codec
  }

  private static func photo(_ tag: ExifOrientation?) -> [UInt8] {
    PlanTable.photo(tag, storedWidth: width, storedHeight: height)
  }

  private static func delivered(
    _ rendition: Rendition, _ tag: ExifOrientation?, bandRows: Int = 8
  ) throws -> Raster<Output> {
    let png = MemoryCodec(.png)
    _ = try Pipeline(codecs: [jpeg(bandRows: bandRows), png]).run(rendition, on: photo(tag))
    return try #require(png.log.asked.encoded.first)
  }

  /// All tags × all rotations × regions within and beyond the edge × bands of several heights: pixel for pixel as
  /// displayed.
  @Test(arguments: ExifOrientation.allCases)
  func unscaledPixelsAreThoseThatAreSeen(_ tag: ExifOrientation) throws {
    var random = SplitMix64(seed: UInt64(tag.rawValue))
    let seen = ExpectedPixels.displayed(Self.image, tag)
    let fill = Rendition.Color(red: 250, green: 251, blue: 252)
    for turn in Orientation<Displayed, Displayed>.all {
      for bandRows in [1, 2, 3, 5, 64] {
        let region = PixelRect<Displayed>.random(in: seen.displayedSize, margin: 3, using: &random)
        let rendition = Rendition(
          region: .pixels(region), rotation: turn, upright: .pixels, format: .png, overflow: .pad(fill))
        let expected = try ExpectedPixels.turned(
          ExpectedPixels.cropped(seen, to: region, fill: [250, 251, 252]), by: turn)
        let raster = try Self.delivered(rendition, tag, bandRows: bandRows)
        #expect(TinyImage(raster) == expected, "\(turn) of \(region) in bands of \(bandRows)")
      }
    }
  }

  /// Scaling must not depend on where bands end, and the small image must be oriented like the large one.
  @Test(arguments: ExifOrientation.allCases)
  func scaledPixelsDoNotDependOnTheBands(_ tag: ExifOrientation) throws {
    let seen = ExpectedPixels.displayed(Self.image, tag)
    for turn in Orientation<Displayed, Displayed>.all {
      let size = PixelSize<Output>(width: 3, height: 4)
      let rendition = Rendition(size: .exactly(size), rotation: turn, upright: .pixels, format: .png)
      let whole = try Self.delivered(rendition, tag, bandRows: 64)
      for bandRows in 1...3 { #expect(try Self.delivered(rendition, tag, bandRows: bandRows) == whole) }
      let large = try ExpectedPixels.turned(seen, by: turn).raster(Output.self)
      let direct = try #require(large.resized(to: size))
      for (one, other) in zip(whole.bytes, direct.bytes) { #expect(abs(Int(one) - Int(other)) <= 1) }
    }
  }

  @Test func aReducedPassIsDecodedWhereItIsEnough() throws {
    let image = ExpectedPixels.places(width: 64, height: 48)
    let jpeg = MemoryCodec(.jpeg, decoding: image)
    let source = PlanTable.photo(.rightTop, storedWidth: 64, storedHeight: 48)
    let rendition = Rendition(size: .within(PixelSize(width: 12, height: 16)), upright: .pixels, format: .png)
    let raster = try Pipeline(codecs: [jpeg, MemoryCodec(.png)])
      .raster(rendition, of: Probe(source), from: source)
    #expect(jpeg.log.asked.passes.map(\.denominator) == [2])
    #expect(raster.size == PixelSize(width: 12, height: 16))
    // Column and row are in the samples: displayed x is 47 minus the stored row, displayed y the stored column.
    for (x, y) in [(1, 1), (10, 1), (1, 14), (10, 14)] {
      let pixel = raster.pixel(x: x, y: y).map { Double($0) }
      #expect((pixel[0] - (Double(y) * 4 + 1.5)).magnitude <= 2.5)
      #expect((pixel[1] - (47 - (Double(x) * 4 + 1.5))).magnitude <= 2.5)
    }
  }

  @Test func bandsAreDecodedOnceAndInOrder() throws {
    for bandRows in 1...6 {
      let jpeg = Self.jpeg(bandRows: bandRows)
      let rendition = Rendition(
        region: .stored(PixelRect(x: 1, y: 1, width: 4, height: 3)), upright: .pixels, format: .png)
      _ = try Pipeline(codecs: [jpeg, MemoryCodec(.png)]).run(rendition, on: Self.photo(.leftBottom))
      #expect(jpeg.log.asked.bands.flatMap { Array($0) } == [0, 1, 2])
      #expect(jpeg.log.asked.passes.map(\.region) == [PixelRect(x: 1, y: 1, width: 4, height: 3)])
      #expect(jpeg.log.asked.limits == [Limits()])
    }
  }

  @Test func paddingKeepsItsOpacity() throws {
    let clear = Rendition.Color(red: 1, green: 2, blue: 3, alpha: 0)
    let region = PixelRect<Displayed>(x: -1, y: 0, width: 3, height: 5)
    let raster = try Self.delivered(
      Rendition(region: .pixels(region), upright: .pixels, format: .png, overflow: .pad(clear)), nil)
    #expect(raster.layout.channels == .rgba)
    for y in 0..<5 {
      #expect(raster.pixel(x: 0, y: y) == [1, 2, 3, 0])
      #expect(raster.pixel(x: 1, y: y) == Self.image[0, y].map(UInt16.init) + [255])
    }
  }

  @Test func coloursAreSpelledInTheChannelsOfTheResult() {
    let color = Rendition.Color(red: 10, green: 20, blue: 30, alpha: 40)
    #expect(color.samples(.gray) == [10])
    #expect(color.samples(.rgb) == [10, 20, 30])
    #expect(color.samples(.rgba) == [10, 20, 30, 40])
    #expect(color.samples(.cmyk) == [245, 235, 225, 0])
    for channels in SampleLayout.Channels.allCases { #expect(color.samples(channels).count == channels.count) }
  }

  // MARK: - What a run may not do

  private static let routes: [(Plan.RouteName, Rendition)] = [
    (.copy, Rendition()), (.retag, Rendition(rotation: .rotate90)),
    (.transform, Rendition(upright: .pixels, loss: .trim)), (.transcode, Rendition(upright: .pixels, format: .png)),
  ]

  private static func pipeline(failure: UprightError? = nil) -> Pipeline {
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
    jpeg.failure = failure.map { (1, $0) }
    jpeg.transformFailure = failure.map { ([], $0) }
    return Pipeline(codecs: [jpeg, MemoryCodec(.png)])
  }

  @Test func bytesOtherThanThosePlannedForAreRefused() throws {
    let source = PlanTable.photo(.rightTop)
    var changed = source
    changed[source.count / 2] ^= 1
    for (name, rendition) in Self.routes {
      let plan = try Self.pipeline().plan(rendition, for: Probe(source))
      #expect(plan.route.name == name)
      for other in [changed, source + [0], Array(source.dropLast()), PlanTable.photo(.leftBottom)] {
        var sink = WatchedSink()
        let reason: Phrase = "the source changed since the plan was made"
        #expect(throws: UprightError.unanswerable(field: "source", reason: reason)) {
          try Self.pipeline().run(plan, on: other, into: &sink)
        }
        #expect(sink.writes.isEmpty)
      }
      #expect(throws: Never.self) { try Self.pipeline().run(plan, on: source) }
    }
  }

  @Test func aSinkThatRunsFullStopsEveryRouteWithItsOwnError() throws {
    let source = PlanTable.photo(.rightTop)
    for (name, rendition) in Self.routes {
      let plan = try Self.pipeline().plan(rendition, for: Probe(source))
      let whole = try Self.pipeline().run(plan, on: source)
      for room in [0, 1, whole.count / 2, whole.count - 1] {
        var sink = WatchedSink()
        sink.room = room
        #expect(throws: UprightError.io(path: "full", systemError: 28), "\(name) with room for \(room)") {
          try Self.pipeline().run(plan, on: source, into: &sink)
        }
        #expect(sink.bytes.count <= room && whole.starts(with: sink.bytes))
      }
      var enough = WatchedSink()
      enough.room = whole.count
      try Self.pipeline().run(plan, on: source, into: &enough)
      #expect(enough.bytes == whole)
    }
  }

  @Test func whatACodecThrowsComesThroughUnchanged() throws {
    let source = PlanTable.photo(.rightTop)
    let errors: [UprightError] = [
      .codec(format: .jpeg, message: "no"), .malformed(MetadataError(.corruptData, at: 9)), .cancelled,
      .limit(.scans, asked: 2, allowed: 1), .unsupported("not today"),
    ]
    for (_, rendition) in Self.routes.suffix(2) {
      for error in errors {
        var sink = WatchedSink()
        let plan = try Self.pipeline().plan(rendition, for: Probe(source))
        #expect(throws: error) { try Self.pipeline(failure: error).run(plan, on: source, into: &sink) }
        #expect(sink.writes.isEmpty, "nothing is written before the picture is there")
      }
    }
  }

  @Test func aHouseWithoutTheCodecSaysSo() throws {
    let source = PlanTable.photo(.rightTop)
    for (name, rendition) in Self.routes {
      let plan = try Self.pipeline().plan(rendition, for: Probe(source))
      if name == .copy || name == .retag {
        #expect(throws: Never.self) { try Pipeline(codecs: []).run(plan, on: source) }
      } else {
        #expect(throws: UprightError.unsupported("no codec for JPEG is available")) {
          try Pipeline(codecs: []).run(plan, on: source)
        }
      }
    }
  }

  // MARK: - Damaged sources

  private static let damage = UprightError.malformed(MetadataError(.corruptData, at: 9))

  /// Blocks found damaged before anything is written: the plan's alternative is run, and named.
  @Test func damagedBlocksAreDecodedInstead() throws {
    let source = PlanTable.photo(.rightTop)
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
    jpeg.transformFailure = ([], Self.damage)
    let pipeline = Pipeline(codecs: [jpeg])
    let plan = try pipeline.plan(Rendition(upright: .pixels), for: Probe(source))
    #expect(plan.route.name == .transform && plan.fallback?.route.name == .transcode)
    var sink = WatchedSink()
    let done = try pipeline.run(plan, on: source, into: &sink)
    #expect(done == plan.fallback)
    #expect(
      TinyImage(try #require(jpeg.log.asked.encoded.first))
        == ExpectedPixels.displayed(ExpectedPixels.places(width: 32, height: 64), .rightTop))
    #expect(sink.bytes.starts(with: Array("64x32 ".utf8)))
  }

  @Test func whatWasBegunIsNotBegunAgain() throws {
    let source = PlanTable.photo(.rightTop)
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
    jpeg.transformFailure = ([1, 2, 3], Self.damage)
    var sink = WatchedSink()
    let plan = try Pipeline(codecs: [jpeg]).plan(Rendition(upright: .pixels), for: Probe(source))
    #expect(throws: Self.damage) { try Pipeline(codecs: [jpeg]).run(plan, on: source, into: &sink) }
    #expect(sink.writes == [[1, 2, 3]] && jpeg.log.asked.passes.isEmpty)
  }

  @Test func onlyDamageHasASecondChoice() throws {
    let source = PlanTable.photo(.rightTop)
    for error in [UprightError.codec(format: .jpeg, message: "no"), .cancelled, .unsupported("not today")] {
      var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
      jpeg.transformFailure = ([], error)
      #expect(throws: error) { try Pipeline(codecs: [jpeg]).run(Rendition(upright: .pixels), on: source) }
      #expect(jpeg.log.asked.passes.isEmpty)
    }
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
    jpeg.transformFailure = ([], Self.damage)
    let strict = Rendition(upright: .pixels, loss: .none)
    #expect(throws: Self.damage, "no generation may be lost") { try Pipeline(codecs: [jpeg]).run(strict, on: source) }
    let lenient = Rendition(upright: .pixelsWherePossible, loss: .none)
    #expect(try Pipeline(codecs: [jpeg]).run(lenient, on: source) == source, "the tag may stay")
  }

  /// A re-encoded JPEG keeps what followed its end, if all of it is kept.
  @Test func trailersFollowARecodedImage() throws {
    let image = TinyJPEG(TinyImage(width: 8, height: 8, filledWith: [1, 2, 3]), exif: TinyTIFF(orientation: 6)).bytes
    let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 8, height: 8))
    let pipeline = Pipeline(codecs: [jpeg, MemoryCodec(.png)])
    let trailer = Array("behind".utf8)
    let without = try pipeline.run(Rendition(upright: .pixels), on: image)
    #expect(try pipeline.run(Rendition(upright: .pixels), on: image + trailer) == without + trailer)
    let part = Rendition(region: .pixels(PixelRect(x: 0, y: 0, width: 5, height: 8)), upright: .pixels)
    #expect(try pipeline.run(part, on: image + trailer) == pipeline.run(part, on: image))
    let other = Rendition(upright: .pixels, format: .png)
    #expect(try pipeline.run(other, on: image + trailer) == pipeline.run(other, on: image))
  }
}

// Planes from a decoder in memory to an encoder in memory: each sample where it is displayed.

@Suite struct PlanesExecutionTests {
  private static let width = 14
  private static let height = 11

  /// Luma differs from pixel to pixel, chroma from group to group.
  private static func image(_ chroma: Subsampling) -> TinyImage {
    var image = TinyImage(width: width, height: height, filledWith: [0, 0, 0])
    for y in 0..<height {
      for x in 0..<width {
        let group = y / chroma.vertical * 20 + x / chroma.horizontal
        image[x, y] = [UInt8(y * width + x), UInt8(group % 256), UInt8(255 - group % 256)]
      }
    }
    return image
  }

  /// Each pixel of the planes: its luma, and the chroma of its group.
  private static func seen(_ planar: PlanarRaster<Output>) -> TinyImage {
    var image = TinyImage(width: planar.size.width, height: planar.size.height, filledWith: [0, 0, 0])
    for y in 0..<image.height {
      for x in 0..<image.width {
        let (column, row) = (x / planar.chroma.horizontal, y / planar.chroma.vertical)
        image[x, y] = [
          UInt8(planar.planes[0].sample(x: x, y: y, channel: 0)),
          UInt8(planar.planes[1].sample(x: column, y: row, channel: 0)),
          UInt8(planar.planes[2].sample(x: column, y: row, channel: 0)),
        ]
      }
    }
    return image
  }

  private static func luma(_ image: TinyImage) -> [UInt8] {
    stride(from: 0, to: image.samples.count, by: 3).map { image.samples[$0] }
  }

  /// The planes of the region as a whole, reoriented and then resampled.
  private func unmoved(
    _ chroma: Subsampling, _ image: TinyImage, _ transcode: Plan.Transcode
  ) throws -> PlanarRaster<Output>? {
    guard case .planes(_, let overhang) = transcode.form else { return nil }
    var codec = MemoryCodec(.jpeg, decoding: image, planes: true)
    codec.bandRows = 64
    var whole: PlanarRaster<Decoded>?
    try codec.decodePlanes(transcode.pass, chroma: chroma, from: [UInt8](), limits: Limits()) { band, _ in
      whole = band
    }
    var turned = whole?.oriented(by: transcode.orientation)
    let isMoved = turned?.alignChroma(overhang) ?? false
    return isMoved ? turned : nil
  }

  /// All tags × samplings × rotations × regions × bands: pixel for pixel as displayed, chroma included.
  @Test(arguments: ExifOrientation.allCases, TinyJPEG.Sampling.allCases)
  func everySampleIsWhereItIsSeen(tag: ExifOrientation, sampling: TinyJPEG.Sampling) throws {
    let chroma = Subsampling(horizontal: sampling.factors.horizontal, vertical: sampling.factors.vertical)
    let image = Self.image(chroma)
    let source = PlanTable.photo(tag, storedWidth: Self.width, storedHeight: Self.height, sampling: sampling)
    let shown = ExpectedPixels.displayed(image, tag)
    var taken = 0
    for turn in Orientation<Displayed, Displayed>.all {
      for (x, y, wide, high) in [(0, 0, 99, 99), (2, 1, 7, 5), (1, 2, 6, 9), (3, 3, 5, 6), (4, 0, 1, 1)] {
        let region = PixelRect<Displayed>(
          x: x, y: y, width: min(wide, shown.width - x), height: min(high, shown.height - y))
        for bandRows in [1, 3, 64] {
          var codec = MemoryCodec(.jpeg, decoding: image, planes: true)
          codec.bandRows = bandRows
          let rendition = Rendition(region: .pixels(region), rotation: turn, upright: .pixels)
          let pipeline = Pipeline(codecs: [codec])
          let plan = try pipeline.plan(rendition, for: Probe(source))
          guard case .transcode(let transcode) = plan.route, case .planes(_, let overhang) = transcode.form else {
            continue
          }
          taken += overhang == .none ? 1 : 0
          let bytes = try pipeline.run(plan, on: source)
          #expect(bytes.starts(with: "planes \(plan.outputSize) ".utf8))
          let planes = try #require(codec.log.asked.planes.first)
          #expect(planes.chroma == transcode.settings.sampling && codec.log.asked.encoded.isEmpty)
          #expect(codec.log.asked.bands.flatMap { Array($0) } == Array(0..<transcode.pass.region.height))
          let expected = try ExpectedPixels.turned(ExpectedPixels.cropped(shown, to: region), by: turn)
          let seen = Self.seen(planes)
          if overhang == .none {
            #expect(seen == expected, "\(turn) of \(region) in bands of \(bandRows)")
          } else {
            #expect(Self.luma(seen) == Self.luma(expected), "\(turn) of \(region) in bands of \(bandRows)")
            let unmoved = try #require(try self.unmoved(chroma, image, transcode))
            #expect(planes == unmoved, "\(turn) of \(region) in bands of \(bandRows)")
          }
        }
      }
    }
    #expect(taken >= (sampling == .full ? 110 : 12))
  }

  @Test func whatADecoderThrowsEndsTheRunBeforeAByte() throws {
    let source = PlanTable.photo(.rightBottom, storedWidth: 14, storedHeight: 11)
    let error = UprightError.malformed(MetadataError(.corruptData, at: 9))
    for band in 0..<2 {
      var codec = MemoryCodec(.jpeg, decoding: Self.image(.none), planes: true)
      codec.failure = (band, error)
      var sink = WatchedSink()
      let pipeline = Pipeline(codecs: [codec])
      let plan = try pipeline.plan(Rendition(upright: .pixels), for: Probe(source))
      #expect(throws: error) { try pipeline.run(plan, on: source, into: &sink) }
      #expect(sink.bytes.isEmpty)
    }
  }

  @Test func cancellingEndsItBetweenBands() async throws {
    let source = PlanTable.photo(.rightBottom, storedWidth: 14, storedHeight: 11)
    let codec = MemoryCodec(.jpeg, decoding: Self.image(.none), planes: true)
    let task = Task { () -> Result<[UInt8], UprightError> in
      while !Task.isCancelled { await Task.yield() }
      do throws(UprightError) {
        return .success(try Pipeline(codecs: [codec]).run(Rendition(upright: .pixels), on: source))
      } catch { return .failure(error) }
    }
    task.cancel()
    #expect(await task.value == .failure(.cancelled))
    #expect(codec.log.asked.regions.count == 1 && codec.log.asked.planes.isEmpty)
  }

  /// A rendition's pixels are delivered as samples, whatever its file would be made from.
  @Test func rastersAreMadeOfSamples() throws {
    let source = PlanTable.photo(.rightBottom, storedWidth: 14, storedHeight: 11)
    let codec = MemoryCodec(.jpeg, decoding: Self.image(.none), planes: true)
    let raster = try Pipeline(codecs: [codec]).raster(Rendition(), of: Probe(source), from: source)
    #expect(TinyImage(raster) == ExpectedPixels.displayed(Self.image(.none), .rightBottom))
    #expect(codec.log.asked.regions.isEmpty)
  }
}
