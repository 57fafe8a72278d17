// A region of a JPEG as a small JPEG, if that is faster to decode than what is above it
// (Sources/UprightJPEG/Design.md).

import Upright
import UprightJPEG

/// What is decoded for a region: the file, or a small JPEG cut out of it.
struct JPEGPart {
  let source: any ByteSource
  /// The region in `source`.
  let region: PixelRect<Stored>
  /// Whether `source` is a small JPEG.
  let isCut: Bool
  /// The damage that stopped the walk; nil for none, and if there was no walk.
  private(set) var fault: ScanFault?

  /// Cuts out the pass's region if `cutLimit` allows it and the file can be walked, or if `index` is the file's. Otherwise takes
  /// the file, in which a decoder finds the damage that stopped the walk.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds.
  private init(
    _ pass: DecodePass, of source: some ByteSource, cutLimit: Int?, _ index: RegionIndex?, _ threads: WalkThreads,
    _ limits: Limits
  ) throws(UprightError) {
    var fault: ScanFault?
    let region = pass.region
    guard let cutLimit, let cut = try Self.cut(pass, source, cutLimit, index, threads, limits, &fault) else {
      (self.source, self.region, isCut, self.fault) = (source, region, false, fault)
      return
    }
    self.source = cut.bytes
    self.region = PixelRect(
      x: region.x - cut.bounds.x, y: region.y - cut.bounds.y, width: region.width, height: region.height)
    isCut = true
  }

  /// Runs `decode` on the cut-out region of a pass; it sets `isBegun` when it delivers the first band. If it fails before that,
  /// runs it on the file, so that errors have the file's offsets. Both share the remaining seconds.
  static func decode(
    _ pass: DecodePass, of source: some ByteSource, _ index: RegionIndex?, _ threads: WalkThreads, _ limits: Limits,
    by decode: (_ part: JPEGPart, _ limits: Limits, _ isBegun: inout Bool) throws(UprightError) -> Void
  ) throws(UprightError) {
    let start = ContinuousClock.now
    let part = try JPEGPart(pass, of: source, cutLimit: pass.cutLimit, index, threads, limits)
    var isBegun = false
    do throws(UprightError) {
      try limits.resumed(since: start) { rest throws(UprightError) in try decode(part, rest, &isBegun) }
    } catch {
      guard part.isCut, !isBegun, error != .cancelled else { throw error }
      try limits.resumed(since: start) { rest throws(UprightError) in
        try decode(JPEGPart(pass, of: source, cutLimit: nil, nil, threads, rest), rest, &isBegun)
      }
    }
  }

  private static func cut(
    _ pass: DecodePass, _ source: some ByteSource, _ limit: Int, _ index: RegionIndex?,
    _ threads: WalkThreads, _ limits: Limits, _ fault: inout ScanFault?
  ) throws(UprightError) -> RegionCut? {
    let watched = WatchedSource(source, limits)
    do throws(ScanFault) {
      if let index, index.isIndex(of: watched) { return try index.cut(pass.region, from: watched, longest: limit) }
      return try RegionCut(
        pass.region, of: watched, longest: limit, checksRest: pass.checksRest && limits.warnings == 0,
        threads: threads)
    } catch {
      try watched.check()
      fault = watched.damage(error)
      return nil
    }
  }
}
