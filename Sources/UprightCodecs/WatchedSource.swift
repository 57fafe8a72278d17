// A source that ends a long read when its task is cancelled or its time is over.

import Upright

/// A source that stops being readable when its task is cancelled or its time is over.
struct WatchedSource<Source: ByteSource>: ByteSource {
  private let source: Source
  private let seconds: Double?
  private let start = ContinuousClock.now

  init(_ source: Source, _ limits: Limits) {
    self.source = source
    seconds = limits.seconds
  }

  var byteCount: Int { source.byteCount }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    do throws(UprightError) { try check() } catch { throw MetadataError(.unreadable, at: range.lowerBound) }
    return try source.read(range)
  }

  /// - Throws: `.cancelled`; `.limit` for seconds.
  func check() throws(UprightError) {
    if Task.isCancelled { throw .cancelled }
    let spent = start.duration(to: .now).components
    guard let seconds, Double(spent.seconds) + Double(spent.attoseconds) / 1e18 > seconds else { return }
    throw .limit(.seconds, asked: Int(spent.seconds) + 1, allowed: Int(exactly: seconds.rounded(.down)) ?? .max)
  }
}
