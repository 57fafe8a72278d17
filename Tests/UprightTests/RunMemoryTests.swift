// Sums of costs: nothing is lost, and overflow does not trap.

import Testing

@testable import Upright

@Suite struct RunMemoryTests {
  @Test func sumsAreExactOrTheLargestInteger() {
    #expect(RunMemory.sum() == 0 && RunMemory.sum(7) == 7 && RunMemory.sum(1, 20, 300) == 321)
    #expect(RunMemory.sum(.max, 1) == .max && RunMemory.sum(.max / 2, .max / 2, 2, .max) == .max)
    #expect(RunMemory.sum(.max - 1, 1) == .max && RunMemory.sum(.max - 2, 1) == .max - 1)
  }

  @Test func copyingHoldsAPieceReadAndOneToBeWritten() {
    #expect(RunMemory.copying >= 2 * RunMemory.chunk && RunMemory.copying < RunMemory.coding)
    #expect(RunMemory.coding < 2 << 20, "small pictures are said to cost little")
  }
}
