// Threads that wait a while for more work: a window of a scan is walked in a millisecond, and a new thread, with memory
// of its own, costs a noticeable part of that.

import Dispatch
import Synchronization
import UprightSystem

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
