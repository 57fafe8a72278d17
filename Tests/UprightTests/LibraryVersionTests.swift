// Versions in words.

import Testing
import Upright

@Suite struct LibraryVersionTests {
  @Test func theBytesAreItsSteps() {
    for (packed, words) in [
      (0x01_06_27, "libx 1.6.39"), (0x00_07_00, "libx 0.7.0"), (0x00_00_01, "libx 0.0.1"), (0x02_0E_00, "libx 2.14.0"),
      (0x01_00_FF_FF, "libx 256.255.255"),
    ] as [(UInt32, String)] { #expect(LibraryVersion("libx", packed: packed)?.description == words) }
  }

  @Test func whatIsLeftOutHasNone() { #expect(LibraryVersion("libx", packed: 0) == nil) }
}
