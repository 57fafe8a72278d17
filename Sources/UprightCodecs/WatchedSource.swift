// A source that ends a long read when its task is cancelled or its time is over.

import Upright

/// A source that stops being readable when its task is cancelled or its time is over.
struct WatchedSource<Source: ByteSource>: ByteSource {
  private let source: Source
  private let limits: Limits
  private let start = ContinuousClock.now

  init(_ source: Source, _ limits: Limits) {
    self.source = source
    self.limits = limits
  }

  var byteCount: Int { source.byteCount }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    do throws(UprightError) { try check() } catch { throw MetadataError(.unreadable, at: range.lowerBound) }
    return try source.read(range)
  }

  /// - Throws: `.cancelled`; `.limit` for seconds.
  func check() throws(UprightError) {
    if Task.isCancelled { throw .cancelled }
    _ = try limits.rest(since: start)
  }
}

extension Limits {
  /// The same limits with what is left of the seconds.
  ///
  /// - Throws: `.limit` if nothing is left.
  func rest(since start: ContinuousClock.Instant) throws(UprightError) -> Limits {
    guard let seconds else { return self }
    let spent = start.duration(to: .now).components
    let left = seconds - Double(spent.seconds) - Double(spent.attoseconds) / 1e18
    guard left > 0 else {
      throw .limit(.seconds, asked: Int(spent.seconds) + 1, allowed: Int(exactly: seconds.rounded(.down)) ?? .max)
    }
    var rest = self
    rest.seconds = left
    return rest
  }
}
