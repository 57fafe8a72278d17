// Colours by numbers become a profile that says the same, or a named obstacle.

import Testing

@testable import UprightMetadata

@Suite struct NumberedColorsTests {
  @Test func sRGBNeedsNoProfile() {
    for (primaries, transfer) in [(1, 13), (1, 1), (2, 2), (1, 6)] {
      let colors = ItemCoding.Colors(primaries: primaries, transfer: transfer)
      #expect(colors.profile == nil && colors.obstacle == nil)
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
    // Red, green and blue together are the white that the header names.
    #expect(zip(sum, [63_190, 65_536, 54_061]).allSatisfy { abs($0 - $1) <= 4 }, "\(sum)")
  }

  @Test(arguments: [(9, 16), (9, 18), (4, 13), (12, 8)])
  func whatHasNoProfileHereIsNamed(primaries: Int, transfer: Int) {
    let colors = ItemCoding.Colors(primaries: primaries, transfer: transfer)
    #expect(colors.obstacle != nil && colors.profile == nil)
  }
}
