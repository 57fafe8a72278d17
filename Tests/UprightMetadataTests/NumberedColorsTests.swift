// Colors given by numbers become an equivalent profile, or a named reason. Every pair of numbers has a profile, needs
// none, or is named; two profiles have known colors.

import Testing

@testable import UprightMetadata

@Suite struct NumberedColorsTests {
  @Test func sRGBNeedsNoProfile() {
    for (primaries, transfer) in [(1, 13), (1, 1), (2, 2), (1, 6)] {
      let colors = ItemCoding.Colors(primaries: primaries, transfer: transfer)
      #expect(colors.profile == nil && colors.unsupportedReason == nil)
    }
  }

  @Test(arguments: [5, 6, 9, 12])
  func aProfileHoldsTogether(primaries: Int) throws {
    let profile = try #require(ItemCoding.Colors(primaries: primaries, transfer: 13).profile)
    let number = { (place: Int) in profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    #expect(number(0) == profile.count && profile[36..<40].elementsEqual("acsp".utf8))
    var sum = [0, 0, 0]
    for tag in 0..<number(128) {
      let (place, size) = (number(132 + 12 * tag + 4), number(132 + 12 * tag + 8))
      #expect(place % 4 == 0 && place + size <= profile.count)
      let name = String(decoding: profile[132 + 12 * tag..<136 + 12 * tag], as: UTF8.self)
      guard name.hasSuffix("XYZ") else { continue }
      for index in 0..<3 { sum[index] += Int(Int32(truncatingIfNeeded: number(place + 8 + 4 * index))) }
    }
    // Red, green and blue together are the white point in the header.
    #expect(zip(sum, [63_190, 65_536, 54_061]).allSatisfy { abs($0 - $1) <= 4 }, "\(sum)")
  }

  @Test(arguments: [(9, 16), (9, 18), (10, 13), (12, 3)])
  func whatHasNoProfileHereIsNamed(primaries: Int, transfer: Int) {
    let colors = ItemCoding.Colors(primaries: primaries, transfer: transfer)
    #expect(colors.unsupportedReason != nil && colors.profile == nil)
  }

  /// The linear light of values by each curve, as the profile's tag states it (ITU-T H.273, table 3).
  @Test(
    arguments: [
      (4, [0.25: 0.04737, 0.5: 0.21764]), (5, [0.5: 0.14359]), (7, [0.08: 0.02, 0.5: 0.26503]), (8, [0.25: 0.25]),
      (9, [0.5: 0.1, 0.25: 0.03162]), (10, [0.5: 0.05623]), (17, [0.5: 0.17996, 0.99: 1]),
    ] as [(Int, [Double: Double])])
  func theCurveIsThatOfTheNumber(transfer: Int, expected: [Double: Double]) throws {
    let profile = try #require(ItemCoding.Colors(primaries: 1, transfer: transfer).profile)
    let number = { (place: Int, size: Int) in profile[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
    let entry = try #require(
      (0..<number(128, 4)).map { 132 + 12 * $0 }.first { profile[$0..<$0 + 4].elementsEqual("gTRC".utf8) })
    let place = number(entry + 4, 4)
    for (value, light) in expected {
      let found: Double
      if profile[place..<place + 4].elementsEqual("curv".utf8) {
        let last = number(place + 8, 4) - 1
        found = Double(number(place + 12 + 2 * Int((value * Double(last)).rounded()), 2)) / 65_535
      } else {
        let fields = (0..<5).map { Double(number(place + 12 + 4 * $0, 4)) / 65_536 }
        let isPlain = number(place + 8, 2) == 0
        let power = { (base: Double) in Self.power(base, fields[0]) }
        found = isPlain ? power(value) : value >= fields[4] ? power(fields[1] * value + fields[2]) : fields[3] * value
      }
      #expect(abs(found - light) < 0.0015, "\(transfer) at \(value): \(found)")
    }
  }

  /// By doubling and halving, without the function that made the profile.
  private static func power(_ base: Double, _ exponent: Double) -> Double {
    var (result, root, left) = (1.0, base, exponent)
    while left >= 1 { (result, left) = (result * base, left - 1) }
    for _ in 0..<40 {
      (root, left) = (root.squareRoot(), left * 2)
      if left >= 1 { (result, left) = (result * root, left - 1) }
    }
    return result
  }
}

extension NumberedColorsTests {
  @Test(arguments: 0..<40) func everyPairIsSaid(primaries: Int) {
    for transfer in 0..<40 {
      let colors = ItemCoding.Colors(primaries: primaries, transfer: transfer)
      let isBright = transfer == 16 || transfer == 18
      let isKnown = [1, 2, 4, 5, 6, 7, 8, 9, 11, 12, 22].contains(primaries)
      let isUsual = [1, 2, 6, 11, 12, 13, 14, 15].contains(transfer)
      let isSaid = isUsual || [4, 5, 7, 8, 9, 10, 17].contains(transfer)
      #expect((colors.highRange != nil) == (isBright && isKnown))
      #expect((colors.unsupportedReason == nil) == (isKnown && isSaid))
      #expect((colors.profile != nil) == (isKnown && isSaid && !(isUsual && primaries <= 2)))
      if isBright, isKnown { #expect(colors.unsupportedReason == .highRange(transfer == 16 ? .pq : .hlg)) }
      if !isKnown { #expect(colors.unsupportedReason == .primaries(primaries)) }
      if !isBright, isKnown, !isSaid { #expect(colors.unsupportedReason == .transfer(transfer)) }
    }
  }

  /// As in published profiles of Display P3 and of Rec. 2020, under D50.
  @Test(arguments: [
    (12, [[0.5151, 0.2412, -0.0011], [0.2919, 0.6922, 0.0419], [0.1572, 0.0666, 0.7841]]),
    (9, [[0.6735, 0.2790, -0.0019], [0.1657, 0.6753, 0.0300], [0.1251, 0.0456, 0.7969]]),
  ])
  func columnsAreThoseOfOthers(primaries: Int, expected: [[Double]]) throws {
    let profile = try #require(ItemCoding.Colors(primaries: primaries, transfer: 13).profile)
    let number = { (place: Int) in profile[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    for (name, column) in zip(["rXYZ", "gXYZ", "bXYZ"], expected) {
      let entry = try #require(
        (0..<number(128)).map { 132 + 12 * $0 }.first { profile[$0..<$0 + 4].elementsEqual(name.utf8) })
      let place = number(entry + 4)
      let found = (0..<3).map { Double(Int32(truncatingIfNeeded: number(place + 8 + 4 * $0))) / 65_536 }
      #expect(zip(found, column).allSatisfy { abs($0 - $1) < 0.001 }, "\(name): \(found)")
    }
  }

  @Test func theCurveDoesNotChangeAProfile() {
    for primaries in [5, 6, 7, 9, 12] {
      let profiles = [1, 2, 6, 11, 12, 13, 14, 15].map { ItemCoding.Colors(primaries: primaries, transfer: $0).profile }
      #expect(Set(profiles).count == 1)
    }
  }
}
