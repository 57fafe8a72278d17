// How chroma's grid covers an image, counted pixel by pixel.

import Testing
import UprightGeometry
import UprightTestTools

@testable import UprightRaster

struct SubsamplingTests {
  static let all = [1, 2, 4].flatMap { across in [1, 2, 4].map { Subsampling(horizontal: across, vertical: $0) } }

  @Test(arguments: all)
  func everyPixelHasASampleAndEverySampleAPixel(chroma: Subsampling) {
    for width in 1...9 {
      for height in 1...9 {
        let samples = Set(
          (0..<width).flatMap { x in (0..<height).map { [x / chroma.horizontal, $0 / chroma.vertical] } })
        let covering = chroma.covering(PixelSize<Stored>(width: width, height: height))
        #expect(covering.pixelCount == samples.count)
        #expect(covering.width == (samples.map { $0[0] }.max() ?? -1) + 1)
      }
    }
  }

  @Test func numbersAtTheEndOfTheIntegersDoNotTrap() {
    let endless = PixelSize<Stored>(width: .max, height: .max)
    #expect(Subsampling(horizontal: 2, vertical: 4).covering(endless).width == Int.max / 2 + 1)
    #expect(Subsampling.none.covering(endless) == endless)
  }

  @Test(arguments: all, Orientation<Stored, Displayed>.all)
  func axesChangePlacesWithTheImages(chroma: Subsampling, orientation: Orientation<Stored, Displayed>) {
    let whole = PixelSize<Stored>(width: 8 * chroma.horizontal, height: 4 * chroma.vertical)
    let turned = chroma.applying(orientation)
    #expect(turned.covering(orientation.applied(to: whole)) == orientation.applied(to: PixelSize(width: 8, height: 4)))
    #expect(turned.applying(orientation.inverse) == chroma)
  }

  /// A band that begins inside a group of pixels starts with the sample of the next one: the group already has its
  /// sample.
  @Test func theRowOfChromaThatARowOfPixelsStartsWith() {
    for step in [1, 2, 4] {
      let chroma = Subsampling(horizontal: 1, vertical: step)
      for row in 0...12 {
        let before = Set((0..<row).map { $0 / step }).count
        #expect(chroma.row(of: row) == before)
      }
    }
  }
}
