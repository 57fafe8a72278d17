// The cosine transform compared with its definition (ITU T.81, A.3.3), on every basis image and on noise.

import Foundation
import Testing
import UprightTestTools

@testable import UprightSamples

@Suite struct TinyTransformTests {
  /// The sum as written.
  private static func defined(_ samples: [Double]) -> [Double] {
    let factor = { (k: Int) -> Double in k == 0 ? 0.5.squareRoot() : 1 }
    let cosine = { (place: Int, k: Int) -> Double in cos(Double((2 * place + 1) * k) * .pi / 16) }
    return (0..<64).map { index in
      let (v, u) = (index / 8, index % 8)
      var sum = 0.0
      for y in 0..<8 { for x in 0..<8 { sum += samples[y * 8 + x] * cosine(x, u) * cosine(y, v) } }
      return sum * factor(u) * factor(v) / 4
    }
  }

  private static func transformed(_ samples: [Double]) -> [Double] {
    var values = samples
    TinyTransform.forward(&values)
    return values
  }

  private static func distance(_ one: [Double], _ other: [Double]) -> Double {
    zip(one, other).map { ($0 - $1).magnitude }.max() ?? .infinity
  }

  @Test func everySinglePixelIsTheDefinitions() {
    for place in 0..<64 {
      var samples = [Double](repeating: 0, count: 64)
      samples[place] = 100
      #expect(Self.distance(Self.transformed(samples), Self.defined(samples)) < 1e-9, "\(place)")
    }
  }

  @Test func noiseIsTheDefinitionsAndKeepsItsEnergy() {
    var random = SplitMix64(seed: 31)
    for _ in 0..<20 {
      let samples = (0..<64).map { _ in Double.random(in: -128...127, using: &random) }
      let values = Self.transformed(samples)
      #expect(Self.distance(values, Self.defined(samples)) < 1e-9)
      let energies = [samples, values].map { $0.reduce(0) { $0 + $1 * $1 } }
      #expect((energies[0] - energies[1]).magnitude < 1e-6 * energies[0])
    }
  }

  @Test func theSymmetriesThatTurnBlocks() {
    var random = SplitMix64(seed: 32)
    let samples = (0..<64).map { _ in Double.random(in: -128...127, using: &random) }
    let values = Self.transformed(samples)
    let mirrored = Self.transformed((0..<64).map { samples[$0 / 8 * 8 + 7 - $0 % 8] })
    #expect(Self.distance(mirrored, (0..<64).map { $0 % 2 == 1 ? -values[$0] : values[$0] }) < 1e-9)
    let upsideDown = Self.transformed((0..<64).map { samples[(7 - $0 / 8) * 8 + $0 % 8] })
    #expect(Self.distance(upsideDown, (0..<64).map { $0 / 8 % 2 == 1 ? -values[$0] : values[$0] }) < 1e-9)
    let transposed = Self.transformed((0..<64).map { samples[$0 % 8 * 8 + $0 / 8] })
    #expect(Self.distance(transposed, (0..<64).map { values[$0 % 8 * 8 + $0 / 8] }) < 1e-9)
  }
}
