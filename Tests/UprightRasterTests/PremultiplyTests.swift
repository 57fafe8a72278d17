// Premultiplying by alpha and back.

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

  @Test func everyColourAtEveryOpacityComesBack() {
    var worst: Float = 0
    for opacity in 1...255 {
      for colour in 0...255 {
        let pixel = Lane(Float(colour), Float(255 - colour), Float(opacity), Float(opacity))
        let weighted = Premultiply.apply(pixel, maximum: 255)
        let exact = Double(colour * opacity) / 255
        worst = max(worst, Float((Double(weighted.x) - exact).magnitude))
        let back = Premultiply.undo(weighted, maximum: 255)
        let whole = Lane(back.x.rounded(), back.y.rounded(), back.z.rounded(), back.w)
        #expect(whole == pixel)
      }
    }
    #expect(worst < 1e-4)
  }

  @Test func nothingComesFromWhatIsClear() {
    for colour in 0...255 {
      let pixel = Lane(Float(colour), Float(255 - colour), 9, 0)
      #expect(Premultiply.apply(pixel, maximum: 255) == .zero)
      #expect(Premultiply.undo(Premultiply.apply(pixel, maximum: 255), maximum: 255) == .zero)
    }
  }

  @Test func opaqueIsLeftAlone() {
    for colour in stride(from: 0, through: 65_535, by: 17) {
      for (maximum, value) in [(Float(255), Float(colour % 256)), (65_535, Float(colour))] {
        let pixel = Lane(value, maximum - value, value / 2, maximum)
        let weighted = Premultiply.apply(pixel, maximum: maximum) - pixel
        let back = Premultiply.undo(pixel, maximum: maximum)
        #expect([weighted.x, weighted.y, weighted.z, weighted.w].allSatisfy { $0.magnitude <= maximum / 1e6 })
        #expect(back == pixel)
      }
    }
  }

  @Test(arguments: [Float(255), 65_535])
  func sixteenBitsAtEveryOpacity(maximum: Float) {
    for opacity in stride(from: Float(1), through: maximum, by: maximum / 255) {
      for colour in stride(from: Float(0), through: maximum, by: maximum / 51) {
        let pixel = Lane(colour, colour, maximum - colour, opacity)
        let back = Premultiply.undo(Premultiply.apply(pixel, maximum: maximum), maximum: maximum)
        #expect((back.x - colour).magnitude < 0.01 && (back.z - (maximum - colour)).magnitude < 0.01)
        #expect(back.w == opacity)
      }
    }
  }
}
