// Every pair of numbers has a profile, needs none, or is named; two profiles have known colors.

import Testing

@testable import UprightMetadata

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
