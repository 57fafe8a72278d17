// How a run can end: each with its own error, at its own limit, and a refused transform without a byte written.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

@Suite struct EndsTests {
  static let size = PixelSize<Stored>(width: 64, height: 64)

  static func jpeg(progressive: Bool = false, channels: Int = 3) throws -> [UInt8] {
    try encode(.mixedColors(width: 64, height: 64, channels: channels), .jpeg(90, 2, 2, progressive: progressive))
  }

  /// A transform with more metadata than is buffered: its output, and how it ended.
  static func turn(
    _ source: some ByteSource, limits: Limits = Limits(), orientation: Orientation<Stored, Displayed> = orientations[5]
  ) -> (written: [UInt8], error: UprightError?) {
    let segments = (0..<3).map { _ in
      CarriedMetadata.Segment(marker: 0xE4, payload: [UInt8](repeating: 5, count: 65_533))
    }
    var sink: [UInt8] = []
    let error = failure {
      _ = try JPEGCodec().transform(
        LosslessJob(region: size.bounds, orientation: orientation), from: source,
        metadata: CarriedMetadata(segments: segments), limits: limits, into: &sink)
    }
    return (sink, error)
  }

  @Test func everyFailureHasItsErrorAndATurnWritesNothingBeforeIt() throws {
    let good = try Self.jpeg()
    let blocks = 64 * 64 * 2 * 3 / 2
    let cases: [(String, any ByteSource, Limits, UprightError)] = [
      ("no JPEG", [1, 2, 3, 4], Limits(), .malformed(MetadataError(.corruptData, at: 0))),
      ("nothing", [UInt8](), Limits(), .malformed(MetadataError(.truncated, at: 0))),
      ("pixels", good, Limits(pixels: 4095), .limit(.pixels, asked: 4096, allowed: 4095)),
      (
        "memory", good, Limits(memoryBytes: blocks - 1),
        .limit(.memory, asked: blocks, allowed: blocks - 1)
      ),
      ("seconds", good, Limits(seconds: 1e-9), .limit(.seconds, asked: 1, allowed: 0)),
      ("disk", FailingSource(bytes: good, failsFrom: 0), Limits(), .io(path: "", systemError: 5)),
    ]
    for (name, source, limits, expected) in cases {
      let (written, error) = Self.turn(source, limits: limits)
      #expect(error == expected, "\(name)")
      #expect(written.isEmpty, "\(name)")
    }
    let arithmetic = CodecSessionTests.framed(good, marker: 0xC3)
    guard case .unsupported(let text) = Self.turn(arithmetic).error else {
      Issue.record("SOF3")
      return
    }
    #expect(!text.description.isEmpty)
    let outside = LosslessJob(region: PixelRect(x: 8, y: 0, width: 8, height: 8), orientation: .identity)
    var sink: [UInt8] = []
    let refused = failure {
      _ = try JPEGCodec().transform(
        outside, from: good, metadata: CarriedMetadata(), limits: Limits(), into: &sink)
    }
    guard case .unanswerable(field: "region", _) = refused, sink.isEmpty else {
      Issue.record("\(String(describing: refused))")
      return
    }
  }

  @Test(arguments: [false, true])
  func aTruncatedSourceIsMalformedAndWritesNothing(progressive: Bool) throws {
    let jpeg = try Self.jpeg(progressive: progressive)
    for count in stride(from: 0, to: jpeg.count, by: 13) {
      let (written, error) = Self.turn(Array(jpeg.prefix(count)))
      guard case .malformed(let why) = error else {
        Issue.record("\(count) bytes: \(String(describing: error))")
        return
      }
      #expect(written.isEmpty && why.offset <= count)
    }
    #expect(Self.turn(jpeg).error == nil)
  }

