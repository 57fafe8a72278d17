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
  /// Whether its rows are wanted. Otherwise they were delivered before, and the file is decoded for its damage.
  private(set) var delivers = true
  /// The damage that stopped the walk; nil for none, and if there was no walk.
  private(set) var fault: ScanFault?
  /// What is below the region, to be walked; nil for nothing.
  private var rest: JPEGRest?

  /// Whether another thread walks what is below the region, so that none is free for the region itself.
  var isWalkedAhead: Bool { rest?.isAhead ?? false }

  /// The file.
  private init(_ pass: DecodePass, whole source: any ByteSource, fault: ScanFault?) {
    (self.source, region, isCut, self.fault) = (source, pass.region, false, fault)
  }

  /// Cuts out the pass's region if its limit allows that and the file can be walked, or if `index` is the file's.
  /// Otherwise takes the file, in which a decoder finds the damage that stopped the walk.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds.
  private init(
    _ pass: DecodePass, of source: some ByteSource, _ index: RegionIndex?, _ threads: WalkThreads, _ limits: Limits,
    since start: ContinuousClock.Instant
  ) throws(UprightError) {
    var fault: ScanFault?
    guard let cutLimit = pass.cutLimit,
      let (cut, rest) = try Self.cut(pass, source, cutLimit, index, threads, limits, &fault)
    else {
      self = JPEGPart(pass, whole: source, fault: fault)
      return
    }
    let (region, bounds) = (pass.region, cut.bounds)
    self.source = cut.bytes
    self.region = region.moved(into: bounds)
    isCut = true
    guard Self.walksRest(pass, limits), let rest else { return }
    self.rest = JPEGRest(rest, of: source, threads, try limits.rest(since: start))
  }

  /// The pass over the part, for a pass over the file.
  func pass(_ whole: DecodePass) -> DecodePass {
    var own = DecodePass(region: region, denominator: whole.denominator, layout: whole.layout)
    own.checksRest = whole.checksRest && !isCut
    own.isOfMeans = whole.isOfMeans
    return own
  }

  /// Runs `decode` on the cut-out region of a pass; it sets `isBegun` when it delivers the first band. If it fails
  /// before that, or what is below the region is damaged, runs it on the file, so that errors are those of a decode
  /// without a cut. All share the remaining seconds.
  static func decode(
    _ pass: DecodePass, of source: some ByteSource, _ index: RegionIndex?, _ threads: WalkThreads, _ limits: Limits,
    by decode: (_ part: JPEGPart, _ limits: Limits, _ isBegun: inout Bool) throws(UprightError) -> Void
  ) throws(UprightError) {
    let start = ContinuousClock.now
    let part = try JPEGPart(pass, of: source, index, threads, limits, since: start)
    defer { part.rest?.end() }
    var isBegun = false
    var whole = JPEGPart(pass, whole: source, fault: nil)
    do throws(UprightError) {
      try limits.resumed(since: start) { left throws(UprightError) in try decode(part, left, &isBegun) }
      let found = try limits.resumed(since: start) { _ throws(UprightError) in try part.rest?.fault() }
      guard let fault = found else { return }
      whole.fault = fault.isDamage ? fault.scanFault : nil
      whole.delivers = false
    } catch {
      guard part.isCut, !isBegun, error != .cancelled else { throw error }
      part.rest?.end()
    }
    try limits.resumed(since: start) { left throws(UprightError) in try decode(whole, left, &isBegun) }
  }

  private static func walksRest(_ pass: DecodePass, _ limits: Limits) -> Bool {
    pass.checksRest && limits.warnings == 0
  }

  private static func cut(
    _ pass: DecodePass, _ source: some ByteSource, _ limit: Int, _ index: RegionIndex?,
    _ threads: WalkThreads, _ limits: Limits, _ fault: inout ScanFault?
  ) throws(UprightError) -> (RegionCut, ScanRest?)? {
    let watched = WatchedSource(source, limits)
    do throws(ScanFault) {
      if let index, index.isIndex(of: watched) {
        return (try index.cut(pass.region, from: watched, longest: limit), nil)
      }
      return try RegionCut.walked(
        pass.region, of: watched, longest: limit, walksRest: walksRest(pass, limits), threads: threads)
    } catch {
      try watched.check()
      fault = watched.damage(error)
      return nil
    }
  }
}

/// A walk of what is below a region, by another thread while the region is decoded, or afterwards if none is free.
private final class JPEGRest {
  private let rest: ScanRest
  private let source: any ByteSource
  private let limits: Limits
  private let start = ContinuousClock.now
  private let stop = StopFlag()
  private let ahead: SecondThread<Fault?>?

  /// Why a walk ended early.
  struct Fault: Sendable {
    let scanFault: ScanFault
    /// Whether the coded data is damaged, and not only unreadable or coded in another way.
    let isDamage: Bool
  }

  init(_ rest: ScanRest, of source: some ByteSource, _ threads: WalkThreads, _ limits: Limits) {
    (self.rest, self.source, self.limits) = (rest, source, limits)
    let stop = stop
    ahead = (source as? any SharedSource).flatMap { shared in
      SecondThread.begin(threads) { Self.fault(rest, in: shared, until: stop, limits) }
    }
  }

  /// Whether another thread walks, or will.
  var isAhead: Bool { ahead != nil }

  private static func fault(
    _ rest: ScanRest, in source: some SharedSource, until stop: StopFlag, _ limits: Limits
  ) -> Fault? {
    fault(rest, in: StoppableSource(source, stop), limits)
  }

  private static func fault(_ rest: ScanRest, in source: some ByteSource, _ limits: Limits) -> Fault? {
    let watched = WatchedSource(source, limits)
    do throws(ScanFault) { try rest.walk(watched) } catch {
      return Fault(scanFault: error, isDamage: watched.damage(error) != nil)
    }
    return nil
  }

  /// Why the walk ended early; nil if it came to the end of the image.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds.
  func fault() throws(UprightError) -> Fault? {
    switch try ahead?.result(checking: check) ?? .none {
    case .ready(let fault), .awaited(let fault): return fault
    case .none:
      let fault = Self.fault(rest, in: source, try limits.rest(since: start))
      try check()
      return fault
    }
  }

  /// Stops what is not needed any more, and waits until it has stopped.
  func end() {
    stop.isSet = true
    _ = ahead?.result()
  }

  private func check() throws(UprightError) {
    if Cancellation.isRequested { throw .cancelled }
    _ = try limits.rest(since: start)
  }
}
