// The lock that files use on Apple's systems, where Synchronization's needs newer ones.

import Testing
import UprightSystem

@Suite struct LockTests {
  private enum Refusal: Error { case odd }

  @Test func threadsTakeTurns() async {
    let count = Counter()
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask { for _ in 0..<10_000 { count.add() } }
      }
    }
    #expect(count.value == 80_000)
  }

  @Test func errorsKeepTheirTypeAndUnlock() {
    let lock = Lock(1)
    func even() throws(Refusal) -> Int {
      try lock.withLock { (value) throws(Refusal) in
        value += 1
        if value % 2 == 1 { throw .odd }
        return value
      }
    }
    #expect((try? even()) == 2)
    #expect(throws: Refusal.odd) { try even() }
    #expect((try? even()) == 4)
  }
}

private final class Counter: Sendable {
  private let lock = Lock(0)

  var value: Int { lock.withLock { $0 } }

  func add() { lock.withLock { $0 += 1 } }
}
