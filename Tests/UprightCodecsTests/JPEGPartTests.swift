// Regions that are cut out before they are decoded have the pixels of a whole decode, and damage ends as without.

import Foundation
import Synchronization
import Testing
import Upright
import UprightTestTools

@testable import UprightCodecs

@Suite struct JPEGPartTests {
  private static let (width, height) = (333, 281)

  private func region(_ random: inout SplitMix64, _ denominator: Int) -> PixelRect<Stored> {
    let x = Int.random(in: 0..<Self.width - 8, using: &random)
    let y = Int.random(in: 0..<Self.height - 8, using: &random)
    let (left, top) = (x / denominator * denominator, y / denominator * denominator)
    let (right, bottom) = (
      Int.random(in: x + 8...Self.width, using: &random), Int.random(in: y + 8...Self.height, using: &random)
    )
    return PixelRect(
      x: left, y: top, width: (right == Self.width ? right : right / denominator * denominator) - left,
      height: (bottom == Self.height ? bottom : bottom / denominator * denominator) - top)
  }

  @Test(arguments: JPEGCodecTests.samplings, [1, 2, 4, 8])
  func aRegionThatIsCutOutHasTheSamePixels(sampling: (Int, Int), denominator: Int) throws {
    for channels in [1, 3, 4] where channels < 4 || sampling.0 * sampling.1 <= 4 {
      let image = Samples.mixedColors(width: Self.width, height: Self.height, channels: channels)
      let jpeg = try encode(image, .jpeg(88, sampling.0, sampling.1))
      var random = SplitMix64(seed: UInt64(denominator * 8 + channels))
      for _ in 0..<12 {
        let region = region(&random, denominator)
        let parts = try [nil, jpeg.count].map { limit in
          try decode(
            jpeg, width: Self.width, height: Self.height, region: region, denominator: denominator, channels: channels,
            cutLimit: limit)
        }
        #expect(parts[0] == parts[1], "\(region) at 1/\(denominator), \(channels) channels")
      }
    }
  }

  @Test(arguments: [(1, 1), (2, 1), (1, 2), (2, 2)])
  func aRegionThatIsCutOutHasTheSamePlanes(sampling: (Int, Int)) throws {
    let image = Samples.mixedColors(width: Self.width, height: Self.height, channels: 3)
    let jpeg = try encode(image, .jpeg(88, sampling.0, sampling.1))
    let chroma = Subsampling(horizontal: sampling.0, vertical: sampling.1)
    var random = SplitMix64(seed: 5)
    for _ in 0..<20 {
      let region = region(&random, 4)
      let whole = try decodePlanes(jpeg, region, chroma)
      #expect(try decodePlanes(jpeg, region, chroma, cutLimit: jpeg.count) == whole, "\(region)")
    }
  }

  /// A file that cannot be walked, or whose region takes more than allowed, is decoded from its first row on.
  @Test func whatCannotBeCutOutIsDecodedAllTheSame() throws {
    let image = Samples.mixedColors(width: Self.width, height: Self.height, channels: 3)
    let region = PixelRect<Stored>(x: 40, y: 200, width: 64, height: 48)
    for (jpeg, limit) in [
      (try encode(image, .jpeg(88, progressive: true)), Int.max), (try encode(image, .jpeg(88)), 10),
    ] {
      let parts = try [nil, limit].map {
        try decode(jpeg, width: Self.width, height: Self.height, region: region, cutLimit: $0)
      }
      #expect(parts[0] == parts[1])
    }
  }

  /// Every prefix, and damage everywhere: the same error, or the same pixels. Damage to the right of the region, in the
  /// last row that a decoder reads for it, is found from the top only.
  @Test(arguments: [0, Limits().warnings])
  func damageEndsAsItDoesWithoutACut(warnings: Int) throws {
    let image = Samples.mixedColors(width: 96, height: 96, channels: 3)
    let jpeg = try encode(image, .jpeg(90, 2, 2))
    let region = PixelRect<Stored>(x: 32, y: 48, width: 32, height: 16)
    var limits = Limits()
    limits.warnings = warnings
    func outcome(_ bytes: [UInt8], _ cutLimit: Int?) -> Result<Samples, UprightError>? {
      do {
        return .success(
          try decode(bytes, width: 96, height: 96, region: region, limits: limits, cutLimit: cutLimit))
      } catch { return (error as? UprightError).map { .failure($0) } }
    }
    let intact = try decode(jpeg, width: 96, height: 96, region: region)
    var files = jpeg.indices.map { Array(jpeg[..<$0]) }
    for place in stride(from: 150, to: jpeg.count, by: 3) {
      var bytes = jpeg
      bytes[place] ^= UInt8(1 << (place % 8))
      files.append(bytes)
    }
    for (index, bytes) in files.enumerated() {
      let (cut, whole) = (outcome(bytes, bytes.count), outcome(bytes, nil))
      if case .failure? = whole, cut == .success(intact) { continue }
      #expect(cut == whole, "file \(index)")
    }
  }

