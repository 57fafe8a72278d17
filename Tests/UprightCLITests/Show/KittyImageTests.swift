// Kitty's escapes: the PNG is read back whole, in chunks that are not too long.

import Testing

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct KittyImageTests {
  @Test(arguments: [1, 3_071, 3_072, 3_073, 6_144, 10_000])
  func thePNGComesBackWhole(_ count: Int) {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    #expect(TerminalInterpreter.kitty(KittyImage.bytes(png: bytes)) == bytes)
  }
}
