// Images as PNG files, for a page: small, because a page has hundreds.

import Upright
import UprightCodecs
import UprightFixtures

/// Encodes images.
enum PNGFile {
  /// The file of a gray or RGB image; nil if it cannot be encoded.
  static func bytes(of image: TinyImage) -> [UInt8]? {
    let layout = SampleLayout(image.channels == 1 ? .gray : .rgb)
    let size = PixelSize<Output>(width: image.width, height: image.height)
    guard let raster = Raster(size: size, layout: layout, bytes: image.samples) else { return nil }
    let settings = EncodeSettings(
      format: .png, fidelity: .level(100), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
    var file: [UInt8] = []
    do throws(UprightError) {
      try PNGCodec().encode(raster, settings: settings, metadata: CarriedMetadata(), limits: Limits(), into: &file)
    } catch { return nil }
    return file
  }
}
