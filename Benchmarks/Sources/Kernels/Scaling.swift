// Scaling with Lanczos-3, and changes of channels and depth: what stands between a decoder and an encoder.

import Measuring
import Upright

/// Images of six megapixels, which is what a photo of 24 decodes to at one half.
enum Scaling {
  private static let size = PixelSize<Displayed>(width: 3000, height: 2000)

  /// Prints the tables.
  static func measure() {
    let images = [SampleLayout.Channels.gray, .rgb, .rgba, .cmyk].compactMap {
      Raster<Displayed>(size: size, layout: SampleLayout($0))
    }
    let down = PixelSize<Displayed>(width: 1024, height: 683)
    let small = PixelSize<Displayed>(width: 256, height: 171)
    print(Race.header("ms, Lanczos-3, 3000 × 2000"))
    var work: [(name: String, body: () -> Void)] = []
    for image in images where image.layout.channels != .cmyk {
      work.append((name: "\(image.layout.channels) to 1024 × 683", body: { _ = image.resized(to: down) }))
    }
    work.append((name: "rgb to 256 × 171", body: { _ = images[1].resized(to: small) }))
    Race(work).rows.forEach { print($0) }

    print("\n" + Race.header("ms, 3000 × 2000"))
    work = []
    for image in images {
      for channels in [SampleLayout.Channels.gray, .rgb, .rgba] where channels != image.layout.channels {
        work.append(
          (name: "\(image.layout.channels) to \(channels)", body: { _ = image.converted(to: channels) }))
      }
    }
    work.append((name: "rgb to 16 bits", body: { _ = images[1].converted(to: .sixteen) }))
    Race(work).rows.forEach { print($0) }
  }
}
