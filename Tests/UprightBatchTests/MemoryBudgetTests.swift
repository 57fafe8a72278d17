// Shares never exceed the total, and every waiting caller gets its turn.

import Dispatch
import Synchronization
import Testing

@testable import UprightBatch

@Suite struct MemoryBudgetTests {
  private struct Stopped: Error {}

  @Test(arguments: [1, 10, 100, 1_000])
  func sharesNeverAddUpToMoreThanThereIs(total: Int) {
    let budget = MemoryBudget(total)
    let held = Atomic(0)
    let most = Atomic(0)
    let done = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      let share = number * 7 % 150
      budget.with(share) {
        let now = held.add(min(share, total), ordering: .relaxed).newValue
        most.max(now, ordering: .relaxed)
        held.subtract(min(share, total), ordering: .relaxed)
        done.add(1, ordering: .relaxed)
      }
    }
    #expect(done.load(ordering: .relaxed) == 400)
    #expect(most.load(ordering: .relaxed) <= total)
    #expect(most.load(ordering: .relaxed) >= min(total, 149))
  }

  @Test func aShareIsGivenBackAfterAnError() {
    let budget = MemoryBudget(5)
    for _ in 0..<3 {
      #expect(throws: Stopped.self) { try budget.with(5) { throw Stopped() } }
    }
    #expect(budget.with(5) { 7 } == 7)
  }
}
