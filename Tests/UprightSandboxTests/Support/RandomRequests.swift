// Unusual requests, the same on every run.

import Upright
import UprightTestTools

@testable import UprightSandbox

/// A row of requests; every operation in turn.
struct RandomRequests {
  /// The existing operations.
  static let kinds = 7

  private var random: SplitMix64
  private var count = 0

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func next() -> WorkerRequest {
    defer { count += 1 }
    let operation = operation(count % Self.kinds)
    return WorkerRequest(
      format: pick(ContainerFormat.allCases), operation: operation, limits: limits(),
      byteCount: pick([0, 1, 77, 1 << 40, .max]),
      passesFile: .random(using: &random), slots: operation.slots, newMemory: pick([nil, 1, 4096, 1 << 44]))
  }

  mutating func next(_ count: Int) -> [WorkerRequest] { (0..<count).map { _ in next() } }

  private mutating func operation(_ kind: Int) -> WorkerRequest.Operation {
    switch kind {
    case 0:
      .decode(
        DecodePass(
          region: region(), denominator: pick([1, 2, 3, 4, 8]), layout: layout(), imageIndex: pick([nil, 0, 8, .max]),
          cutLimit: pick([nil, 0, .max])))
    case 1: .decodePlanes(region(), chroma(), cutLimit: pick([nil, 0, 1 << 20]))
    case 2: .encode(size(), layout(), settings(), metadata())
    case 3: .encodePlanes(size(), chroma(), settings(), metadata())
    case 4: .transform(LosslessJob(region: region(), orientation: orientation()), metadata())
    case 5: .writeBlocks(size(), orientation())
    case 6: .profile
    default: .convert(size(), layout(), profile: block())
    }
  }

  private mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func length() -> Int { pick([0, 1, 7, 64, 65, 4000, 1 << 20, 1 << 32]) }

  private mutating func size<S: Space>() -> PixelSize<S> { PixelSize(width: length(), height: length()) }

  private mutating func region() -> PixelRect<Stored> {
    PixelRect(x: length(), y: length(), width: length(), height: length())
  }

  private mutating func chroma() -> Subsampling {
    Subsampling(horizontal: pick([1, 2, 4]), vertical: pick([1, 2, 4]))
  }

  private mutating func layout() -> SampleLayout {
    SampleLayout(pick(SampleLayout.Channels.allCases), pick(SampleLayout.Depth.allCases))
  }

  private mutating func orientation() -> Orientation<Stored, Displayed> {
    Orientation(exif: pick(ExifOrientation.allCases))
  }

  private mutating func block() -> [UInt8] {
    (0..<Int.random(in: 0...5, using: &random)).map { _ in UInt8.random(in: 0...255, using: &random) }
  }

  private mutating func maybe(_ block: [UInt8]) -> [UInt8]? { pick([nil, block]) }

  private mutating func settings() -> EncodeSettings {
    let tables = (0..<Int.random(in: 0...2, using: &random)).map { _ in block().map { UInt16($0) * 257 } }
    return EncodeSettings(
      format: pick(ContainerFormat.allCases),
      fidelity: pick([.exact, .level(.random(in: .min ... .max, using: &random)), .tables(tables)]),
      sampling: chroma(), progressive: .random(using: &random), codes: pick([.fitted, .standard]))
  }

  private mutating func metadata() -> CarriedMetadata {
    let segments = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      CarriedMetadata.Segment(marker: UInt8.random(in: 0...255, using: &random), payload: block())
    }
    let chunks = (0..<Int.random(in: 0...2, using: &random)).map { _ in
      CarriedMetadata.Chunk(name: block(), payload: block())
    }
    return CarriedMetadata(
      segments: segments, chunks: chunks, exif: maybe(block()), xmp: maybe(block()), icc: maybe(block()))
  }

  private mutating func limits() -> Limits {
    Limits(
      pixels: pick([0, 12, .max]), memoryBytes: pick([0, 1 << 31, .max, -1]), scans: pick([0, 100]),
      warnings: pick([0, 1000]), seconds: pick([nil, 0, 0.25, -1, .infinity, .leastNonzeroMagnitude]))
  }
}