  @Test func aWalkEndsWithItsTask() async throws {
    let jpeg = try encode(Samples.mixedColors(width: 96, height: 96, channels: 3), .jpeg(90))
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return failure {
        _ = try decode(
          jpeg, width: 96, height: 96, region: PixelRect(x: 0, y: 80, width: 8, height: 8), cutLimit: .max)
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
  }

  /// A source whose first read takes a while.
  private final class LateSource: ByteSource {
    private let bytes: [UInt8]
    private let pause: Duration
    private var isLate = true

    init(_ bytes: [UInt8], _ pause: Duration) { (self.bytes, self.pause) = (bytes, pause) }

    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      if isLate { JPEGPartTests.wait(pause) }
      isLate = false
      return try bytes.read(range)
    }
  }

  private static func wait(_ pause: Duration) {
    let end = ContinuousClock.now + pause
    while ContinuousClock.now < end {}
  }

  /// A source whose end takes a while, unless it is read with what is above it.
  private struct SlowEnd: SharedSource {
    let bytes: [UInt8]
    var pause = Duration.zero
    /// What happens when the end is read.
    var atEnd: @Sendable () -> Void = {}

    var byteCount: Int { bytes.count }

    func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
      if range.upperBound == bytes.count, range.lowerBound > bytes.count / 4 {
        JPEGPartTests.wait(pause)
        atEnd()
      }
      return try bytes.read(range)
    }
  }

  /// What is below a region is read in the same seconds, and while its task goes on.
  @Test func theRestIsReadInTheSameSeconds() async throws {
    let jpeg = try encode(Samples.mixedColors(width: 96, height: 480, channels: 3), .jpeg(90))
    @Sendable func error(_ seconds: Double?, _ source: SlowEnd) -> UprightError? {
      var pass = DecodePass(
        region: PixelRect(x: 0, y: 200, width: 96, height: 24), denominator: 1, layout: layout(3), cutLimit: 1 << 20)
      pass.checksRest = true
      let limits = Limits(warnings: 0, seconds: seconds)
      return failure {
        try JPEGCodec().decode(pass, from: source, limits: limits) { _, _ in }
      }
    }
    #expect(error(nil, SlowEnd(bytes: jpeg, pause: .milliseconds(50))) == nil)
    guard case .limit(.seconds, _, 1) = error(1, SlowEnd(bytes: jpeg, pause: .milliseconds(1_100))) else {
      Issue.record("the seconds are not kept")
      return
    }
    // No thread of Swift's pool may wait here for a turn of another one: thousands of tests may be before it. The task
    // looks at its cancellation every few milliseconds while the end is read.
    let task = Mutex<Task<UprightError?, Never>?>(nil)
    let source = SlowEnd(bytes: jpeg) {
      while true {
        if let task = task.withLock({ $0 }) {
          task.cancel()
          usleep(2_000_000)
          return
        }
        usleep(1_000)
      }
    }
    let started = Task { error(nil, source) }
    task.withLock { $0 = started }
    #expect(await started.value == .cancelled)
  }

  private static let pause = Duration.milliseconds(600)

  @Test(arguments: [nil, 1 << 20])
  func theSecondsAreThoseOfCuttingAndDecodingTogether(cutLimit: Int?) throws {
    let jpeg = try encode(Samples.mixedColors(width: 96, height: 160, channels: 3), .jpeg(90))
    let pass = DecodePass(
      region: PixelRect(x: 0, y: 0, width: 96, height: 160), denominator: 1, layout: layout(3), cutLimit: cutLimit)
    let source = LateSource(jpeg, Self.pause)
    let error = failure {
      try JPEGCodec().decode(pass, from: source, limits: Limits(seconds: 1)) { _, first in
        if first == 0 { Self.wait(Self.pause) }
      }
    }
    guard case .limit(.seconds, _, let allowed) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(allowed == 1)
  }
}
