// Threads share items: each is worked on once, values are in the items' order, and the first error ends the work.

import Foundation
import Testing
import Upright

@testable import UprightConformance

@Suite struct ParallelWorkTests {
  @Test(arguments: [-1, 0, 1, 2, 7, 100])
  func valuesAreInOrderWhicheverEndsFirst(_ threads: Int) throws {
    let values = try ParallelWork(Array(0..<50)) { item throws(UprightError) in
      if item % 3 == 0 { usleep(2_000) }
      return item * item
    }.values(threads: threads)
    #expect(values == (0..<50).map { $0 * $0 })
    #expect(try ParallelWork([Int]()) { item throws(UprightError) in item }.values(threads: threads).isEmpty)
  }

  /// No item is begun after an error, so most of a thousand are not.
  @Test(arguments: [1, 4])
  func anErrorEndsTheWork(_ threads: Int) {
    let begun = Counter()
    #expect(throws: UprightError.io(path: "3", systemError: 5)) {
      try ParallelWork(Array(0..<1_000)) { item throws(UprightError) in
        begun.add()
        if item == 3 { throw .io(path: "3", systemError: 5) }
        if item > 3 { usleep(20_000) }
      }.values(threads: threads)
    }
    #expect(begun.count >= 4 && begun.count < 1_000)
  }

  /// As many calls wait at once as there are threads.
  @Test func threadsWorkAtOnce() throws {
    let here = Counter()
    let seen = try ParallelWork(Array(0..<4)) { _ throws(UprightError) in
      here.add()
      for _ in 0..<3_000 where here.count < 4 { usleep(10_000) }
      return here.count
    }.values(threads: 4)
    #expect(seen == [4, 4, 4, 4])
  }

  private final class Counter: @unchecked Sendable {
    private let lock = NSLock()
    private var number = 0

    var count: Int { lock.withLock { number } }
    func add() { lock.withLock { number += 1 } }
  }
}
