// One codec per format.

import Testing
import Upright
import UprightConfinedCodecs

@Suite struct ConfinedCodecsTests {
  @Test func noFormatIsThereTwice() {
    let formats = ConfinedCodecs.all.map(\.format)
    #expect(Set(formats).count == formats.count)
    #expect(Set(formats).isDisjoint(with: [.jpeg, .png, .webp]))
  }
}
