// The public entry: probing, planning and running together; streams in pieces; cancellation; copied metadata.

import Testing
import UprightFixtures
import UprightTestTools

@testable import Upright

@Suite struct PipelineTests {
  private static let mebibyte = 1 << 20

  /// A tagged photo with bytes after its end.
  private static func long(_ tag: ExifOrientation? = .rightTop, trailer: Int) -> [UInt8] {
    PlanTable.photo(tag) + (0..<trailer).map { UInt8(truncatingIfNeeded: $0 &* 131 >> 3) }
  }

  // MARK: - Streams

  @Test func aCopyIsReadInPiecesOnceAndInOrder() throws {
    for trailer in [0, 1, Self.mebibyte, 2 * Self.mebibyte + 17] {
      let bytes = Self.long(trailer: trailer)
      let source = WatchedSource(bytes)
      let pipeline = Pipeline(codecs: [])
      var sink = WatchedSink()
      let plan = try pipeline.plan(Rendition(), for: Probe(bytes))
      try pipeline.run(plan, on: source, into: &sink)
      #expect(sink.bytes == bytes)
      #expect(source.ranges.first == 0..<4096, "the fingerprint")
      #expect(source.ranges.allSatisfy { $0.count <= Self.mebibyte })
      let copied = source.ranges.suffix(sink.writes.count)
      #expect(copied.first?.lowerBound == 0 && copied.last?.upperBound == bytes.count)
      for (one, next) in zip(copied, copied.dropFirst()) { #expect(one.upperBound == next.lowerBound) }
      #expect(sink.writes.map(\.count) == copied.map(\.count))
    }
  }

  @Test(arguments: ExifOrientation.allCases)
  func aRetagIsThePatchAppliedInPieces(_ tag: ExifOrientation) throws {
    for (carrier, trailer) in [(true, 0), (true, 2 * Self.mebibyte), (false, Self.mebibyte + 1)] {
      let bytes = Self.long(carrier ? tag : nil, trailer: trailer)
      let source = WatchedSource(bytes)
      let probe = try Probe(bytes)
      let pipeline = Pipeline(codecs: [])
      let plan = try pipeline.plan(Rendition(rotation: .rotate180), for: probe)
      guard case .retag(let patch) = plan.route else { throw Unexpected(plan.description) }
      var sink = WatchedSink()
      try pipeline.run(plan, on: source, into: &sink)
      #expect(sink.bytes == (try patch.applied(to: bytes)))
      #expect(sink.writes.allSatisfy { $0.count <= Self.mebibyte })
      #expect(try Probe(sink.bytes).orientation == probe.orientation.then(.rotate180))
    }
  }

  /// Far after the first bytes: another orientation is another file; another digit in XMP is found before it is
  /// overwritten.
  @Test func carriersThatChangedAreNotOverwritten() throws {
    let comment = TinySegment(0xFE, Array(repeating: 0x20, count: 6_000))
    let bytes = TinyJPEG(
      .sixColors,
      segments: [comment, .exif(TinyTIFF(.big, orientation: 6)), .xmp(TinyXMP.packet(orientation: "6"))]
    ).bytes
    let probe = try Probe(bytes)
    let pipeline = Pipeline(codecs: [])
    let plan = try pipeline.plan(Rendition(rotation: .rotate90), for: probe)
    guard case .retag(let patch) = plan.route, patch.edits.count == 2 else { throw Unexpected(plan.description) }
    let (tag, digit) = (patch.edits[0].offset, patch.edits[1].offset)
    var changed = bytes
    changed[tag] = 8
    let reason: Phrase = "the source changed since the plan was made"
    #expect(throws: UprightError.unanswerable(field: "source", reason: reason)) { try pipeline.run(plan, on: changed) }
    changed = bytes
    changed[digit] = 0x37
    #expect(throws: UprightError.differentSource) { try pipeline.run(plan, on: changed) }
    #expect(try Probe(pipeline.run(plan, on: bytes)).orientation.exif == .bottomRight)
  }

  @Test func aSourceThatEndsEarlyOrFailsIsNamed() throws {
    let bytes = Self.long(trailer: 9_000)
    let pipeline = Pipeline(codecs: [])
    for rendition in [Rendition(), Rendition(rotation: .rotate90)] {
      let plan = try pipeline.plan(rendition, for: Probe(bytes))
      #expect(throws: UprightError.malformed(MetadataError(.truncated, at: 5_000))) {
        try pipeline.run(plan, on: WatchedSource(bytes, end: 5_000))
      }
      for broken in [0, 5_000, bytes.count - 1] {
        #expect(throws: UprightError.io(path: "", systemError: 5)) {
          try pipeline.run(plan, on: WatchedSource(bytes, broken: broken))
        }
      }
    }
    #expect(throws: UprightError.io(path: "", systemError: 5)) {
      try Probe(checking: WatchedSource(bytes, broken: 0))
    }
  }

  @Test func theTrailerComesAlongWithTheWholeImageOnly() throws {
    let image = PlanTable.photo(.rightTop)
    let bytes = image + Array("behind the end".utf8)
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
    jpeg.end = image.count
    let pipeline = Pipeline(codecs: [jpeg])
    #expect(try pipeline.run(Rendition(upright: .pixels), on: bytes) == Array("movedbehind the end".utf8))
    let crop = PixelRect<Stored>(x: 8, y: 8, width: 8, height: 8)
    let cropped = Rendition(region: .stored(crop), rotation: .rotate90, upright: .pixels, loss: .none)
    #expect(try pipeline.run(cropped, on: bytes) == Array("moved".utf8))
    jpeg.end = bytes.count
    #expect(try Pipeline(codecs: [jpeg]).run(Rendition(upright: .pixels), on: bytes) == Array("moved".utf8))
  }

  // MARK: - Cancellation

  /// Holds a task so that the code in it can cancel it.
  private final class Handle: @unchecked Sendable {
    var task: Task<Result<[UInt8], UprightError>, Never>?
  }

  private static func cancelled(
    atBand number: Int, _ rendition: Rendition
  ) async -> (result: Result<[UInt8], UprightError>?, log: MemoryCodec.Log) {
    let handle = Handle()
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64))
    jpeg.beforeBand = { if $0 == number { handle.task?.cancel() } }
    let pipeline = Pipeline(codecs: [jpeg, MemoryCodec(.png)])
    let gate = AsyncStream<Void>.makeStream()
    handle.task = Task {
      for await _ in gate.stream {}
      do throws(UprightError) {
        return .success(try pipeline.run(rendition, on: PlanTable.photo(.rightTop)))
      } catch { return .failure(error) }
    }
    gate.continuation.finish()
    return (await handle.task?.value, jpeg.log)
  }

  @Test(arguments: [Rendition.Size.full, .exactly(PixelSize(width: 5, height: 5))])
  func aCancelledTaskStopsBetweenBands(_ size: Rendition.Size) async {
    let rendition = Rendition(size: size, upright: .pixels, format: .png)
    for number in 0..<3 {
      let (result, log) = await Self.cancelled(atBand: number, rendition)
      #expect(result == .failure(.cancelled))
      #expect(log.asked.bands.count == number, "bands taken before the cancellation")
    }
    let (result, log) = await Self.cancelled(atBand: .max, rendition)
    #expect((try? result?.get()) != nil && log.asked.bands.count > 2)
  }

  @Test func aCancelledTaskCopiesNothing() async throws {
    let bytes = Self.long(trailer: 100)
    let pipeline = Pipeline(codecs: [])
    let plan = try pipeline.plan(Rendition(), for: Probe(bytes))
    let task = Task { () -> Result<[UInt8], UprightError> in
      while !Task.isCancelled { await Task.yield() }
      do throws(UprightError) { return .success(try pipeline.run(plan, on: bytes)) } catch { return .failure(error) }
    }
    task.cancel()
    #expect(await task.value == .failure(.cancelled))
  }

  // MARK: - What comes along

  private static func withThumbnail(_ thumbnail: TinyImage) -> [UInt8] {
    var block = TinyTIFF(.big, orientation: 6)
    block.thumbnail = TinyJPEG(thumbnail).bytes
    return TinyJPEG(TinyImage(width: 64, height: 32, filledWith: [90, 120, 30]), exif: block).bytes
  }

  @Test func theThumbnailTurnsThroughTheSameHouse() throws {
    let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 64, height: 32), transforms: true)
    let source = Self.withThumbnail(TinyImage(width: 16, height: 8, filledWith: [7, 7, 7]))
    _ = try Pipeline(codecs: [jpeg]).run(Rendition(upright: .pixels), on: source)
    let regions = jpeg.log.asked.jobs.map(\.region)
    #expect(regions == [PixelRect(x: 0, y: 0, width: 16, height: 8), PixelRect(x: 0, y: 0, width: 64, height: 32)])
    #expect(jpeg.log.asked.jobs.allSatisfy { $0.orientation == Orientation(exif: .rightTop) })
    let exif = try #require(jpeg.log.asked.metadata.last?.exif)
    #expect(String(decoding: exif, as: UTF8.self).contains("moved"), "what the codec made of it is in the block")
  }

  @Test func aThumbnailThatCannotBeTurnedIsLeftOutAndTheImageMade() throws {
    var jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 72, height: 70))
    jpeg.failure = (1, .malformed(MetadataError(.corruptData, at: 5)))
    jpeg.bandRows = 64
    let png = MemoryCodec(.png)
    let source = Self.withThumbnail(TinyImage(width: 72, height: 70, filledWith: [7, 7, 7]))
    #expect(try Probe(source).thumbnail != nil)
    _ = try Pipeline(codecs: [jpeg, png]).run(Rendition(upright: .pixels, format: .png), on: source)
    let exif = try #require(png.log.asked.metadata.last?.exif)
    #expect(try Probe(TinyJPEG(.sixColors, segments: [.exif(exif)]).bytes).thumbnail == nil)
    jpeg.failure = (1, .codec(format: .jpeg, message: "no fault of the thumbnail's"))
    #expect(throws: UprightError.codec(format: .jpeg, message: "no fault of the thumbnail's")) {
      try Pipeline(codecs: [jpeg, png]).run(Rendition(upright: .pixels, format: .png), on: source)
    }
  }

  @Test func whatIsHandedToAnEncoderIsUpright() throws {
    let png = MemoryCodec(.png)
    for tag in ExifOrientation.allCases {
      let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 64, height: 64))
      let source = PlanTable.photo(tag, segments: [.xmp(TinyXMP.packet(orientation: "\(tag.rawValue)"))])
      let rendition = Rendition(region: .square, upright: .pixels, format: .png)
      _ = try Pipeline(codecs: [jpeg, png]).run(rendition, on: source)
      let carried = try #require(png.log.asked.metadata.last)
      let shell = TinyJPEG(.sixColors, segments: carried.segments.map { TinySegment($0.marker, $0.payload) })
      let probe = try Probe(shell.bytes)
      #expect(probe.orientation.isIdentity && probe.findings.isEmpty, "tag \(tag)")
    }
  }

  // MARK: - Planning

  @Test func theFirstCodecOfAFormatCounts() throws {
    let first = MemoryCodec(.jpeg, decoding: .letterF, denominators: [1])
    let second = MemoryCodec(.jpeg, decoding: .letterF, transforms: true, denominators: [1, 8])
    let pipeline = Pipeline(codecs: [first, second], limits: Limits(scans: 3))
    #expect(pipeline.planner.capabilities == [.jpeg: first.capabilities])
    #expect(pipeline.planner.limits == Limits(scans: 3))
    #expect(try (pipeline.codec(.jpeg) as? MemoryCodec)?.log === first.log)
    #expect(throws: UprightError.unsupported("no codec for PNG is available")) { try pipeline.codec(.png) }
  }

  @Test func bytesThatAreNoImageAreSortedByFault() throws {
    let pipeline = Pipeline(codecs: [])
    for bytes in [[], Array("hello".utf8), [0xFF, 0xD8]] as [[UInt8]] {
      let error = #expect(throws: UprightError.self) { try pipeline.run(Rendition(), on: bytes) }
      #expect(error?.codes.exitCode == 69 && error?.offset == 0, "\(bytes)")
    }
    let error = #expect(throws: UprightError.self) { try pipeline.run(Rendition(), on: [0xFF, 0xD8, 0xFF, 0xD9]) }
    #expect(error == .malformed(MetadataError(.frameMissing, at: 4)))
  }

  @Test func aRasterIsWhatWouldBeEncoded() throws {
    let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64))
    let png = MemoryCodec(.png)
    let pipeline = Pipeline(codecs: [jpeg, png])
    let source = PlanTable.photo(.rightTop)
    for turn in Orientation<Displayed, Displayed>.all {
      let region = PixelRect<Displayed>(x: 3, y: 4, width: 11, height: 9)
      let rendition = Rendition(region: .pixels(region), rotation: turn, upright: .pixels, format: .png)
      _ = try pipeline.run(rendition, on: source)
      let raster = try pipeline.raster(rendition, of: Probe(source), from: source)
      #expect(png.log.asked.encoded.last == raster)
    }
    for rendition in [Rendition(), Rendition(format: .png)] {
      let whole = try pipeline.raster(rendition, of: Probe(source), from: source)
      let seen = ExpectedPixels.displayed(ExpectedPixels.places(width: 32, height: 64), .rightTop)
      #expect(TinyImage(whole) == seen, "pixels, though a copy would have done for a file")
    }
  }

  @Test func aRasterOfOtherBytesIsRefused() throws {
    let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64))
    let (source, other) = (PlanTable.photo(.rightTop), PlanTable.photo(.leftBottom))
    let reason: Phrase = "the source changed since the plan was made"
    #expect(throws: UprightError.unanswerable(field: "source", reason: reason)) {
      try Pipeline(codecs: [jpeg, MemoryCodec(.png)]).raster(Rendition(format: .png), of: Probe(source), from: other)
    }
  }

  @Test func memoryIsRefusedBeforeACodecIsCalled() throws {
    let jpeg = MemoryCodec(.jpeg, decoding: ExpectedPixels.places(width: 32, height: 64), transforms: true)
    let pipeline = Pipeline(codecs: [jpeg, MemoryCodec(.png)], limits: Limits(memoryBytes: 1 << 19))
    let source = PlanTable.photo(.rightTop)
    for rendition in [Rendition(upright: .pixels), Rendition(upright: .pixels, format: .png)] {
      guard
        case .limit(.memory, let asked, 1 << 19) = #expect(
          throws: UprightError.self, performing: { try pipeline.run(rendition, on: source) })
      else {
        Issue.record("no limit was named")
        continue
      }
      #expect(asked > 1 << 19)
      #expect(throws: UprightError.self) { try pipeline.raster(rendition, of: Probe(source), from: source) }
    }
    #expect(jpeg.log.asked.passes.isEmpty && jpeg.log.asked.jobs.isEmpty)
    #expect(try pipeline.run(Rendition(), on: source) == source, "a copy costs no more")
  }
}
