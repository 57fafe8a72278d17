// A codec whose images are in memory: it decodes what it was given, and encodes the samples unchanged.

import Foundation
import Upright
import UprightFixtures

/// A substitute for a library; records its calls.
struct MemoryCodec: ImageDecoder, ImageEncoder, BlockCodec, PlaneCodec {
  /// The calls of a codec, in order.
  final class Log: @unchecked Sendable {
    private let lock = NSLock()
    private var held = Asked()

    struct Asked {
      var passes: [DecodePass] = []
      var bands: [Range<Int>] = []
      var encoded: [Raster<Output>] = []
      var regions: [PixelRect<Stored>] = []
      var planes: [PlanarRaster<Output>] = []
      var settings: [EncodeSettings] = []
      var metadata: [CarriedMetadata] = []
      var jobs: [LosslessJob] = []
      var limits: [Limits] = []
    }

    var asked: Asked { lock.withLock { held } }
    func note(_ change: (inout Asked) -> Void) { lock.withLock { change(&held) } }
  }

  let format: ContainerFormat
  let capabilities: Capabilities
  /// The decoded result of any source.
  var image: TinyImage?
  /// Rows per band.
  var bandRows = 8
  /// Thrown before the band with this number.
  var failure: (band: Int, error: UprightError)?
  /// Thrown by a transform, after it wrote some bytes.
  var transformFailure: (written: [UInt8], error: UprightError)?
  /// Thrown by an encoder that is given a profile, after it wrote some bytes.
  var profileFailure: (written: [UInt8], error: UprightError)?
  /// Called before each band.
  var beforeBand: @Sendable (Int) -> Void = { _ in }
  /// What a transform reports about the image's end.
  var end = 0
  let log = Log()

  init(
    _ format: ContainerFormat, decoding image: TinyImage? = nil, transforms: Bool = false,
    planes: Bool = false, denominators: [Int] = [1, 2, 4, 8]
  ) {
    self.format = format
    self.image = image
    capabilities = Capabilities(
      decodes: image != nil, encodes: true, transforms: transforms, planes: planes, denominators: denominators)
  }

