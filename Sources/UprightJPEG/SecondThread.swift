// Work for a second thread, which the first one does without if no thread is free.

import Dispatch
import Synchronization
import UprightSystem

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
    if doWork() { end.signal() }
  }

  /// Whether there is a result now. Nothing here refers to its memory any more, or to that of the work.
  private func doWork() -> Bool {
    let work = state.withLock { state -> (@Sendable () -> Value)? in
      guard case .waiting(let work) = state else { return nil }
      state = .begun
      return work
    }
    guard let work else { return false }
    let value = work()
    state.withLock { state in state = .ended(value) }
    return true
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

// Threads that wait a while for more work: a window of a scan is walked in a millisecond, and a new thread, with memory
// of its own, costs a noticeable part of that.

/// Threads of this process that have ended their work and wait for the next.
enum WaitingThreads {
  /// How long a thread waits before it ends.
  private static let patience = DispatchTimeInterval.seconds(1)

  private static let idle = Mutex<[WaitingThread]>([])

  /// Runs `work` on a thread that waits, or on a new one.
  ///
  /// - Returns: Whether there was one; otherwise `work` is not called.
  static func run(_ work: @escaping @Sendable () -> Void) -> Bool {
    if let thread = idle.withLock({ $0.popLast() }) {
      thread.give(work)
      return true
    }
    let thread = WaitingThread()
    thread.give(work)
    return SystemThread.run { thread.run() }
  }

  private final class WaitingThread: Sendable {
    private let given = Mutex<(@Sendable () -> Void)?>(nil)
    private let isGiven = DispatchSemaphore(value: 0)

    func give(_ work: @escaping @Sendable () -> Void) {
      given.withLock { given in given = work }
      isGiven.signal()
    }

    func run() {
      isGiven.wait()
      repeat { runGiven() } while isGivenMore()
    }

    /// Refers to the work no longer than it takes.
    private func runGiven() { given.withLock { $0.take() }?() }

    /// Waits for more work.
    private func isGivenMore() -> Bool {
      idle.withLock { threads in threads.append(self) }
      guard isGiven.wait(timeout: .now() + patience) == .timedOut else { return true }
      let isStillIdle = idle.withLock { threads in
        guard let index = threads.firstIndex(where: { $0 === self }) else { return false }
        threads.remove(at: index)
        return true
      }
      // Otherwise it was chosen at that moment.
      if !isStillIdle { isGiven.wait() }
      return !isStillIdle
    }
  }
}
