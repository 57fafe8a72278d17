// The result of one call of a codec, so that two processes can be compared; sources and sinks that fail.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

/// Rows that arrived, or the written bytes, or the error.
enum Outcome {
  static func decode(
    _ pass: DecodePass, by codec: any Codec, of source: any ByteSource, limits: Limits = Limits()
  ) -> Result<[Raster<Decoded>], UprightError> {
    var bands: [Raster<Decoded>] = []
    return Result { () throws(UprightError) in
      try codec.requiredDecoder().decode(pass, from: source, limits: limits) { band, _ in bands.append(band) }
      return bands
    }
  }

  static func encode(
    _ image: Raster<Output>, _ settings: EncodeSettings, by codec: any Codec,
    metadata: CarriedMetadata = CarriedMetadata(), limits: Limits = Limits()
  ) -> Result<[UInt8], UprightError> {
    Result { () throws(UprightError) in
      var bytes: [UInt8] = []
      try codec.requiredEncoder().encode(image, settings: settings, metadata: metadata, limits: limits, into: &bytes)
      return bytes
    }
  }

  static func transform(
    _ job: LosslessJob, by codec: any Codec, of source: any ByteSource,
    metadata: CarriedMetadata = CarriedMetadata(), limits: Limits = Limits()
  ) -> Result<[UInt8], UprightError> {
    Result { () throws(UprightError) in
      var bytes: [UInt8] = []
      let end = try codec.requiredBlocks().transform(
        job, from: source, metadata: metadata, limits: limits, into: &bytes)
      return bytes + (0..<8).map { UInt8(truncatingIfNeeded: end >> (8 * $0)) }
    }
  }

  static func blocks(
    of size: PixelSize<Stored>, _ tag: ExifOrientation, by codec: any Codec, of source: any ByteSource,
    limits: Limits = Limits()
  ) -> Result<[UInt8], UprightError> {
    Result { () throws(UprightError) in
      var bytes: [UInt8] = []
      try codec.requiredBlocks().writeBlocks(
        of: size, as: Orientation(exif: tag), from: source, limits: limits, into: &bytes)
      return bytes
    }
  }
}

extension Raster where S == Output {
  /// Noise: without symmetry, and almost incompressible.
  static func noise(_ width: Int, _ height: Int, _ layout: SampleLayout = SampleLayout(.rgb)) throws -> Raster {
    var random = SplitMix64(seed: UInt64(width * 1000 + height))
    let bytes = (0..<width * height * layout.bytesPerPixel).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return try #require(Raster(size: PixelSize(width: width, height: height), layout: layout, bytes: bytes))
  }
}

extension Result {
  var error: Failure? {
    guard case .failure(let error) = self else { return nil }
    return error
  }
}

/// A source that fails beyond some offset.
struct BrokenSource: ByteSource {
  let bytes: [UInt8]
  let failsFrom: Int
  var byteCount: Int { bytes.count }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    guard range.upperBound <= failsFrom else {
      throw MetadataError(.unreadable, at: range.lowerBound, systemError: 5)
    }
    return try bytes.read(range)
  }
}

/// A source that reports a wrong length.
struct LyingSource: ByteSource {
  let bytes: [UInt8]
  let byteCount: Int
  /// Happens at each read.
  var atRead: @Sendable () -> Void = {}

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    atRead()
    return try bytes.read(range)
  }
}

/// A disk that is full after this many bytes.
struct SmallDisk: ByteSink {
  static let full = UprightError.io(path: "full", systemError: 28)
  var room: Int

  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    guard bytes.count <= room else { throw Self.full }
    room -= bytes.count
  }
}