  @Test(arguments: [false, true], 0..<4)
  func noiseInASourceMakesAnImageOrIsMalformedWithNothingWritten(progressive: Bool, seed: UInt64) throws {
    let jpeg = try Self.jpeg(progressive: progressive)
    let start = try #require(Marker.all(of: jpeg).last).place.upperBound
    var random = SplitMix64(seed: seed)
    var (refused, made) = (0, 0)
    for _ in 0..<60 {
      var noisy = jpeg
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        noisy[Int.random(in: start..<jpeg.count - 2, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      let (written, error) = Self.turn(noisy, orientation: orientations[Int.random(in: 0..<8, using: &random)])
      switch error {
      case nil:
        made += 1
        #expect(try decode(written, width: 64, height: 64, limits: Limits(warnings: 0)).bytes.count == 64 * 64 * 3)
      case .malformed:
        refused += 1
        #expect(written.isEmpty)
      default: Issue.record("\(String(describing: error)), \(written.count) bytes written")
      }
    }
    #expect(refused > 0 && made + refused == 60)
  }

  @Test func anImageThatIsTurnedFromNoiseCanBeTurnedAgain() throws {
    let jpeg = try Self.jpeg()
    let start = try #require(Marker.all(of: jpeg).last).place.upperBound
    var random = SplitMix64(seed: 40)
    var agreed = 0
    for _ in 0..<200 {
      var noisy = jpeg
      noisy[Int.random(in: start..<jpeg.count - 2, using: &random)] ^= 1 << UInt8.random(in: 0...7, using: &random)
      guard let once = try? transform(noisy, orientations[5], region: Self.size.bounds).bytes else { continue }
      let back = try transform(once, orientations[7], region: Self.size.bounds).bytes
      #expect(try Coefficients(back) == Coefficients(transform(noisy, .identity, region: Self.size.bounds).bytes))
      agreed += 1
    }
    #expect(agreed > 0)
  }

  @Test(arguments: [(1, 6), (3, 10), (4, 18)])
  func asManyScansAsAllowedAndNotOneMore(channels: Int, scans: Int) throws {
    let jpeg = try Self.jpeg(progressive: true, channels: channels)
    for allowed in [1, scans - 1, scans, scans + 1] {
      let limits = Limits(scans: allowed)
      let shown = failure { _ = try decode(jpeg, width: 64, height: 64, channels: channels, limits: limits) }
      let (written, turned) = Self.turn(jpeg, limits: limits)
      let expected: UprightError? =
        allowed < scans ? .limit(.scans, asked: allowed + 1, allowed: allowed) : nil
      #expect(shown == expected && turned == expected, "\(allowed) of \(scans)")
      #expect(written.isEmpty == (expected != nil))
    }
  }

  @Test func asManyWarningsAsAllowedAndNotOneMore() throws {
    var jpeg = try Self.jpeg()
    // Fill bytes before a marker are normal, and so is what cameras leave between segments; other bytes between the
    // coded data and the last marker are one warning.
    jpeg.insert(contentsOf: [0, 0, 0], at: jpeg.count - 2)
    #expect(try decode(jpeg, width: 64, height: 64, limits: Limits(warnings: 1)).height == 64)
    guard case .malformed = failure({ _ = try decode(jpeg, width: 64, height: 64, limits: Limits(warnings: 0)) }) else {
      Issue.record("no warning is allowed, yet there is a picture")
      return
    }
    let (written, error) = Self.turn(jpeg)
    guard case .malformed = error, written.isEmpty else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  /// A source that waits before every read, or cancels its own task at one of them.
  struct SlowSource: ByteSource {
    let bytes: [UInt8]
    var pause = Duration.zero
    var cancelsAt = Int.max
    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      let clock = ContinuousClock()
      let end = clock.now + pause
      while clock.now < end {}
      if range.lowerBound >= cancelsAt { unsafe withUnsafeCurrentTask { unsafe $0?.cancel() } }
      return try bytes.read(range)
    }
  }

  @Test func timeRunsOutWhileASourceIsSlow() throws {
    let jpeg = try encode(.mixedColors(width: 500, height: 500, channels: 3), .jpeg(98))
    #expect(jpeg.count > 4 * 65_536)
    let slow = SlowSource(bytes: jpeg, pause: .milliseconds(30))
    let late = UprightError.limit(.seconds, asked: 1, allowed: 0)
    var bands = 0
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 500, height: 500), denominator: 1, layout: SampleLayout(.rgb))
    let error = failure {
      try JPEGCodec().decode(pass, from: slow, limits: Limits(seconds: 0.07)) { _, _ in bands += 1 }
    }
    #expect(error == late && bands < 8)
    let (written, turning) = Self.turn(slow, limits: Limits(seconds: 0.07))
    #expect(turning == late && written.isEmpty)
    #expect(failure { try JPEGCodec().decode(pass, from: slow, limits: Limits(seconds: nil)) { _, _ in } } == nil)
  }

