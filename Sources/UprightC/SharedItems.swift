// Work on many items by several threads, for callers that wait for all of it.

import Dispatch
import Synchronization
import UprightSystem

/// Items that threads take one after another.
enum SharedItems {
  /// Calls `body` with each index below `count`, as many at a time as there are `threads`; this thread is one of them. If
  /// the system starts no more threads, those that there are do all the work.
  static func each(_ count: Int, by threads: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let items = Items(count: count, body: body)
    let ended = DispatchSemaphore(value: 0)
    var helpers = 0
    while helpers < min(threads, count) - 1 {
      let isStarted = SystemThread.run {
        items.work()
        ended.signal()
      }
      guard isStarted else { break }
      helpers += 1
    }
    items.work()
    for _ in 0..<helpers { ended.wait() }
  }

  private final class Items: Sendable {
    private let next = Atomic(0)
    private let count: Int
    private let body: @Sendable (Int) -> Void

    init(count: Int, body: @escaping @Sendable (Int) -> Void) { (self.count, self.body) = (count, body) }

    func work() {
      while true {
        let index = next.add(1, ordering: .relaxed).oldValue
        guard index < count else { return }
        body(index)
      }
    }
  }
}
