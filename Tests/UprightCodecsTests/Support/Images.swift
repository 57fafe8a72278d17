// Images made in code, and the simplest readers and comparisons of pixels.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

extension Samples {
  /// The samples of a raster.
  init<S: Space>(_ raster: Raster<S>) {
    self.init(
      width: raster.size.width, height: raster.size.height, channels: raster.layout.bytesPerPixel,
      bytes: unsafe raster.withBytes { unsafe Array($0) })
  }

  /// A raster of these samples; several pixels of one sample are one of its layout.
  func raster(_ layout: SampleLayout) -> Raster<Output> {
    let pixels = channels / layout.bytesPerPixel
    var raster = Raster<Output>(size: PixelSize(width: width * pixels, height: height), layout: layout)!
    unsafe raster.withMutableBytes { unsafe $0.copyBytes(from: bytes) }
    return raster
  }
}

extension EncodeSettings {
  static func jpeg(
    _ level: Int = 90, _ horizontal: Int = 1, _ vertical: Int = 1, progressive: Bool = false
  ) -> EncodeSettings {
    EncodeSettings(
      format: .jpeg, fidelity: .level(level), sampling: Sampling(horizontal: horizontal, vertical: vertical),
      progressive: progressive)
  }
}

/// The layout of 8 bits with this many channels; four are CMYK.
func layout(_ channels: Int) -> SampleLayout {
  SampleLayout(channels == 1 ? .gray : channels == 3 ? .rgb : .cmyk)
}

func encode(
  _ image: Samples, _ settings: EncodeSettings, metadata: CarriedMetadata = CarriedMetadata(),
  limits: Limits = Limits()
) throws -> [UInt8] {
  var bytes: [UInt8] = []
  try JPEGCodec().encode(
    image.raster(layout(image.channels)), settings: settings, metadata: metadata, limits: limits, into: &bytes)
  return bytes
}

/// The decoded pass, its bands joined; a nil region is the whole image of `size`.
func decode(
  _ jpeg: any ByteSource, width: Int, height: Int, region: PixelRect<Stored>? = nil, denominator: Int = 1,
  channels: Int = 3, limits: Limits = Limits(), cutLimit: Int? = nil
) throws -> Samples {
  let pass = DecodePass(
    region: region ?? PixelRect(x: 0, y: 0, width: width, height: height), denominator: denominator,
    layout: layout(channels), cutLimit: cutLimit)
  var whole = Samples(width: pass.size.width, height: 0, channels: channels, bytes: [])
  try JPEGCodec().decode(pass, from: jpeg, limits: limits) { band, row in
    #expect(row == whole.height)
    let part = Samples(band)
    whole.bytes += part.bytes
    whole.height += part.height
  }
  #expect(whole.height == pass.size.height)
  return whole
}

/// Eight orientations by their tag numbers.
let orientations = ExifOrientation.allCases.map { Orientation<Stored, Displayed>(exif: $0) }
