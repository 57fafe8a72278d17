// Images made in code, and the simplest readers and comparisons of pixels.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

/// Samples of a grid, row by row.
struct Samples: Equatable {
  var width: Int
  var height: Int
  var channels: Int
  var bytes: [UInt8]

  init(width: Int, height: Int, channels: Int, bytes: [UInt8]? = nil) {
    (self.width, self.height, self.channels) = (width, height, channels)
    self.bytes = bytes ?? [UInt8](repeating: 0, count: width * height * channels)
  }

  init<S: Space>(_ raster: Raster<S>) {
    self.init(
      width: raster.size.width, height: raster.size.height, channels: raster.layout.bytesPerPixel,
      bytes: unsafe raster.withBytes { unsafe Array($0) })
  }

  /// An image with edges, gradients and noise, without symmetry.
  static func mixedColors(width: Int, height: Int, channels: Int, seed: UInt32 = 1) -> Samples {
    var image = Samples(width: width, height: height, channels: channels)
    var state = seed
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<channels {
          state = state &* 1_664_525 &+ 1_013_904_223
          let noise = Int(state >> 27)
          let edge = (x / 5 + y / 3 + channel) % 3 == 0 ? 60 : 0
          image[x, y, channel] = UInt8(
            clamping: (x * (5 + channel) + y * (3 - channel)) % 160 + edge + noise)
        }
      }
    }
    return image
  }

  /// Three columns and two rows of flat color, `cell` pixels each.
  static func six(cell: Int) -> Samples {
    var image = Samples(width: 3 * cell, height: 2 * cell, channels: 3)
    for y in 0..<2 * cell {
      for x in 0..<3 * cell {
        for channel in 0..<3 { image[x, y, channel] = sixColors[y / cell * 3 + x / cell][channel] }
      }
    }
    return image
  }

  subscript(x: Int, y: Int, channel: Int) -> UInt8 {
    get { bytes[(y * width + x) * channels + channel] }
    set { bytes[(y * width + x) * channels + channel] = newValue }
  }

  func pixel(_ x: Int, _ y: Int) -> [UInt8] { (0..<channels).map { self[x, y, $0] } }

  func cropped(x: Int, y: Int, width: Int, height: Int) -> Samples {
    var part = Samples(width: width, height: height, channels: channels, bytes: [])
    part.bytes.reserveCapacity(width * height * channels)
    for row in y..<y + height {
      let start = (row * self.width + x) * channels
      part.bytes += bytes[start..<start + width * channels]
    }
    return part
  }

  /// The image with every pixel moved by `orientation`, one by one.
  func turned(_ orientation: Orientation<Stored, Displayed>) -> Samples {
    let size = PixelSize<Stored>(width: width, height: height)
    let result = orientation.applied(to: size)
    var turned = Samples(width: result.width, height: result.height, channels: channels)
    for y in 0..<height {
      for x in 0..<width {
        let to = PixelRect<Stored>(x: x, y: y, width: 1, height: 1).applying(orientation, in: size)
        for channel in 0..<channels { turned[to.x, to.y, channel] = self[x, y, channel] }
      }
    }
    return turned
  }

  func raster(_ layout: SampleLayout) -> Raster<Output> {
    let pixels = channels / layout.bytesPerPixel
    var raster = Raster<Output>(size: PixelSize(width: width * pixels, height: height), layout: layout)!
    unsafe raster.withMutableBytes { unsafe $0.copyBytes(from: bytes) }
    return raster
  }

  /// The largest difference of any sample; 256 if the shapes differ.
  func distance(to other: Samples) -> Int {
    guard (width, height, channels) == (other.width, other.height, other.channels) else { return 256 }
    return zip(bytes, other.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// A binary PGM or PPM of 8 bits.
  init?(pnm: [UInt8]) {
    guard let map = PortableMap(pnm) else { return nil }
    self.init(width: map.width, height: map.height, channels: map.channels, bytes: map.samples)
  }

  var pnm: [UInt8] { PortableMap(width: width, height: height, channels: channels, samples: bytes).bytes }
}

/// Red, green, blue, yellow, magenta, cyan.
let sixColors: [[UInt8]] = [
  [220, 30, 30], [30, 200, 30], [30, 30, 220], [220, 220, 30], [220, 30, 220], [30, 220, 220],
]

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