  @Test func aCallerMayLoseInterestMidway() async throws {
    let jpeg = try encode(.mixedColors(width: 500, height: 500, channels: 3), .jpeg(98))
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 500, height: 500), denominator: 1, layout: SampleLayout(.rgb))
    for place in [0, 65_536, 131_072] {
      let task = Task { () -> (Int, UprightError?, [UInt8], UprightError?) in
        let source = SlowSource(bytes: jpeg, cancelsAt: place)
        var bands = 0
        let shown = failure { try JPEGCodec().decode(pass, from: source, limits: Limits()) { _, _ in bands += 1 } }
        let (written, turned) = Self.turn(source)
        return (bands, shown, written, turned)
      }
      let (bands, shown, written, turned) = await task.value
      #expect(shown == .cancelled && bands < 8)
      #expect(turned == .cancelled && written.isEmpty)
    }
  }

  @Test func encodersOfAllKindsMakeInParallelWhatTheyMakeAlone() async throws {
    let kinds = JPEGEncodingTests.Kind.all.filter { $0.across < 3 && $0.down < 3 }
    let alone = try kinds.map { try encode(.mixedColors(width: 90, height: 70, channels: $0.channels), $0.settings) }
    let image = Samples.mixedColors(width: 90, height: 70, channels: 3)
    let png = try PNGCodecTests.png(image, SampleLayout(.rgb))
    let right = await withTaskGroup(of: Bool.self) { group in
      for round in 0..<3 * kinds.count {
        group.addTask {
          let (index, kind) = (round % kinds.count, kinds[round % kinds.count])
          let own = try? encode(.mixedColors(width: 90, height: 70, channels: kind.channels), kind.settings)
          let other = try? PNGCodecTests.png(image, SampleLayout(.rgb))
          return own == alone[index] && other == png
        }
      }
      return await group.reduce(into: [Bool]()) { $0.append($1) }
    }
    #expect(right.count == 3 * kinds.count && right.allSatisfy(\.self))
  }

  @Test func sinksThatFillUpAtAnyByteEndEncodingWithTheirOwnError() throws {
    let image = Samples.mixedColors(width: 300, height: 300, channels: 3)
    let jpeg = try encode(image, .jpeg(100))
    for room in stride(from: 0, to: jpeg.count, by: 40_000) {
      var sink = FullSink(room: room)
      let error = failure {
        try JPEGCodec().encode(
          image.raster(SampleLayout(.rgb)), settings: .jpeg(100), metadata: CarriedMetadata(), limits: Limits(),
          into: &sink)
      }
      #expect(error == .io(path: "full", systemError: 28) && sink.taken <= room)
    }
    var sink = FullSink(room: jpeg.count)
    try JPEGCodec().encode(
      image.raster(SampleLayout(.rgb)), settings: .jpeg(100), metadata: CarriedMetadata(), limits: Limits(),
      into: &sink)
    #expect(sink.taken == jpeg.count && sink.room == 0)
  }
}
