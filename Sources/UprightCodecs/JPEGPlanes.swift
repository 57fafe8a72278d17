// Decodes and encodes a JPEG's component planes: no color is converted, no chroma resampled (ITU T.81, A.1.1; JFIF
// 1.02).

import CUpright
public import Upright
import UprightJPEG

extension JPEGCodec {
  /// Decodes a pass's planes: every sample is that of its decoded block.
  ///
  /// - Throws: `.unanswerable` for a region outside the image, one that chroma cannot be cropped to, or a denominator
  ///   above 1; `.unsupported` for an image with other planes; otherwise as `Codec`.
  public func decodePlanes(
    _ pass: DecodePass, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try pass.checkPlanes()
    try JPEGPart.decode(pass, of: source, index, threads(), limits) {
      (part, limits, isBegun) throws(UprightError) in
      let fault = try decodePlanes(part.pass(pass), of: part, chroma, limits) { (rows, first) throws(UprightError) in
        isBegun = true
        if part.delivers { try take(rows, first) }
      }
      try limits.check(fault ?? part.fault)
    }
  }

  /// Delivers the bands; returns the damage that a walk found, of which libjpeg may not have warned.
  private func decodePlanes(
    _ pass: DecodePass, of part: JPEGPart, _ chroma: Subsampling, _ limits: Limits,
    _ take: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) -> ScanFault? {
    let (region, start) = (pass.region, ContinuousClock.now)
    let bands = Self.bands(of: region)
    let own =
      usesOnlyLibjpeg
      ? JPEGRows()
      : try JPEGRows(
        planesOf: pass, chroma, bands, of: part.source, part.isWalkedAhead ? .one : threads(), limits, take)
    if own.isDone { return nil }
    try limits.resumed(since: start) { rest throws(UprightError) in
      try CodecSession.reading(part.source, as: format, limits: rest) { call throws(UprightError) in
        var request = try Self.request(for: region, chroma: chroma, of: call.openJPEG())
        request.walked = part.isCut ? 1 : 0
        request.rest = pass.checksRest ? 1 : 0
        try call.startPlanes(request)
        var rows = try JPEGRows.emptyBand(of: bands[0].count, in: region, chroma: chroma)
        for band in bands {
          let first = band.lowerBound - region.y
          if band.count != rows.size.height {
            rows = try JPEGRows.emptyBand(of: band.count, in: region, chroma: chroma)
          }
          try call.readPlanes(&rows)
          if first >= own.rowCount { try take(rows, first) }
        }
      }
    }
    return own.fault
  }

  /// Encodes an image that is already in planes, with its chroma subsampling.
  ///
  /// - Throws: `.unanswerable` for settings that are invalid in JPEG, or for other subsampling than the planes';
  ///   otherwise as `Codec`.
  public func encode(
    _ image: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try writePlanes(of: image.size, chroma: image.chroma, settings, metadata, limits, into: &sink) {
      call throws(UprightError) in try call.writePlanes(image)
    }
  }

  /// Writes a file whose planes `write` gives to the encoder.
  func writePlanes(
    of size: PixelSize<Output>, chroma: Subsampling, _ settings: EncodeSettings, _ metadata: CarriedMetadata,
    _ limits: Limits, into sink: inout some ByteSink, _ write: (CodecSession) throws(UprightError) -> Void
  ) throws(UprightError) {
    guard chroma == settings.sampling else {
      throw .unanswerable(field: "sampling", reason: "the planes have a different chroma subsampling")
    }
    var request = try Self.request(for: size, channels: 3, settings: settings)
    request.planar = 1
    let tables = try Self.tables(settings, channels: 3)
    try CodecSession.writing(to: &sink, as: format, limits: limits) { call throws(UprightError) in
      try call.encodeJPEG(request, tables: tables)
      try call.writeMarkers(Self.segments(of: metadata, channels: 3))
      try write(call)
      try call.endJPEG()
    }
  }
}

