// Component planes in tests: made from samples, taken from files, and compared.

import Testing
import Upright
import UprightCodecs
import UprightTestTools

/// Luma, blue and red chroma.
struct Planes: Equatable {
  var chroma: Subsampling
  var all: [Samples]

  init(chroma: Subsampling, all: [Samples]) { (self.chroma, self.all) = (chroma, all) }

  init<S: Space>(_ raster: PlanarRaster<S>) { self.init(chroma: raster.chroma, all: raster.planes.map { Samples($0) }) }

  /// Noise, edges and gradients, different in each plane.
  static func mixedColors(width: Int, height: Int, _ chroma: Subsampling) -> Planes {
    let coarse = chroma.covering(PixelSize<Stored>(width: width, height: height))
    return Planes(
      chroma: chroma,
      all: [(width, height), (coarse.width, coarse.height), (coarse.width, coarse.height)].enumerated().map {
        .mixedColors(width: $1.0, height: $1.1, channels: 1, seed: UInt32($0 + 1))
      })
  }

  /// libjpeg's encoding of an image: JFIF's formulas in 65536ths, and the means of groups, their halves rounded down
  /// and up alternately (jccolor.c, jcsample.c).
  init(_ image: Samples, chroma: Subsampling) {
    let luma = Self.plane(image) { (19595 * $0 + 38470 * $1 + 7471 * $2 + 32768) >> 16 }
    let blue = Self.plane(image) { (-11059 * $0 - 21709 * $1 + 32768 * $2 + 8_421_375) >> 16 }
    let red = Self.plane(image) { (32768 * $0 - 27439 * $1 - 5329 * $2 + 8_421_375) >> 16 }
    self.init(chroma: chroma, all: [luma, Self.coarse(blue, chroma), Self.coarse(red, chroma)])
  }

  private static func plane(_ image: Samples, _ value: (Int, Int, Int) -> Int) -> Samples {
    var plane = Samples(width: image.width, height: image.height, channels: 1)
    for y in 0..<plane.height {
      for x in 0..<plane.width {
        plane[x, y, 0] = UInt8(value(Int(image[x, y, 0]), Int(image[x, y, 1]), Int(image[x, y, 2])))
      }
    }
    return plane
  }

  private static func coarse(_ plane: Samples, _ chroma: Subsampling) -> Samples {
    let (across, down) = (chroma.horizontal, chroma.vertical)
    var result = Samples(width: plane.width / across, height: plane.height / down, channels: 1)
    for y in 0..<result.height {
      for x in 0..<result.width {
        var sum = 0
        for row in 0..<down { for column in 0..<across { sum += Int(plane[x * across + column, y * down + row, 0]) } }
        let bias = (across, down) == (2, 1) ? x & 1 : (across, down) == (2, 2) ? 1 + x & 1 : across * down / 2
        result[x, y, 0] = UInt8((sum + bias) / (across * down))
      }
    }
    return result
  }

  func raster() throws -> PlanarRaster<Output> {
    try #require(PlanarRaster(planes: all.map { $0.raster(SampleLayout(.gray)) }, chroma: chroma))
  }

  /// A region of the image: all samples of its pixels.
  func cropped(to region: PixelRect<Stored>) -> Planes {
    let parts = zip(all, [.none, chroma, chroma]).map { plane, step in
      let (left, top) = (region.x / step.horizontal, region.y / step.vertical)
      let size = step.covering(PixelSize<Stored>(width: region.maxX, height: region.maxY))
      return plane.cropped(x: left, y: top, width: size.width - left, height: size.height - top)
    }
    return Planes(chroma: chroma, all: parts)
  }

  /// Every plane rotated separately.
  func turned(_ orientation: Orientation<Stored, Displayed>) -> Planes {
    Planes(chroma: chroma.applying(orientation), all: all.map { $0.turned(orientation) })
  }

  /// The largest difference of any sample; 256 if the shapes differ.
  func distance(to other: Planes) -> Int {
    chroma == other.chroma ? zip(all, other.all).map { $0.distance(to: $1) }.max() ?? 256 : 256
  }
}

func encode(
  _ planes: Planes, _ settings: EncodeSettings, metadata: CarriedMetadata = CarriedMetadata(), limits: Limits = Limits()
) throws -> [UInt8] {
  var bytes: [UInt8] = []
  try JPEGCodec().encode(planes.raster(), settings: settings, metadata: metadata, limits: limits, into: &bytes)
  return bytes
}

/// A region's planes, its bands joined.
func decodePlanes(
  _ jpeg: any ByteSource, _ region: PixelRect<Stored>, _ chroma: Subsampling, limits: Limits = Limits(),
  cutLimit: Int? = nil, by codec: JPEGCodec = JPEGCodec()
) throws -> Planes {
  var whole: Planes?
  let pass = DecodePass(region: region, denominator: 1, layout: SampleLayout(.rgb), cutLimit: cutLimit)
  try codec.decodePlanes(pass, chroma: chroma, from: jpeg, limits: limits) { band, row in
    #expect(row == whole?.all[0].height ?? 0 && band.size.height <= DecodePass.bandRows)
    let part = Planes(band)
    guard var sum = whole else {
      whole = part
      return
    }
    for plane in sum.all.indices {
      sum.all[plane].bytes += part.all[plane].bytes
      sum.all[plane].height += part.all[plane].height
    }
    whole = sum
  }
  return try #require(whole)
}

/// The components of a file with one scan for each, every one as a separate gray file: the same bits in another frame.
func grayFiles(ofScansIn jpeg: [UInt8]) throws -> [[UInt8]] {
  let frame = try #require(Frame(jpeg))
  let head = try #require(Marker.all(of: jpeg).first { $0.isFrame })
  let (most, highest) = (frame.factors.map(\.across).max() ?? 1, frame.factors.map(\.down).max() ?? 1)
  var (tables, files): ([UInt8], [[UInt8]]) = ([0xFF, 0xD8], [])
  var index = 2
  while index + 4 <= jpeg.count, jpeg[index + 1] != 0xD9 {
    let end = index + 2 + (Int(jpeg[index + 2]) << 8 | Int(jpeg[index + 3]))
    guard jpeg[index + 1] == 0xDA else {
      if [0xDB, 0xC4].contains(jpeg[index + 1]) { tables += jpeg[index..<end] }
      index = end
      continue
    }
    let next = (end..<jpeg.count - 1).first { jpeg[$0] == 0xFF && jpeg[$0 + 1] != 0 } ?? jpeg.count
    let number = files.count, own = frame.factors[number]
    let wide = (frame.size.width * own.across + most - 1) / most
    let high = (frame.size.height * own.down + highest - 1) / highest
    let component = head.payload[(6 + 3 * number)..<(9 + 3 * number)]
    let size = [high >> 8, high & 255, wide >> 8, wide & 255].map(UInt8.init)
    let header =
      [0xFF, head.code, 0, 11, 8] + size + [
        1, component[component.startIndex], 0x11, component[component.endIndex - 1],
      ]
    files.append(tables + header + jpeg[index..<next] + [0xFF, 0xD9])
    index = next
  }
  return files
}
