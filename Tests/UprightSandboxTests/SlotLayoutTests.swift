// Slots for bands of rows: enough for any band, no more than the image has.

import Testing
import Upright

@testable import UprightSandbox

@Suite struct SlotLayoutTests {
  @Test func slotsHoldABandEach() {
    for height in [1, 63, 64, 65, 128, 129, 193, 5000] {
      let slots = SlotLayout(PixelSize<Decoded>(width: 10, height: height), bytesPerPixel: 3)
      #expect(slots?.bytes == 30 * min(height, 64))
      #expect(slots?.count == min(3, (height + 63) / 64))
      #expect(slots?.byteCount == slots.map { $0.count * $0.bytes })
    }
  }

  @Test func imagesThatNoMemoryHoldsHaveNone() {
    for (width, height) in [(0, 1), (1, 0), (-1, 5), (Int.max, 1), (Int.max / 64, Int.max), (1 << 40, 64)] {
      #expect(SlotLayout(PixelSize<Decoded>(width: width, height: height), bytesPerPixel: 8) == nil)
    }
    for (count, bytes) in [(0, 1), (4, 1), (1, 0), (1, -1), (3, 1 << 41), (Int.max, Int.max)] {
      #expect(SlotLayout(count: count, bytes: bytes) == nil)
    }
  }
}
