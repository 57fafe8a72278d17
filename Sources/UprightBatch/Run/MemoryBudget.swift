// Memory that files in progress share: each waits until its planned amount is free.

import Dispatch

/// A number of bytes that are reserved and released, first come, first served. Reserving blocks the thread until it is
/// the caller's turn.
public final class MemoryBudget: Sendable {
  /// The total in bytes.
  public let total: Int
  private let reservations = Reservations()

  /// A budget of `total` bytes.
  public init(_ total: Int) { self.total = total }

  /// Runs `work` with `bytes` reserved; more than the total reserves everything. `work` must not reserve more of the
  /// same budget.
  public func with<Value, Failure: Error>(
    _ bytes: Int, _ work: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let share = take(bytes)
    defer { withExtendedLifetime(share) {} }
    return try work()
  }

  /// Waits until `bytes` are free; more than the total reserves everything. The holder of a share must not wait for
  /// another.
  package func take(_ bytes: Int) -> Share { Share(min(max(bytes, 0), total), of: self) }

  /// Reserved bytes, released with the last reference to this object.
  package final class Share {
    package let bytes: Int
    private let budget: MemoryBudget

    fileprivate init(_ bytes: Int, of budget: MemoryBudget) {
      (self.bytes, self.budget) = (bytes, budget)
      budget.reservations.take(bytes, of: budget.total)?.wait()
    }

    deinit { budget.reservations.giveBack(bytes, of: budget.total) }
  }

  /// The reservations and the waiting queue; accessed only through `turn`.
  private final class Reservations: @unchecked Sendable {
    private let turn = DispatchQueue(label: "upright.memory-budget")
    private var taken = 0
    private var waiting: [(share: Int, call: DispatchSemaphore)] = []

    /// - Returns: The semaphore to wait for; nil if the share was free.
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
