// The second half of a part of a scan, walked by another thread that does not know its first unit. Huffman codes
// resynchronize by themselves (arXiv 2111.09219, section 3).

import Synchronization

/// How much of a window the first of two threads walks, in sixteenths. It also has to do all that follows.
struct WalkShare: Sendable {
  private var sixteenths: Int
  private let lowest: Int

  /// Half of it.
  init() { self.init(sixteenths: 8, lowest: 4) }

  /// For a thread that has more to do with what both read than to read.
  static var least: WalkShare { WalkShare(sixteenths: 1, lowest: 1) }

  private init(sixteenths: Int, lowest: Int) { (self.sixteenths, self.lowest) = (sixteenths, lowest) }

  func part(of count: Int) -> Int { count / 16 * sixteenths + 1 }

  var larger: WalkShare { WalkShare(sixteenths: min(12, sixteenths + 1), lowest: lowest) }
  var smaller: WalkShare { WalkShare(sixteenths: max(lowest, sixteenths - 1), lowest: lowest) }
}

/// Keeps where units begin, and what is wanted of them.
protocol UnitKeeper: UnitSink, Sendable {
  /// Where each unit begins; the last one is not kept as a whole.
  var marks: [UnitMark] { get }
  /// The number of the first unit as the walk counts them.
  var firstUnit: Int { get }
  /// Whether it has as much as it may have.
  var isFull: Bool { get }
  /// Forgets everything, and keeps the memory.
  mutating func restart(atUnit unit: Int)
}

extension UnitKeeper {
  /// The units that are kept as a whole.
  var unitCount: Int { max(0, marks.count - 1) }
}

/// A walk from the middle of a window to its end.
final class WalkAhead<Record: UnitKeeper>: Sendable {
  /// The byte in the window where it starts.
  let start: Int
  private let second: SecondThread<Record?>

  private init(start: Int, _ second: SecondThread<Record?>) { (self.start, self.second) = (start, second) }

  /// Starts to walk the second half of `window`, with the memory of `record`; nil for one thread, and if that is not
  /// possible.
  static func started(
    _ threads: WalkThreads, _ window: [UInt8], _ share: WalkShare, _ tables: UnitTables, restartInterval: Int,
    into record: consuming Record
  ) -> WalkAhead? {
    guard threads != .one, window.count >= (threads == .two ? BlindWalk.smallest : 16),
      let walk = BlindWalk(window, from: share.part(of: window.count), tables, restartInterval: restartInterval)
    else { return nil }
    // Only the walk refers to the record, so that its memory is not copied.
    let memory = Memory(record)
    let second = SecondThread.begin(threads) { () -> Record? in
      guard let record = memory.take() else { return nil }
      return walk.walked(consume record)
    }
    return second.map { WalkAhead(start: walk.start, $0) }
  }

  private final class Memory: Sendable {
    private let record: Mutex<Record?>

    init(_ record: Record) { self.record = Mutex(record) }

    func take() -> Record? { record.withLock { $0.take() } }
  }

  deinit { second.forgo() }

  /// What was walked, as soon as it is; nil if no thread was free to begin. Adapts `share` to which thread had to wait.
  func record(_ share: inout WalkShare) -> Record? {
    switch second.result() {
    case .none: return nil
    case .awaited(let record):
      share = share.larger
      return record
    case .ready(let record):
      share = share.smaller
      return record
    }
  }
}

/// A walk that starts at an arbitrary byte.
private struct BlindWalk: Sendable {
  /// The byte in the window where it starts.
  let start: Int
  /// The unit that it starts with, if restart markers tell; only its remainder by 8 intervals is known.
  private let unit: Int
  private let restartInterval: Int
  private let window: [UInt8]
  private let tables: UnitTables

  /// A window with fewer bytes is not worth a thread.
  static let smallest = 1 << 16
  /// How often the walk restarts after an invalid code, before it is synchronized.
  private static let attempts = 64
  /// Units after which a walk is taken to be synchronized.
  private static let synchronized = 512
  /// Units that are walked before the length of the record is looked at.
  private static let step = 1_024

  /// - Returns: nil if the data has restart markers, but none near the middle.
  init?(_ window: [UInt8], from middle: Int, _ tables: UnitTables, restartInterval: Int) {
    (self.window, self.tables) = (window, tables)
    let bytes = window.span
    var start = middle
    while start < bytes.count, bytes[start - 1] == 0xFF { start += 1 }
    guard restartInterval > 0 else {
      (self.start, unit, self.restartInterval) = (start, 0, 0)
      return
    }
    guard let marker = UnitWalker.marker(at: start, bytes).marker, 0xD0...0xD7 ~= bytes[marker],
      marker < (middle + window.count) / 2
    else { return nil }
    self.start = marker + 1
    self.restartInterval = restartInterval
    unit = (Int(bytes[marker] & 7) + 1) * restartInterval
  }

  /// The record of all units that were found.
  func walked<Record: UnitKeeper>(_ record: consuming Record) -> Record {
    var record = consume record
    let window = self.window
    let bytes = window.span
    var reader = EntropyReader(at: start)
    for _ in 0..<Self.attempts {
      record.restart(atUnit: unit)
      var walker = UnitWalker(reader, unit: unit, restartInterval: restartInterval)
      do throws(ScanFault) {
        while !record.isFull { try walker.walk(to: walker.unit + Self.step, bytes, tables, into: &record) }
      } catch {
        // A long walk was synchronized, so it ended at the end of the data, or at damage.
        let isUnsynchronized = error.code == .codeInvalid && record.unitCount <= Self.synchronized
        if isUnsynchronized, restartInterval == 0, let failed = record.marks.last {
          reader = EntropyReader(at: failed.place(in: bytes), in: bytes)
          reader.refill(bytes)
          reader.skip(1)
          if reader.count >= 0 { continue }
        }
      }
      if walker.hasExtraneousBytes { record.restart(atUnit: unit) }
      return record
    }
    record.restart(atUnit: unit)
    return record
  }
}
