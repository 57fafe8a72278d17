// Calls of programs on several threads at once: a thread waits while its program runs.

import Foundation
import Upright
import UprightFiles

/// Items that threads work on, in order. After the first error, or when the program is told to end, no other begins.
final class ParallelWork<Item: Sendable, Value: Sendable>: @unchecked Sendable {
  private static var stackBytes: Int { 8 << 20 }

  private let items: [Item]
  private let work: @Sendable (Item) throws(UprightError) -> Value
  private let finished = DispatchSemaphore(value: 0)
  /// Guards what follows.
  private let lock = NSLock()
  private var results: [Result<Value, UprightError>?]
  private var begun = 0
  private var isClosed = false

  /// Work on these items.
  init(_ items: [Item], _ work: @escaping @Sendable (Item) throws(UprightError) -> Value) {
    (self.items, self.work, results) = (items, work, Array(repeating: nil, count: items.count))
  }

  /// The values of all items that were begun, in order. Where the system starts no other thread, this one does all.
  ///
  /// - Throws: The first error by the order of items.
  func values(threads: Int) throws(UprightError) -> [Value] {
    for _ in 1..<max(1, min(threads, items.count)) {
      let thread = Thread { self.workOff() }
      thread.stackSize = Self.stackBytes
      thread.start()
    }
    workOff()
    let count = lock.withLock {
      isClosed = true
      return begun
    }
    for _ in 0..<count { finished.wait() }
    var values: [Value] = []
    for result in lock.withLock({ results }) {
      if let result { values.append(try result.get()) }
    }
    return values
  }

  private func workOff() {
    while let index = next() {
      let result: Result<Value, UprightError>
      do throws(UprightError) { result = .success(try work(items[index])) } catch { result = .failure(error) }
      lock.withLock {
        results[index] = result
        if case .failure = result { isClosed = true }
      }
      finished.signal()
    }
  }

  private func next() -> Int? {
    lock.withLock {
      guard !isClosed, begun < items.count, Interruption.signal == nil else { return nil }
      begun += 1
      return begun - 1
    }
  }
}
