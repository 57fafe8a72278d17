// Results that two threads make come in order, each once, and never more than there is room for.

import Synchronization
import Testing
import UprightJPEG

@Suite struct OrderedResultsTests {
  /// How many values are being made or wait, and the most of them at a time.
  private final class Ledger: Sendable {
    private let counts = Mutex((made: [Int](), alive: 0, most: 0))

    func begin(_ index: Int) {
      counts.withLock {
        $0.made.append(index)
        $0.alive += 1
        $0.most = max($0.most, $0.alive)
      }
    }

    func use() { counts.withLock { $0.alive -= 1 } }
    var most: Int { counts.withLock(\.most) }
    var made: [Int] { counts.withLock { $0.made.sorted() } }
  }

  private static func unlimited() {}

  @Test(arguments: [WalkThreads.one, .two, .twoInTurn], [1, 2, 3, 100])
  func theyComeInOrderAndNoMoreThanThereIsRoomFor(threads: WalkThreads, most: Int) {
    for count in [0, 1, 2, 7, 500] {
      let ledger = Ledger()
      let results = OrderedResults(count, most: most, threads: threads) { index in
        ledger.begin(index)
        return index * 3
      }
      var found: [Int] = []
      while let value = results.next(checking: Self.unlimited) {
        ledger.use()
        found.append(value)
      }
      results.stop()
      #expect(found == (0..<count).map { $0 * 3 } && ledger.made == Array(0..<count))
      // A value is used just before this counts it.
      #expect(ledger.most <= most + 1)
    }
  }

  @Test(arguments: [WalkThreads.one, .two, .twoInTurn])
  func nothingIsMadeAfterAStop(threads: WalkThreads) {
    let ledger = Ledger()
    let results = OrderedResults(1_000, most: 4, threads: threads) { index in
      ledger.begin(index)
      return index
    }
    for expected in 0..<5 { #expect(results.next(checking: Self.unlimited) == expected) }
    results.stop()
    let made = ledger.made.count
    #expect(5...9 ~= made)
  }
}
