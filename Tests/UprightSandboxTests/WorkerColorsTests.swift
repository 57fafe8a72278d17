// Colors converted in another process equal those converted in this one, and what it cannot convert is reported.

import Testing
import Upright
import UprightConfinedCodecs
import UprightFixtures

@testable import UprightSandbox

@Suite(.enabled(if: Workers.areHere, Workers.reason))
struct WorkerColorsTests {
  @Test(arguments: [SampleLayout.Channels.gray, .rgb, .rgba], SampleLayout.Depth.allCases)
  func theColoursAreThoseOfThisProcess(_ channels: SampleLayout.Channels, _ depth: SampleLayout.Depth) throws {
    // More rows than a band has, so that several are sent.
    var image = try #require(
      Raster<Output>(size: PixelSize(width: 5, height: 150), layout: SampleLayout(channels, depth)))
    for y in 0..<150 {
      for x in 0..<5 {
        for channel in 0..<channels.count {
          image.setSample(UInt16((y * 5 + x * 3 + channel * 40) % 256), x: x, y: y, channel: channel)
        }
      }
    }
    let profile =
      channels == .gray ? TinyProfile.gray(gamma: 1.8).bytes : TinyProfile.rgb(gamma: 1.8, order: [1, 2, 0]).bytes
    let here = Result { () throws(UprightError) in
      try ProfileColors().converted(image, from: profile, limits: Limits())
    }
    let there = Result { () throws(UprightError) in
      try WorkerColors(Workers.pool).converted(image, from: profile, limits: Limits())
    }
    #expect(here == there)
  }

  @Test func aProfileThatIsNoneIsRefusedByName() throws {
    let image = try #require(Raster<Output>(size: PixelSize(width: 2, height: 2), layout: SampleLayout(.rgb)))
    #expect(throws: UprightError.self) {
      try WorkerColors(Workers.pool).converted(image, from: [1, 2, 3], limits: Limits())
    }
  }
}
