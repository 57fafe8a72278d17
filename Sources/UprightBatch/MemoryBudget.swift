// Memory that files at work share: each waits until what its plan says it takes is free.

import Dispatch

/// A number of bytes that are handed out and given back, first come, first served.
package final class MemoryBudget: Sendable {
  /// How many there are.
  package let total: Int
  private let book = Book()

  package init(_ total: Int) { self.total = total }

  /// Does `work` while `bytes` are its own; more than there are at all means: alone.
  package func with<Value, Failure: Error>(
    _ bytes: Int, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let share = take(bytes)
    defer { withExtendedLifetime(share) {} }
    return try work()
  }

  /// Waits until `bytes` are free; more than there are at all means: all. Who has a share must not wait for another.
  package func take(_ bytes: Int) -> Share { Share(min(max(bytes, 0), total), of: self) }

  /// Bytes that are somebody's own, given back with the last who holds this.
  package final class Share {
    package let bytes: Int
    private let budget: MemoryBudget

    fileprivate init(_ bytes: Int, of budget: MemoryBudget) {
      (self.bytes, self.budget) = (bytes, budget)
      budget.book.take(bytes, of: budget.total)?.wait()
    }

    deinit { budget.book.giveBack(bytes, of: budget.total) }
  }

  /// Who has what, and who waits; only `turn` leads to it.
  private final class Book: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.memory-budget")
    private var taken = 0
    private var waiting: [(share: Int, call: DispatchSemaphore)] = []

    /// - Returns: what to wait for; nil where the share was free.
    func take(_ share: Int, of total: Int) -> DispatchSemaphore? {
      turn.sync {
        if waiting.isEmpty, share <= total - taken {
          taken += share
          return nil
        }
        let call = DispatchSemaphore(value: 0)
        waiting.append((share, call))
        return call
      }
    }

    func giveBack(_ share: Int, of total: Int) {
      turn.sync {
        taken -= share
        while let next = waiting.first, next.share <= total - taken {
          taken += next.share
          waiting.removeFirst()
          next.call.signal()
        }
      }
    }
  }
}
