// Weighting by opacity and back.

import Testing

@testable import UprightRaster

struct PremultiplyTests {
  @Test(arguments: [Float(255), 65535])
  func weighingIsUndone(maximum: Float) {
    for opacity in [Float(1), 2, 77, 254, maximum] {
      for colour in [Float(0), 1, 128, maximum] {
        let pixel = Lane(colour, maximum - colour, colour / 2, opacity)
        let weighted = Premultiply.apply(pixel, maximum: maximum)
        #expect((weighted.x - colour * opacity / maximum).magnitude <= maximum / 1e6)
        #expect(weighted.w == opacity)
        let back = Premultiply.undo(weighted, maximum: maximum) - pixel
        #expect([back.x, back.y, back.z, back.w].allSatisfy { $0.magnitude < 0.01 }, "\(pixel)")
      }
    }
  }

  @Test func nothingIsLeftOfWhatCannotBeSeen() {
    #expect(Premultiply.undo(Lane(3, 4, 5, 0), maximum: 255) == .zero)
    #expect(Premultiply.undo(Lane(3, 4, 5, 0.49), maximum: 255) == .zero)
    #expect(Premultiply.undo(Lane(3, 4, 5, -2), maximum: 255) == .zero)
  }
}
