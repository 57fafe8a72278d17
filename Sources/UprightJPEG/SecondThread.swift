// Work for a second thread, which the first one does without if no thread is free.

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

/// The result of work that began on another thread, unless none was free.
package final class SecondThread<Value: Sendable>: Sendable {
  private let state: Mutex<State>
  private let end = DispatchSemaphore(value: 0)

  private enum State {
    case waiting(@Sendable () -> Value)
    case begun, forgone
    case ended(Value)
  }

  /// How a result was obtained.
  package enum Result {
    /// No thread was free to begin; none begins from now on.
    case none
    /// It was there, or it had to be waited for.
    case ready(Value), awaited(Value)
  }

  private init(_ work: @escaping @Sendable () -> Value) { state = Mutex(.waiting(work)) }

  /// Begins `work` if `threads` are two; nil for one, and if the system starts no thread.
  package static func begin(_ threads: WalkThreads, _ work: @escaping @Sendable () -> Value) -> SecondThread? {
    guard threads != .one else { return nil }
    let second = SecondThread(work)
    guard threads == .two else {
      second.run()
      return second
    }
    return WaitingThreads.run { second.run() } ? second : nil
  }

  private func run() {
    let work = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .waiting(let work) = state else { return nil }
      state = .begun
      return work
    }
    guard let work else { return }
    let value = work()
    state.withLock { state in state = .ended(value) }
    end.signal()
  }

  /// Lets the work not begin, if it has not.
  package func forgo() {
    state.withLock { state in
      if case .waiting = state { state = .forgone }
    }
  }

  /// The result, as soon as it is available. It can be requested once.
  package func result() -> Result {
    guard let isReady = isReady() else { return .none }
    end.wait()
    return taken(isReady)
  }

  /// The same, but calls `check` periodically while it waits. If that throws, the result can be requested again.
  package func result<Failure: Error>(
    checking check: () throws(Failure) -> Void
  ) throws(Failure) -> Result {
    guard let isReady = isReady() else { return .none }
    while end.wait(timeout: .now() + .milliseconds(20)) == .timedOut { try check() }
    return taken(isReady)
  }

  /// Whether the result is there; nil if there will be none.
  private func isReady() -> Bool? {
    state.withLock { state -> Bool? in
      switch state {
      case .waiting, .forgone:
        state = .forgone
        return nil
      case .begun: return false
      case .ended: return true
      }
    }
  }

  private func taken(_ isReady: Bool) -> Result {
    state.withLock { state in
      guard case .ended(let value) = state else { return .none }
      state = .forgone
      return isReady ? .ready(value) : .awaited(value)
    }
  }
}
