// Work on threads that are used again.

import Dispatch
import Synchronization
import Testing

@testable import UprightJPEG

struct WaitingThreadsTests {
  /// Each of the works waits until all have begun, so that none may wait for another's end.
  @Test func eachWorkHasAThread() {
    for _ in 0..<20 {
      let (begun, mayEnd, ended) = (
        DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
      )
      for _ in 0..<6 {
        #expect(
          WaitingThreads.run {
            begun.signal()
            mayEnd.wait()
            ended.signal()
          })
      }
      for _ in 0..<6 { begun.wait() }
      for _ in 0..<6 { mayEnd.signal() }
      for _ in 0..<6 { ended.wait() }
    }
  }

  private final class Held: Sendable {
    let released: DispatchSemaphore

    init(_ released: DispatchSemaphore) { self.released = released }

    deinit { released.signal() }
  }

  @Test func aThreadThatWaitsKeepsNothingOfItsWork() {
    let released = DispatchSemaphore(value: 0)
    let sum = Mutex(0)
    for number in 0..<50 {
      let held = Held(released)
      let isRun = WaitingThreads.run { withExtendedLifetime(held) { sum.withLock { $0 += number } } }
      #expect(isRun)
    }
    for _ in 0..<50 { released.wait() }
    #expect(sum.withLock(\.self) == 49 * 50 / 2)
  }
}
