// The second half of a part of a scan, walked by another thread without knowing which unit it begins with: Huffman codes
// resynchronize by themselves (arXiv 2111.09219, section 3).

import Dispatch
import Synchronization

/// Who walks the second half of a part of a scan.
package enum WalkThreads: Sendable {
  /// The thread that walks the first half, after it.
  case one
  /// Another thread, if one is free.
  case two
  /// The same thread, but before the first half and as another thread would; the result is the same each time.
  case twoInTurn
}

/// How much of a window the first of two threads walks, in sixteenths. It also has to do all that follows.
struct WalkShare: Sendable {
  private var sixteenths = 8

  func part(of count: Int) -> Int { count / 16 * sixteenths + 1 }

  var larger: WalkShare { WalkShare(sixteenths: min(12, sixteenths + 1)) }
  var smaller: WalkShare { WalkShare(sixteenths: max(4, sixteenths - 1)) }
}

/// A walk from the middle of a window to its end.
final class WalkAhead: Sendable {
  /// The byte in the window where it starts.
  let start: Int
  /// The unit that it starts with, if restart markers tell; only its remainder by 8 intervals is known.
  private let unit: Int
  private let restartInterval: Int
  private let window: [UInt8]
  private let tables: UnitTables
  private let state: Mutex<State>
  private let end = DispatchSemaphore(value: 0)

  private enum State {
    /// Nothing began; the record to use.
    case waiting(UnitRecord)
    case begun, forgone
    case ended(UnitRecord)
  }

  /// How often the walk restarts after an invalid code, before it is synchronized.
  private static let attempts = 64
  /// Units after which a walk is taken to be synchronized.
  private static let synchronized = 512
  /// A window with fewer bytes is not worth a thread.
  private static let smallest = 1 << 16
  /// Units that are walked before the length of the record is looked at.
  private static let step = 128

  /// - Returns: nil if the data has restart markers, but none near the middle.
  private init?(
    _ window: [UInt8], from middle: Int, _ tables: UnitTables, restartInterval: Int, into record: UnitRecord
  ) {
    (self.window, self.tables) = (window, tables)
    state = Mutex(.waiting(record))
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

  /// Starts to walk the second half of `window`, with the memory of `record`; nil for one thread, and if that is not possible.
  static func started(
    _ threads: WalkThreads, _ window: [UInt8], _ share: WalkShare, _ tables: UnitTables, restartInterval: Int,
    into record: UnitRecord
  ) -> WalkAhead? {
    guard threads != .one, window.count >= (threads == .two ? smallest : 16),
      let walk = WalkAhead(
        window, from: share.part(of: window.count), tables, restartInterval: restartInterval, into: record)
    else { return nil }
    if threads == .two { DispatchQueue.global(qos: .userInitiated).async { walk.run() } } else { walk.run() }
    return walk
  }

  /// What was walked, as soon as it is; nil if no thread was free to begin, which none does from then on. Adapts `share`
  /// to which thread had to wait.
  func record(_ share: inout WalkShare) -> UnitRecord? {
    let hasBegun = state.withLock { [share] state -> (Bool, WalkShare) in
      switch state {
      case .waiting:
        state = .forgone
        return (false, share)
      case .begun: return (true, share.larger)
      case .ended, .forgone: return (true, share.smaller)
      }
    }
    share = hasBegun.1
    guard hasBegun.0 else { return nil }
    end.wait()
    return state.withLock { state in
      guard case .ended(let record) = state else { return nil }
      state = .forgone
      return record
    }
  }

  private func run() {
    let record = state.withLock { state -> UnitRecord? in
      guard case .waiting(let record) = state else { return nil }
      state = .begun
      return record
    }
    guard var record else { return }
    walk(into: &record)
    state.withLock { [record] state in state = .ended(record) }
    end.signal()
  }

  private func walk(into record: inout UnitRecord) {
    let window = self.window
    let bytes = window.span
    var reader = EntropyReader(at: start)
    for _ in 0..<Self.attempts {
      record.restart(atUnit: unit)
      var walker = UnitWalker(reader, unit: unit, restartInterval: restartInterval)
      do throws(ScanFault) {
        while !record.isFull {
          try walker.walk(to: walker.unit + Self.step, bytes, tables, into: &record)
        }
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
      return
    }
    record.restart(atUnit: unit)
  }
}