  /// The mean of each block of `denominator` × `denominator` pixels that exist.
  private func sample(_ image: TinyImage, _ pass: DecodePass, x: Int, y: Int, channel: Int) -> UInt16 {
    let part = pass.denominator
    var (sum, count) = (0, 0)
    for row in 0..<part where pass.region.y + y * part + row < pass.region.maxY {
      for column in 0..<part where pass.region.x + x * part + column < pass.region.maxX {
        sum += Int(
          image.sample(x: pass.region.x + x * part + column, y: pass.region.y + y * part + row, channel: channel))
        count += 1
      }
    }
    return UInt16((sum + count / 2) / max(1, count))
  }

  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    guard let image else { throw .unsupported("nothing to decode") }
    log.note {
      $0.passes.append(pass); $0.limits.append(limits)
    }
    for (number, row) in stride(from: 0, to: pass.size.height, by: bandRows).enumerated() {
      if let failure, failure.band == number { throw failure.error }
      beforeBand(number)
      let rows = min(bandRows, pass.size.height - row)
      let size = PixelSize<Decoded>(width: pass.size.width, height: rows)
      guard var raster = Raster<Decoded>(size: size, layout: pass.layout) else { throw .unsupported("no memory") }
      for y in 0..<rows {
        for x in 0..<size.width {
          for channel in 0..<pass.layout.channels.count {
            raster.setSample(
              sample(image, pass, x: x, y: row + y, channel: channel), x: x, y: y, channel: channel)
          }
        }
      }
      try band(raster, row)
      log.note { $0.bands.append(row..<row + rows) }
    }
  }

  /// "size ", the samples of each row in a separate write.
  func encode(
    _ image: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    log.note {
      $0.encoded.append(image)
      $0.settings.append(settings)
      $0.metadata.append(metadata)
    }
    if let profileFailure, metadata.icc != nil {
      if !profileFailure.written.isEmpty { try sink.write(profileFailure.written) }
      throw profileFailure.error
    }
    try sink.write(Array("\(image.size) ".utf8))
    let row = image.bytesPerRow
    for y in 0..<image.size.height { try sink.write(Array(image.bytes[y * row..<(y + 1) * row])) }
  }

  /// The image's first sample as luma, the others as the chroma of the group whose first pixel has them.
  func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    guard let image else { throw .unsupported("nothing to decode") }
    let region = pass.region
    log.note {
      $0.regions.append(region); $0.limits.append(limits)
    }
    let most = bandRows * chroma.vertical
    for start in stride(from: region.y / most * most, to: region.maxY, by: most) {
      let part = PixelRect<Stored>(
        x: region.x, y: max(start, region.y), width: region.width,
        height: min(start + most, region.maxY) - max(start, region.y))
      if let failure, failure.band == start / most { throw failure.error }
      let planes = [Subsampling.none, chroma, chroma].enumerated().compactMap { Self.plane($0, of: part, $1, image) }
      guard let rows = PlanarRaster(planes: planes, chroma: chroma) else { throw .unsupported("no chroma so cut") }
      try band(rows, part.y - region.y)
      log.note { $0.bands.append(part.y - region.y..<part.maxY - region.y) }
    }
  }

  private static func plane(
    _ channel: Int, of part: PixelRect<Stored>, _ step: Subsampling, _ image: TinyImage
  ) -> Raster<Decoded>? {
    let columns = part.x / step.horizontal...(part.maxX - 1) / step.horizontal
    let rows = part.y / step.vertical...(part.maxY - 1) / step.vertical
    let samples = rows.flatMap { y in
      columns.map { image.sample(x: $0 * step.horizontal, y: y * step.vertical, channel: channel) }
    }
    let size = PixelSize<Decoded>(width: columns.count, height: rows.count)
    return Raster(size: size, layout: SampleLayout(.gray), bytes: samples)
  }

  /// "planes size ", the samples of each plane in a separate write.
  func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    log.note {
      $0.planes.append(image)
      $0.settings.append(settings)
      $0.metadata.append(metadata)
    }
    try sink.write(Array("planes \(image.size) ".utf8))
    for plane in image.planes { try sink.write(plane.bytes) }
  }

  func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int {
    if let transformFailure {
      if !transformFailure.written.isEmpty { try sink.write(transformFailure.written) }
      throw transformFailure.error
    }
    log.note {
      $0.jobs.append(job)
      $0.metadata.append(metadata)
      $0.limits.append(limits)
    }
    try sink.write(Array("moved".utf8))
    return end
  }

  /// None: no test needs them.
  func writeBlocks(
    of size: PixelSize<Stored>, as orientation: Orientation<Stored, Displayed>, from source: any ByteSource,
    limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) { throw .unsupported("blocks of \(format.rawValue)") }
}

/// A sink that records each write and can run full.
struct WatchedSink: ByteSink {
  private(set) var writes: [[UInt8]] = []
  /// How many bytes fit.
  var room = Int.max

  var bytes: [UInt8] { writes.flatMap { $0 } }

  mutating func write(_ bytes: [UInt8]) throws(UprightError) {
    let taken = writes.reduce(0) { $0 + $1.count }
    guard taken + bytes.count <= room else { throw .io(path: "full", systemError: 28) }
    writes.append(bytes)
  }
}

/// A source that records which ranges were read and can end early or fail.
final class WatchedSource: ByteSource, @unchecked Sendable {
  private let bytes: [UInt8]
  private let lock = NSLock()
  private var held: [Range<Int>] = []
  /// From here on nothing more is delivered, although `byteCount` differs.
  let end: Int
  /// Reading this byte is an error.
  let broken: Int?

  init(_ bytes: [UInt8], end: Int? = nil, broken: Int? = nil) {
    self.bytes = bytes
    self.end = end ?? bytes.count
    self.broken = broken
  }

  var byteCount: Int { bytes.count }
  var ranges: [Range<Int>] { lock.withLock { held } }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    lock.withLock { held.append(range) }
    if let broken, range.contains(broken) { throw MetadataError(.unreadable, at: broken, systemError: 5) }
    return Array(bytes[range.clamped(to: 0..<end)])
  }
}
