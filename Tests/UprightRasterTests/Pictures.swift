// Pictures the tests of this target share: random ones, and the layouts to run through.

import UprightGeometry
import UprightRaster

/// Every combination of channels and depth.
let everyLayout = SampleLayout.Channels.allCases.flatMap { channels in
  SampleLayout.Depth.allCases.map { SampleLayout(channels, $0) }
}

/// A generator whose numbers are the same in every run.
struct Dice: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: Int) { state = UInt64(truncatingIfNeeded: seed) &* 0x9e37_79b9_7f4a_7c15 | 1 }

  mutating func next() -> UInt64 {
    state ^= state &<< 13
    state ^= state &>> 7
    state ^= state &<< 17
    return state
  }
}

extension Raster {
  /// A picture whose samples are `value(x, y, channel)`.
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
    var dice = Dice(seed)
    let held = range ?? 0...layout.depth.maximum
    return of(width, height, layout) { _, _, _ in Int(UInt16.random(in: held, using: &dice)) }
  }

  /// The samples of one channel as rows of numbers.
  func rows(ofChannel channel: Int) -> [[Int]] {
    (0..<size.height).map { y in (0..<size.width).map { x in Int(sample(x: x, y: y, channel: channel)) } }
  }
}
