// Re-encodes a JPEG's component planes strip by strip: one strip is encoded while a second thread decodes the next one
// (Sources/UprightJPEG/Design.md#re-encoding-in-strips).

public import Upright
import UprightJPEG

extension JPEGCodec {
  /// From so many pixels on, strips are used by one thread too, for less memory.
  private static var largePixels: Int { 64 << 20 }

  /// Decodes, reorients and encodes planes strip by strip.
  ///
  /// - Returns: false, before anything is written, for a file that cannot be walked, and if one thread gains nothing.
  /// - Throws: As `decodePlanes` and `encode`.
  public func recode(
    _ pass: DecodePass, strips: PlaneStrips, by orientation: Orientation<Decoded, Output>, settings: EncodeSettings,
    metadata: CarriedMetadata, from source: any ByteSource, limits: Limits, into sink: inout some ByteSink
  ) throws(UprightError) -> Bool {
    let threads = threads()
    let isLarge = pass.region.size.pixelCount ?? .max >= Self.largePixels
    try pass.checkPlanes()
    guard !usesOnlyLibjpeg, strips.isRequired || isLarge || threads != .one else { return false }
    let start = ContinuousClock.now
    guard let work = try StripWork(pass, strips, orientation, self, of: source, limits, threads) else { return false }
    let first: PlanarRaster<Output>
    do throws(UprightError) {
      first = try limits.resumed(since: start) { _ throws(UprightError) in try work.strip(0, of: source) }
    } catch {
      guard !strips.isRequired, error.isAboutTheImage else { throw error }
      return false
    }
    try limits.resumed(since: start) { rest throws(UprightError) in
      try writePlanes(
        of: orientation.applied(to: pass.size), chroma: first.chroma, settings, metadata, rest, into: &sink
      ) { call throws(UprightError) in
        try work.forEach(after: first, of: source, threads) { planes throws(UprightError) in
          try call.writePlanes(planes)
        }
      }
    }
    return true
  }
}

/// The strips of one image.
private struct StripWork: Sendable {
  private let cuts: StripCuts
  private let parts: [PixelRect<Stored>]
  private let layout: SampleLayout
  private let strips: PlaneStrips
  private let orientation: Orientation<Decoded, Output>
  private let codec: JPEGCodec
  private let limits: Limits
  private let start = ContinuousClock.now
  private let stop = StopFlag()

  /// Walks the file; nil if it is left to a decode of the whole.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds; `.malformed` and `.io` only if strips are required.
  init?(
    _ pass: DecodePass, _ strips: PlaneStrips, _ orientation: Orientation<Decoded, Output>, _ codec: JPEGCodec,
    of source: some ByteSource, _ limits: Limits, _ threads: WalkThreads
  ) throws(UprightError) {
    parts = strips.parts(of: pass.region, by: orientation)
    (layout, self.strips, self.orientation) = (pass.layout, strips, orientation)
    (self.codec, self.limits) = (codec, limits)
    let watched = WatchedSource(source, limits)
    do throws(ScanFault) {
      cuts = try StripCuts(parts, of: watched, longest: strips.cutLimit, most: limits.pixels, threads: threads)
    } catch {
      try watched.check()
      try limits.check(watched.damage(error))
      guard strips.isRequired, !error.code.isUnsupported, ![.cutTooLong, .extraneousData].contains(error.code) else {
        return nil
      }
      throw error.error(reading: watched.readError)
    }
  }

  /// Calls `body` with all strips in order, of which the first is already decoded. While it runs, a second thread
  /// decodes the next one, if one is free and may read the source.
  func forEach(
    after first: PlanarRaster<Output>, of source: any ByteSource, _ threads: WalkThreads,
    _ body: (PlanarRaster<Output>) throws(UprightError) -> Void
  ) throws(UprightError) {
    var current = first
    for next in 1..<max(1, parts.count) {
      let ahead = (source as? any SharedSource).flatMap { shared in
        SecondThread.begin(threads) { result(next, of: shared) }
      }
      do throws(UprightError) {
        try body(current)
        switch try ahead?.result(checking: check) ?? .none {
        case .none: current = try strip(next, of: source)
        case .ready(let found), .awaited(let found): current = try found.get()
        }
      } catch {
        stop.isSet = true
        _ = ahead?.result()
        throw error
      }
    }
    try body(current)
  }

  private func result(_ index: Int, of source: some SharedSource) -> Result<PlanarRaster<Output>, UprightError> {
    do throws(UprightError) { return .success(try strip(index, of: StoppableSource(source, stop))) } catch {
      return .failure(error)
    }
  }

  /// The planes of a strip, reoriented.
  ///
  /// - Throws: `.cancelled`; `.limit`; `.malformed`, `.codec`, `.io` for damage, which a decoder may only warn of.
  func strip(_ index: Int, of source: some ByteSource) throws(UprightError) -> PlanarRaster<Output> {
    let watched = WatchedSource(source, try limits.rest(since: start))
    let cut: RegionCut
    do throws(ScanFault) { cut = try cuts.cut(index, of: watched) } catch {
      try watched.check()
      throw error.error(reading: watched.readError)
    }
    let (region, bounds) = (parts[index], cut.bounds)
    let pass = DecodePass(
      region: PixelRect(x: region.x - bounds.x, y: region.y - bounds.y, width: region.width, height: region.height),
      denominator: 1, layout: layout)
    guard
      var result = PlanarRaster<Output>(
        size: orientation.applied(to: pass.size), chroma: strips.chroma.applying(orientation))
    else { throw .outOfMemory }
    var strict = try limits.rest(since: start)
    strict.warnings = 0
    try codec.decodePlanes(pass, chroma: strips.chroma, from: cut.bytes, limits: strict) {
      (band, row) throws(UprightError) in
      try check()
      result.place(band, firstRow: row, of: pass.size, by: orientation)
    }
    return result
  }

  private func check() throws(UprightError) {
    if stop.isSet || Cancellation.isRequested { throw .cancelled }
    _ = try limits.rest(since: start)
  }
}

extension UprightError {
  /// Whether another way of decoding may succeed.
  fileprivate var isAboutTheImage: Bool {
    switch self {
    case .malformed, .unsupported, .codec, .limit(.warnings, _, _): true
    default: false
    }
  }
}
