// The positions of rows in the ring, and its memory.

import Testing

@testable import UprightRaster

struct RowRingTests {
  @Test func rowsLieInTurnsAndNeverReachIntoTheNext() throws {
    for samples in [1, 3, 60, 61, 62, 64, 3072] {
      let ring = try #require(RowRing(slots: 5, samples: samples))
      #expect(ring.rowFloats % 64 == 0 && ring.rowFloats >= samples + 3 && ring.rowFloats < samples + 67)
      #expect(ring.storage.byteCount == 5 * ring.rowFloats * 4)
      #expect((0..<12).map { ring.place(of: $0) / ring.rowFloats } == [0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 0, 1])
      #expect(ring.place(of: 9) % ring.rowFloats == 0)
    }
  }

  @Test func rowsThatCannotBeAreRefused() {
    for (slots, samples) in [(3, Int.max), (Int.max, 3), (1 << 30, 1 << 32)] {
      #expect(RowRing(slots: slots, samples: samples) == nil)
    }
    #expect(RowRing.rowFloats(.max) > 1 << 60)
  }
}
