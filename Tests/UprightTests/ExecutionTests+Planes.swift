// Planes from a decoder in memory to an encoder in memory: each sample where it is displayed.

import Testing
import UprightFixtures

@testable import Upright

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