extension JPEGCodec {
  /// The region's rows in bands that end at the end of a row of blocks, whatever the subsampling.
  private static func bands(of region: PixelRect<Stored>) -> [Range<Int>] {
    let most = DecodePass.bandRows
    return stride(from: region.y / most * most, to: region.maxY, by: most).map {
      max($0, region.y)..<min($0 + most, region.maxY)
    }
  }

  private static func request(
    for region: PixelRect<Stored>, chroma: Subsampling, of header: up_jpeg_header
  ) throws(UprightError) -> up_jpeg_region {
    try region.check(inside: (Int(header.width), Int(header.height)))
    let (across, down) = (chroma.horizontal, chroma.vertical)
    guard [1, 2, 4].contains(across), [1, 2, 4].contains(down) else {
      throw .unanswerable(field: "sampling", reason: "JPEG has no \(across)x\(down) luma samples per chroma sample")
    }
    guard region.x % across == 0 || region.maxX % across == 0, region.y % down == 0 || region.maxY % down == 0 else {
      throw .unanswerable(
        field: "region", reason: "\(region) is not aligned to chroma samples of \(across)x\(down) pixels")
    }
    return up_jpeg_region(
      x: UInt32(region.x), y: UInt32(region.y), width: UInt32(region.width), height: UInt32(region.height),
      across: UInt32(across), down: UInt32(down), walked: 0, rest: 0)
  }
}

// Re-encodes a JPEG's component planes strip by strip: one strip is encoded while a second thread decodes the next one
// (Sources/UprightJPEG/Design.md#re-encoding-in-strips).
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
    var sequence = work.strips(of: source, threads)
    defer { sequence.end() }
    let first: PlanarRaster<Output>
    do throws(UprightError) {
      guard let strip = try limits.resumed(since: start, { _ throws(UprightError) in try sequence.next() }) else {
        return false
      }
      first = strip
    } catch {
      guard !strips.isRequired, error.isAboutTheImage else { throw error }
      return false
    }
    try limits.resumed(since: start) { rest throws(UprightError) in
      try writePlanes(
        of: orientation.applied(to: pass.size), chroma: first.chroma, settings, metadata, rest, into: &sink
      ) { call throws(UprightError) in
        try call.writePlanes(first)
        while let planes = try sequence.next() { try call.writePlanes(planes) }
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
    var single = codec
    single.threads = { .one }
    (self.codec, self.limits) = (single, limits)
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

  /// All strips in order; while one is used, a second thread decodes those after it, if one is free and may read the
  /// source.
  func strips(of source: any ByteSource, _ threads: WalkThreads) -> StripSequence {
    let shared = (source as? any SharedSource).map { shared in
      OrderedResults(parts.count, most: PlaneStrips.mostAhead, threads: threads) { result($0, of: shared) }
    }
    return StripSequence(work: self, source: source, shared: shared)
  }

  /// Lets other threads end.
  fileprivate func end() { stop.isSet = true }

  fileprivate var count: Int { parts.count }

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
      region: region.moved(into: bounds),
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

  fileprivate func check() throws(UprightError) {
    if stop.isSet || Cancellation.isRequested { throw .cancelled }
    _ = try limits.rest(since: start)
  }
}

/// Strips in order, decoded when they are asked for or before.
private struct StripSequence {
  let work: StripWork
  let source: any ByteSource
  /// What two threads decode; nil for a source that only one may read.
  let shared: OrderedResults<Result<PlanarRaster<Output>, UprightError>>?
  private var index = 0

  init(
    work: StripWork, source: any ByteSource, shared: OrderedResults<Result<PlanarRaster<Output>, UprightError>>?
  ) {
    (self.work, self.source, self.shared) = (work, source, shared)
  }

  /// The next strip; nil after the last.
  ///
  /// - Throws: As `StripWork.strip`.
  mutating func next() throws(UprightError) -> PlanarRaster<Output>? {
    guard index < work.count else { return nil }
    index += 1
    guard let shared else { return try work.strip(index - 1, of: source) }
    return try shared.next(checking: work.check)?.get()
  }

  /// Returns when nothing is being decoded any more.
  func end() {
    work.end()
    shared?.stop()
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
