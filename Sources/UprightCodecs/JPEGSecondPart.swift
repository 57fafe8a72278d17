// The last rows of a JPEG, decoded by a second thread while the first one decodes those above
// (Sources/UprightJPEG/Design.md).

import Synchronization
import Upright
import UprightJPEG

/// The second part of a pass: cut out of the file as a small JPEG, and decoded into memory.
///
/// It is used by the thread that made it. Whatever goes wrong in it has no effect: the first thread continues with its
/// rows, and so finds the errors of a decode by one thread.
final class JPEGSecondPart<Band: Sendable> {
  /// Decodes the pass of a cut, given as bytes, and delivers its bands.
  typealias Decoder =
    @Sendable (_ pass: DecodePass, _ cut: StoppableSource<[UInt8]>, _ limits: Limits, _ take: (Band) -> Void)
    throws(UprightError) -> Void

  private let work: SecondThread<PartResult>
  private let stop: StopFlag
  private let firstRow: Int
  private let limits: Limits
  private let start = ContinuousClock.now
  /// The bands that are not delivered yet, the last one first.
  private var bands: [Band] = []
  /// The damage that the second thread found on its way; nil for none.
  private(set) var fault: ScanFault?

  /// What the second thread decoded, or the damage that it found.
  private struct PartResult: Sendable {
    var bands: [Band]?
    var fault: ScanFault?
  }

  /// Begins to decode the second part of a pass whose region is inside the image; nil if it has none, there is one
  /// thread, or another thread cannot read `source`.
  init?(
    _ pass: DecodePass, of source: any ByteSource, _ index: RegionIndex?, _ threads: WalkThreads, _ limits: Limits,
    by decode: @escaping Decoder
  ) {
    guard let part = pass.secondPart, pass.denominator < 8, part.firstRow > 0, part.firstRow < pass.size.height,
      part.firstRow % DecodePass.bandRows == 0, let source = source as? any SharedSource
    else { return nil }
    let above = part.firstRow * pass.denominator
    var own = DecodePass(
      region: PixelRect(
        x: pass.region.x, y: pass.region.y + above, width: pass.region.width, height: pass.region.height - above),
      denominator: pass.denominator, layout: pass.layout, cutLimit: part.cutLimit)
    own.checksRest = pass.checksRest && limits.warnings == 0
    let stop = StopFlag()
    let work = SecondThread.begin(threads) { [own] in Self.decoded(own, of: source, index, limits, stop, decode) }
    guard let work else { return nil }
    (self.work, self.stop, self.limits, firstRow) = (work, stop, limits, part.firstRow)
  }

  /// The band that begins with `row`; nil if the first thread has to decode it.
  ///
  /// The first one is waited for, unless the first thread found damage, after which rows may be wrong.
  ///
  /// - Throws: `.cancelled`; `.limit` for seconds.
  func band(_ row: Int, unless isDamaged: Bool) throws(UprightError) -> Band? {
    if row == firstRow {
      if isDamaged { end() } else { bands = try awaited().reversed() }
    }
    guard let band = bands.popLast() else { return nil }
    try check()
    return band
  }

  /// Stops what is not needed any more, and waits until it has stopped.
  func end() {
    stop.isSet = true
    _ = work.result()
  }

  private func awaited() throws(UprightError) -> [Band] {
    switch try work.result(checking: check) {
    case .none: return []
    case .ready(let decoded), .awaited(let decoded):
      fault = decoded.fault
      return decoded.bands ?? []
    }
  }

  private func check() throws(UprightError) {
    if Cancellation.isRequested { throw .cancelled }
    _ = try limits.rest(since: start)
  }
}

extension JPEGSecondPart {
  /// All bands of `pass`; none if anything is wrong with them, even a warning.
  private static func decoded(
    _ pass: DecodePass, of source: some SharedSource, _ index: RegionIndex?, _ limits: Limits, _ stop: StopFlag,
    _ decode: Decoder
  ) -> PartResult {
    let start = ContinuousClock.now
    let watched = WatchedSource(StoppableSource(source, stop), limits)
    let cut: RegionCut
    do throws(ScanFault) { cut = try Self.cut(pass, watched, index) } catch {
      return PartResult(fault: watched.damage(error))
    }
    let (region, bounds) = (pass.region, cut.bounds)
    let part = DecodePass(region: region.moved(into: bounds), denominator: pass.denominator, layout: pass.layout)
    do throws(UprightError) {
      var strict = try limits.rest(since: start)
      strict.warnings = 0
      var bands: [Band] = []
      try decode(part, StoppableSource(cut.bytes, stop), strict) { band in bands.append(band) }
      return PartResult(bands: bands)
    } catch {
      return PartResult()
    }
  }

  private static func cut(
    _ pass: DecodePass, _ source: some ByteSource, _ index: RegionIndex?
  ) throws(ScanFault) -> RegionCut {
    let longest = pass.cutLimit ?? 0
    if let index, index.isIndex(of: source) { return try index.cut(pass.region, from: source, longest: longest) }
    let (cut, rest) = try RegionCut.walked(pass.region, of: source, longest: longest, walksRest: pass.checksRest)
    if pass.checksRest { try rest?.walk(source) }
    return cut
  }
}

/// Whether another thread should stop.
final class StopFlag: Sendable {
  private let flag = Atomic(false)

  var isSet: Bool {
    get { flag.load(ordering: .relaxed) }
    set { flag.store(newValue, ordering: .relaxed) }
  }
}

/// A source that stops being readable when a flag is set.
struct StoppableSource<Source: ByteSource>: ByteSource {
  private let source: Source
  private let stop: StopFlag

  /// Throws `.cancelled` when the flag is set.
  func check() throws(UprightError) { if stop.isSet { throw .cancelled } }

  init(_ source: Source, _ stop: StopFlag) {
    self.source = source
    self.stop = stop
  }

  var byteCount: Int { source.byteCount }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    if stop.isSet { throw MetadataError(.unreadable, at: range.lowerBound) }
    return try source.read(range)
  }
}
