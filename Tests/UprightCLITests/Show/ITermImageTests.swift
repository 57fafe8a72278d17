// iTerm2's escape: the PNG is read back whole, with its size.

import Testing
import Upright

@testable import UprightBatch
@testable import UprightCLI
@testable import UprightDrawing

@Suite struct ITermImageTests {
  @Test(arguments: [1, 2, 3, 5_000])
  func thePNGComesBackWhole(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 31) }
    let shown = try #require(
      TerminalInterpreter.iTerm(ITermImage.bytes(png: bytes, size: PixelSize(width: 12, height: 34))))
    #expect(shown.png == bytes)
    #expect(shown.keys == ["inline=1", "size=\(count)", "width=12px", "height=34px", "preserveAspectRatio=1"])
  }
}
