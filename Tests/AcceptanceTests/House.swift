// The library as the acceptance tests use it: pipelines, displayed references, and other readers.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestCodecs
import UprightTestTools

let house = Pipeline(codecs: SystemCodecs.all)

/// The same codecs without lossless transforms, so that pixels must be decoded.
let houseOfPixels = Pipeline(codecs: SystemCodecs.all.map { WithoutTransform(inner: $0, planes: true) })

/// The same without planes too, so that pixels must be interleaved samples.
let houseOfSamples = Pipeline(codecs: SystemCodecs.all.map { WithoutTransform(inner: $0, planes: false) })

/// A codec that cannot transform blocks, and optionally has no planes.
struct WithoutTransform: ForwardingCodec {
  let inner: any Codec
  let planes: Bool
  var capabilities: Capabilities {
    Capabilities(
      decodes: inner.capabilities.decodes, encodes: inner.capabilities.encodes, transforms: false,
      planes: planes && inner.capabilities.planes, denominators: inner.capabilities.denominators,
      reduction: inner.capabilities.reduction)
  }
}

extension TinyImage {
  /// The image rotated as displayed: displayed as `self` with the tag of the inverse orientation.
  func turned(_ turn: Orientation<Displayed, Displayed>) -> TinyImage {
    let inverse = turn.inverse
    let tag = Orientation<Stored, Displayed>(mirrored: inverse.isMirrored, clockwise: inverse.clockwiseQuarters).exif
    return stored(as: tag)
  }

  /// The image as a JPEG file stored with `tag`.
  func jpeg(
    _ tag: ExifOrientation, sampling: TinyJPEG.Sampling = .full, order: TinyTIFF.ByteOrder = .big
  ) -> [UInt8] {
    var file = TinyJPEG(stored(as: tag), exif: TinyTIFF(order, orientation: Int(tag.rawValue)))
    file.sampling = sampling
    return file.bytes
  }

  /// The largest difference to a raster in which each of its pixels is a cell of 16 × 16, without the cells' outer 4
  /// pixels, where subsampled chroma bleeds; 256 if the sizes differ.
  func cells(in raster: Raster<Output>) -> Int {
    guard raster.size == PixelSize(width: 16 * width, height: 16 * height) else { return 256 }
    var worst = 0
    for y in 0..<16 * height where (4..<12).contains(y % 16) {
      for x in 0..<16 * width where (4..<12).contains(x % 16) {
        let differences = zip(raster.pixel(x: x, y: y), self[x / 16, y / 16]).map { abs(Int($0) - Int($1)) }
        worst = max(worst, differences.max() ?? 256)
      }
    }
    return worst
  }

  /// The largest difference of any sample to a raster; 256 if the sizes differ.
  func distance(to raster: Raster<Output>) -> Int {
    guard raster.size == PixelSize(width: width, height: height) else { return 256 }
    return SampleBytes.largestDifference(samples, raster.bytes)
  }
}

extension Raster<Output> {
  /// The peak signal-to-noise ratio against another raster, in dB; zero if the shapes differ.
  func fidelity(to other: Raster<Output>) -> Double {
    guard size == other.size, layout == other.layout else { return 0 }
    let squares = SampleBytes.squaredDifferences(bytes, other.bytes)
    guard squares > 0 else { return .infinity }
    return 10 * log10(255 * 255 * Double(bytes.count) / Double(squares))
  }
}

/// The pixels of a file as displayed.
func displayed(_ bytes: [UInt8]) throws -> Raster<Output> {
  try house.raster(Rendition(upright: .pixels), of: Probe(bytes), from: bytes)
}

/// The color in the middle of each cell of an image of three by two cells, or two by three, row by row as displayed;
/// each sample in four steps.
func cells(_ bytes: [UInt8]) throws -> [[Int]] {
  let raster = try displayed(bytes)
  let (columns, rows) = raster.size.width > raster.size.height ? (3, 2) : (2, 3)
  return (0..<rows).flatMap { row in
    (0..<columns).map { column in
      raster.pixel(
        x: (2 * column + 1) * raster.size.width / (2 * columns), y: (2 * row + 1) * raster.size.height / (2 * rows)
      ).map { Int($0) / 64 }
    }
  }
}

/// Pillow's comparison of pairs of files: one line each, "size size whole corner corner corner corner", in dB of the
/// displayed images.
enum Pillow {
  static let compare = """
    import sys, math
    import numpy as np
    from PIL import Image, ImageOps
    def seen(path):
        return np.asarray(ImageOps.exif_transpose(Image.open(path)).convert('RGB'), dtype=np.float64)
    def psnr(a, b):
        e = ((a - b) ** 2).mean()
        return 999.0 if e == 0 else 10 * math.log10(255 * 255 / e)
    for pair in zip(sys.argv[1::2], sys.argv[2::2]):
        a, b = map(seen, pair)
        if a.shape != b.shape:
            print(0, 0, 0, 0, 0)
            continue
        h, w = a.shape[0] // 4, a.shape[1] // 4
        parts = [(slice(None), slice(None)), (slice(0, h), slice(0, w)), (slice(0, h), slice(-w, None)),
                 (slice(-h, None), slice(0, w)), (slice(-h, None), slice(-w, None))]
        print(*(round(psnr(a[p], b[p]), 2) for p in parts))
    """

  /// For each pair the fidelity of the whole and of the four corners, in dB; 999 for equal.
  static func fidelities(_ pairs: [(String, String)]) throws -> [[Double]] {
    let answer = try OutsideTool.pillow.run(["-c", compare] + pairs.flatMap { [$0.0, $0.1] })
    guard answer.status == 0 else { throw answer }
    return answer.text.split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
  }
}
