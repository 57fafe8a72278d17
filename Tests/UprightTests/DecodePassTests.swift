// How many columns and rows a pass delivers.

import Testing
import Upright

@Suite struct DecodePassTests {
  /// One delivered pixel per started group of `denominator` stored ones, counted one by one.
  @Test(arguments: [1, 2, 4, 8])
  func deliversAPixelForEveryStartedGroup(_ denominator: Int) {
    for length in 1...40 {
      let counted = (0..<length).filter { $0 % denominator == 0 }.count
      let wide = DecodePass(
        region: PixelRect(x: 16, y: 8, width: length, height: 3), denominator: denominator, layout: SampleLayout(.rgb))
      #expect(wide.size.width == counted)
      let high = DecodePass(
        region: PixelRect(x: 0, y: 0, width: 3, height: length), denominator: denominator, layout: SampleLayout(.gray))
      #expect(high.size.height == counted)
    }
  }

  @Test func aPassIsItsThreeParts() {
    let region = PixelRect<Stored>(x: 0, y: 0, width: 8, height: 8)
    let pass = DecodePass(region: region, denominator: 2, layout: SampleLayout(.rgb))
    #expect(pass == DecodePass(region: region, denominator: 2, layout: SampleLayout(.rgb)))
    #expect(pass != DecodePass(region: region, denominator: 4, layout: SampleLayout(.rgb)))
    #expect(pass != DecodePass(region: region, denominator: 2, layout: SampleLayout(.gray)))
    #expect(pass != DecodePass(region: region, denominator: 2, layout: SampleLayout(.rgb, .sixteen)))
  }
}
