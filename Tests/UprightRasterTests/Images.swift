// Images that the tests of this target share: random ones, and the layouts to test.

import UprightGeometry
import UprightRaster
import UprightTestTools

/// Every combination of channels and depth.
let everyLayout = SampleLayout.Channels.allCases.flatMap { channels in
  SampleLayout.Depth.allCases.map { SampleLayout(channels, $0) }
}

extension Raster {
  /// An image whose samples are `value(x, y, channel)`.
  static func of(_ width: Int, _ height: Int, _ layout: SampleLayout, _ value: (Int, Int, Int) -> Int) -> Raster {
    var result = Raster(size: PixelSize(width: width, height: height), layout: layout)!
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<layout.channels.count {
          result.setSample(UInt16(value(x, y, channel)), x: x, y: y, channel: channel)
        }
      }
    }
    return result
  }

  /// Noise between two samples.
  static func noise(
    _ width: Int, _ height: Int, _ layout: SampleLayout, seed: Int = 1, in range: ClosedRange<UInt16>? = nil
  ) -> Raster {
    var dice = SplitMix64(seed: UInt64(truncatingIfNeeded: seed))
    let held = range ?? 0...layout.depth.maximum
    return of(width, height, layout) { _, _, _ in Int(UInt16.random(in: held, using: &dice)) }
  }

  /// The samples of one channel as rows of numbers.
  func rows(ofChannel channel: Int) -> [[Int]] {
    (0..<size.height).map { y in (0..<size.width).map { x in Int(sample(x: x, y: y, channel: channel)) } }
  }
}
