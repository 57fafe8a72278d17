// Sources that end a long read when their task is cancelled, their time is over, or a flag is set.

import Synchronization
import Upright
import UprightJPEG

/// A source that stops being readable when its task is cancelled or its time is over.
struct WatchedSource<Source: ByteSource>: ByteSource {
  private let source: Source
  private let limits: Limits
  private let start = ContinuousClock.now
  private let failure = ReadFailure()

  init(_ source: Source, _ limits: Limits) {
    self.source = source
    self.limits = limits
  }

  var byteCount: Int { source.byteCount }

  func read(_ range: Range<Int>) throws(MetadataError) -> [UInt8] {
    do throws(UprightError) { try check() } catch { throw MetadataError(.unreadable, at: range.lowerBound) }
    do throws(MetadataError) { return try source.read(range) } catch {
      failure.last = error
      throw error
    }
  }

  /// Why the source itself could not be read; nil if it always could.
  var readError: UprightError? { failure.last.map(UprightError.init) }

  /// A fault of a walk if the coded data is damaged, and not only unreadable or coded in another way.
  func damage(_ fault: ScanFault?) -> ScanFault? {
    guard failure.last == nil, let fault, fault.code.isDamagedData else { return nil }
    return fault
  }

  /// - Throws: `.cancelled`; `.limit` for seconds.
  func check() throws(UprightError) {
    if Cancellation.isRequested { throw .cancelled }
    _ = try limits.rest(since: start)
  }

  private final class ReadFailure {
    var last: MetadataError?
  }
}

extension Limits {
  /// Calls `body` with what is left of the seconds since `start`. An error about them states all that are allowed.
  ///
  /// - Throws: As `rest(since:)` and `body`.
  func resumed<Result>(
    since start: ContinuousClock.Instant, _ body: (Limits) throws(UprightError) -> Result
  ) throws(UprightError) -> Result {
    let rest = try rest(since: start)
    do throws(UprightError) { return try body(rest) } catch {
      guard case .limit(.seconds, _, _) = error, let seconds else { throw error }
      throw Self.timeout(after: start, of: seconds)
    }
  }

  private static func timeout(after start: ContinuousClock.Instant, of seconds: Double) -> UprightError {
    let spent = start.duration(to: .now).components.seconds
    return .limit(.seconds, asked: Int(spent) + 1, allowed: Int(exactly: seconds.rounded(.down)) ?? .max)
  }

  /// The same limits with what is left of the seconds.
  ///
  /// - Throws: `.limit` if nothing is left.
  func rest(since start: ContinuousClock.Instant) throws(UprightError) -> Limits {
    guard let seconds else { return self }
    let spent = start.duration(to: .now).components
    let left = seconds - Double(spent.seconds) - Double(spent.attoseconds) / 1e18
    guard left > 0 else { throw Self.timeout(after: start, of: seconds) }
    var rest = self
    rest.seconds = left
    return rest
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
