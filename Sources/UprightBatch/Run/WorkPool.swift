// Runs several work items in parallel, with results in starting order; a width of one needs no thread, and where the
// system starts no other, the calling thread does all.

import Dispatch
import UprightSystem

/// Runs work on `width` threads.
package struct WorkPool<Item: Sendable, Result: Sendable> {
  package let width: Int
  package let work: @Sendable (Item) -> Result

  package init(width: Int, work: @escaping @Sendable (Item) -> Result) {
    self.width = width
    self.work = work
  }

  /// Processes items from `next` until it returns nil, and calls `deliver` with the results in that order; both are
  /// called only on the calling thread.
  package func run(next: () -> Item?, deliver: (Result) -> Void) {
    guard width > 1 else {
      while let piece = next() { deliver(work(piece)) }
      return
    }
    let done = FinishedResults()
    let news = DispatchSemaphore(value: 0)
    var (started, finished, delivered) = (0, 0, 0)
    var waiting: [Int: Result] = [:]
    func startNext() {
      guard let piece = next() else { return }
      let (number, work) = (started, work)
      started += 1
      let process: @Sendable () -> Void = {
        let result = work(piece)
        done.add(number, result)
        news.signal()
      }
      if !SystemThread.run(process) { process() }
    }
    for _ in 0..<width { startNext() }
    while finished < started {
      news.wait()
      finished += 1
      let (number, result) = done.takeFirst()
      waiting[number] = result
      while let result = waiting.removeValue(forKey: delivered) {
        delivered += 1
        deliver(result)
      }
      startNext()
    }
  }

  /// Results that are done but not yet delivered; accessed only through `turn`.
  private final class FinishedResults: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.work-pool")
    private var results: [(Int, Result)] = []

    func add(_ number: Int, _ result: Result) { turn.sync { results.append((number, result)) } }

    func takeFirst() -> (Int, Result) { turn.sync { results.removeFirst() } }
  }
}
