// Lossless transforms of a sequential JPEG without libjpeg: its coefficients are kept packed, and two threads walk and
// code them (docs/jpeg.md).

import Upright
import UprightJPEG

extension JPEGCodec {
  /// What `transform` does; nil if the file is left to libjpeg, for its coding or because it finds damage there.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; errors of `sink`.
  func turned(
    _ job: LosslessJob, from source: some ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int? {
    let threads = threads()
    let least = threads == .one ? Self.largePixels : 0
    guard !usesOnlyLibjpeg, least <= limits.pixels,
      metadata.segments.allSatisfy({ $0.payload.count <= 65_533 })
    else { return nil }
    let watched = WatchedSource(source, limits)
    guard let pixels = Self.turn(job, of: watched, threads, limits, pixels: least...limits.pixels) else {
      try watched.check()
      return nil
    }
    try watched.check()
    var turn = pixels
    try sink.write([0xFF, 0xD8])
    for segment in metadata.segments { try sink.write(segment.bytes) }
    try sink.write(turn.headers)
    while let part = turn.part() {
      try watched.check()
      try sink.write(part)
    }
    return turn.imageEnd
  }

  /// From so many pixels on, libjpeg takes too much memory, because it keeps all coefficients as 16 bits. Below, it is
  /// faster than one thread is here.
  private static var largePixels: Int { 64 << 20 }

  private static func turn(
    _ job: LosslessJob, of source: some ByteSource, _ threads: WalkThreads, _ limits: Limits,
    pixels: ClosedRange<Int>
  ) -> ScanTurn? {
    do throws(ScanFault) {
      return try ScanTurn(
        job.region, as: job.orientation, of: source, threads: threads, longest: limits.memoryBytes,
        pixels: pixels)
    } catch { return nil }
  }
}

extension CarriedMetadata.Segment {
  /// The marker, the length and the payload.
  fileprivate var bytes: [UInt8] {
    let length = payload.count + 2
    return [0xFF, marker, UInt8(truncatingIfNeeded: length >> 8), UInt8(truncatingIfNeeded: length)] + payload
  }
}
