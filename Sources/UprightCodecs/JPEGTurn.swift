// Lossless transforms of a sequential JPEG without libjpeg: its coefficients are kept packed, and two threads walk and
// code them (Sources/UprightJPEG/Design.md).

import Upright
import UprightJPEG

extension JPEGCodec {
  /// What `transform` does; nil if the file is left to libjpeg, for its coding, or because it is damaged, which `fault`
  /// then states.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; errors of `sink`.
  func turned(
    _ job: LosslessJob, from source: some ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink, _ fault: inout ScanFault?
  ) throws(UprightError) -> Int? {
    guard !usesOnlyLibjpeg, metadata.segments.allSatisfy({ $0.payload.count <= 65_533 }) else { return nil }
    let watched = WatchedSource(source, limits)
    guard var turn = try turn(job, of: watched, limits, &fault) else { return nil }
    try watched.check()
    try sink.write([0xFF, 0xD8])
    for segment in metadata.segments { try sink.write(segment.bytes) }
    try sink.write(turn.headers)
    while let part = try part(of: &turn, watched) {
      try watched.check()
      try sink.write(part)
    }
    return turn.imageEnd
  }

  /// The next part of the coded data.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; `.malformed` for coefficients that no image with 8 bits has, and for
  ///   damage that an index hid; `.io`; `.codec` if the file changed.
  private func part(
    of turn: inout ScanReorientation, _ watched: WatchedSource<some ByteSource>
  ) throws(UprightError) -> [UInt8]? {
    do throws(ScanFault) { return try turn.part() } catch {
      try watched.check()
      throw self.error(error, of: watched)
    }
  }

  /// From so many pixels on, libjpeg takes too much memory, because it keeps all coefficients as 16 bits. Below, it is
  /// faster than one thread is here.
  private static var largePixels: Int { 64 << 20 }

  /// Reads coefficients; nil for what is left to libjpeg.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; as `part` for damage, and for a file that changed, if libjpeg would
  ///   need more memory than it may have.
  private func turn(
    _ job: LosslessJob, of source: WatchedSource<some ByteSource>, _ limits: Limits, _ fault: inout ScanFault?
  ) throws(UprightError) -> ScanReorientation? {
    let threads = threads()
    // Only the region is read in bands, even if all coefficients would fit.
    let longest = job.readsOnlyRegion ? 0 : min(limits.memoryBytes, TransformMemory.whole)
    do throws(ScanFault) {
      return try ScanReorientation(
        job.region, as: job.orientation, of: source, threads: threads, longest: longest,
        band: TransformMemory.band(limits), index: index.flatMap { $0.isIndex(of: source) ? $0 : nil },
        pixels: .init(least: threads == .one ? Self.largePixels : 0, most: limits.pixels))
    } catch {
      try source.check()
      if let readError = source.readError { throw readError }
      if error.code.isDamagedData { fault = error }
      guard !error.isLeftToLibjpeg, let header = try? ScanHeader(of: source),
        128 * header.blockCount > limits.memoryBytes
      else { return nil }
      throw self.error(error, of: source)
    }
  }

  private func error(_ fault: ScanFault, of source: WatchedSource<some ByteSource>) -> UprightError {
    fault.error(reading: source.readError)
  }
}

extension ScanFault {
  /// The error if libjpeg does not take over; `readError` is why the source could not be read.
  func error(reading readError: UprightError?) -> UprightError {
    if let readError { return readError }
    switch code {
    case .indexMismatch, .unreadable: return .codec(format: .jpeg, message: "the file changed while it was read")
    default: return .malformed(MetadataError(.corruptData, at: offset))
    }
  }

  /// Whether the file is coded in another way, or not suited to the request, as opposed to damaged or changed.
  fileprivate var isLeftToLibjpeg: Bool {
    code.isUnsupported || [.cutTooLong, .regionOutside].contains(code)
  }
}

extension Limits {
  /// Checks what a walk found, as if a decoder had warned of it.
  ///
  /// - Throws: `.malformed` for damage, unless warnings are allowed.
  func check(_ fault: ScanFault?) throws(UprightError) {
    if warnings == 0, let fault { throw fault.error(reading: nil) }
  }
}

extension CarriedMetadata.Segment {
  /// The marker, the length and the payload.
  fileprivate var bytes: [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + payload
  }
}
