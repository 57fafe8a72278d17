// Scaling with Lanczos-3, and changes of channels and depth: what stands between a decoder and an encoder.

import Measuring
import Upright

/// Pictures of six megapixels, which is what a photo of 24 decodes to at one half.
enum Scaling {
  private static let size = PixelSize<Displayed>(width: 3000, height: 2000)

  /// Prints the tables.
  static func measure() {
    let pictures = [SampleLayout.Channels.gray, .rgb, .rgba, .cmyk].compactMap {
      Raster<Displayed>(size: size, layout: SampleLayout($0))
    }
    let down = PixelSize<Displayed>(width: 1024, height: 683)
    let small = PixelSize<Displayed>(width: 256, height: 171)
    print(Race.header("ms, Lanczos-3, 3000 × 2000"))
    var work: [(name: String, body: () -> Void)] = []
    for picture in pictures where picture.layout.channels != .cmyk {
      work.append((name: "\(picture.layout.channels) to 1024 × 683", body: { _ = picture.resized(to: down) }))
    }
    work.append((name: "rgb to 256 × 171", body: { _ = pictures[1].resized(to: small) }))
    Race(work).rows.forEach { print($0) }

    print("\n" + Race.header("ms, 3000 × 2000"))
    work = []
    for picture in pictures {
      for channels in [SampleLayout.Channels.gray, .rgb, .rgba] where channels != picture.layout.channels {
        work.append(
          (name: "\(picture.layout.channels) to \(channels)", body: { _ = picture.converted(to: channels) }))
      }
    }
    work.append((name: "rgb to 16 bits", body: { _ = pictures[1].converted(to: .sixteen) }))
    Race(work).rows.forEach { print($0) }
  }
}
