// Results that two threads make, and the first one uses in order.

import Dispatch
import Synchronization

/// Makes the values of indices from 0 on. The thread that uses them makes those that it would wait for.
package final class OrderedResults<Value: Sendable>: Sendable {
  private let count, most: Int
  private let threads: WalkThreads
  private let make: @Sendable (Int) -> Value
  private let state = Mutex(State())
  /// Signaled for each value that the other thread has made.
  private let made = DispatchSemaphore(value: 0)

  private struct State {
    /// Indices below were used, and those below were begun.
    var used = 0
    var begun = 0
    var values: [Int: Value] = [:]
    /// Whether the other thread makes values, or is to.
    var isHelped = false
    var isStopped = false
    var helper: SecondThread<Void>?
  }

  /// - Parameters:
  ///   - count: How many there are.
  ///   - most: How many may be in memory that are not used yet.
  ///   - make: Makes one, on any thread.
  package init(_ count: Int, most: Int, threads: WalkThreads, make: @escaping @Sendable (Int) -> Value) {
    (self.count, self.most, self.threads, self.make) = (count, most, threads, make)
  }

  /// The next value, or nil after the last. `check` is called periodically while it is waited for.
  package func next<Failure: Error>(checking check: () throws(Failure) -> Void) throws(Failure) -> Value? {
    while true {
      help()
      let (value, isEnd) = state.withLock { state -> (Value?, Bool) in
        guard state.used < count else { return (nil, true) }
        guard let value = state.values.removeValue(forKey: state.used) else { return (nil, false) }
        state.used += 1
        return (value, false)
      }
      if isEnd { return nil }
      if let value {
        help()
        return value
      }
      if let index = state.withLock({ begin(&$0) }) {
        let value = make(index)
        state.withLock { $0.values[index] = value }
        continue
      }
      while made.wait(timeout: .now() + .milliseconds(20)) == .timedOut { try check() }
    }
  }

  /// Begins no more, and returns when nothing is being made.
  package func stop() {
    let helper = state.withLock { state -> SecondThread<Void>? in
      state.isStopped = true
      return state.helper
    }
    _ = helper?.result()
  }

  private func begin(_ state: inout State) -> Int? {
    guard !state.isStopped, state.begun < min(count, state.used + most) else { return nil }
    state.begun += 1
    return state.begun - 1
  }

  /// Lets the other thread make values as long as there is room for them.
  private func help() {
    let isWanted = state.withLock { state -> Bool in
      guard !state.isHelped, !state.isStopped, state.begun < min(count, state.used + most) else { return false }
      state.isHelped = true
      return true
    }
    guard isWanted else { return }
    let helper = SecondThread.begin(threads) { self.makeAll() }
    state.withLock { state in
      if let helper { state.helper = helper } else { state.isHelped = threads == .one }
    }
  }

  private func makeAll() {
    while let index = beginOrEnd() {
      let value = make(index)
      state.withLock { $0.values[index] = value }
      made.signal()
    }
  }

  private func beginOrEnd() -> Int? {
    state.withLock { state -> Int? in
      let index = begin(&state)
      if index == nil { state.isHelped = false }
      return index
    }
  }
}
