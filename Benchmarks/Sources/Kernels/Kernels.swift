// What the loops over pixels cost: the eight turns beside a copy, scaling, and changes of channels and depth; 24 megapixels.

import Measuring
import Upright

@main enum Kernels {
  static func main() {
    Scaling().measure()
  }
}

struct Scaling {
  func measure() {
    print(Measurement.header("ms, 3000 × 2000 to 1024 × 683"))
    for channels in [SampleLayout.Channels.gray, .rgb, .rgba] {
      guard let picture = Raster<Displayed>(size: PixelSize(width: 3000, height: 2000), layout: SampleLayout(channels))
      else { return }
      print(
        Measurement("\(channels)", count: 1_000_000, runs: 30) {
          picture.resized(to: PixelSize(width: 1024, height: 683))
        }.row)
    }
  }
}
