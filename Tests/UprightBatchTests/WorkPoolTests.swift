// Results arrive in input order, however long each takes, and no more tasks start than there are threads.

import Foundation
import Synchronization
import Testing

@testable import UprightBatch

@Suite struct WorkPoolTests {
  @Test(arguments: [1, 2, 3, 8])
  func resultsComeInOrder(width: Int) {
    let pool = WorkPool(width: width) { (number: Int) in
      var sum = 0
      for step in 0..<(number % 3 * 20_000) { sum &+= step }
      return (number, sum)
    }
    var (next, delivered) = (0, [Int]())
    pool.run {
      defer { next += 1 }
      return next < 100 ? next : nil
    } deliver: {
      delivered.append($0.0)
    }
    #expect(delivered == Array(0..<100))
  }

  @Test func nothingIsBegunAfterTheLast() {
    let begun = Mutex(0)
    let pool = WorkPool(width: 4) { (_: Int) in begun.withLock { $0 += 1 } }
    var (given, delivered) = (0, 0)
    pool.run {
      guard delivered < 10 else { return nil }
      given += 1
      return given
    } deliver: {
      delivered += 1
    }
    #expect(begun.withLock { $0 } == given)
    #expect(delivered == given)
    // While the first takes long, others may begin: results are delivered in order.
    #expect(given >= 10)
  }

  @Test func oneAtATimeStaysOnItsThread() {
    let caller = ObjectIdentifier(Thread.current)
    let pool = WorkPool(width: 1) { (_: Int) in ObjectIdentifier(Thread.current) == caller }
    var (left, delivered) = (3, [Bool]())
    pool.run {
      left -= 1
      return left >= 0 ? left : nil
    } deliver: {
      delivered.append($0)
    }
    #expect(delivered == [true, true, true])
  }
}
