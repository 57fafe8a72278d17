// Which pictures are mirrored.

import Testing
import UprightCamera

@Suite struct MirrorModeTests {
  @Test func onlyFrontMirrorsOnlyWhatLooksAtTheUser() {
    for facing in [Facing.back, .front, .external(turnsAs: .back), .external(turnsAs: .front)] {
      #expect(!MirrorMode.off.mirrors(facing))
      #expect(MirrorMode.on.mirrors(facing))
      #expect(MirrorMode.frontOnly.mirrors(facing) == (facing.side == .front))
    }
  }
}
