// The whole house as the acceptance tests use it: pipelines, displayed oracles, and outside readers.

import Foundation
import Testing
import Upright
import UprightCodecs
import UprightFixtures
import UprightTestTools

let house = Pipeline(codecs: SystemCodecs.all)

/// The same house without lossless turning, so that pixels have to be decoded.
let houseOfPixels = Pipeline(codecs: SystemCodecs.all.map { WithoutTransform(inner: $0, planes: true) })

/// The same without planes too, so that pixels have to be samples side by side.
let houseOfSamples = Pipeline(codecs: SystemCodecs.all.map { WithoutTransform(inner: $0, planes: false) })

/// A codec that cannot turn blocks, and perhaps has no planes.
struct WithoutTransform: Codec {
  let inner: any Codec
  let planes: Bool
  var format: ContainerFormat { inner.format }
  var capabilities: Capabilities {
    Capabilities(
      decodes: inner.capabilities.decodes, encodes: inner.capabilities.encodes, transforms: false,
      planes: planes && inner.capabilities.planes, denominators: inner.capabilities.denominators,
      reduction: inner.capabilities.reduction)
  }

  func decode(
    _ pass: DecodePass, from source: any ByteSource, limits: Limits,
    band: (Raster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) { try inner.decode(pass, from: source, limits: limits, band: band) }

  func decodePlanes(
    of region: PixelRect<Stored>, chroma: Subsampling, from source: any ByteSource, limits: Limits,
    band: (PlanarRaster<Decoded>, Int) throws(UprightError) -> Void
  ) throws(UprightError) {
    try inner.decodePlanes(of: region, chroma: chroma, from: source, limits: limits, band: band)
  }

  func encode(
    _ picture: Raster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try inner.encode(picture, settings: settings, metadata: metadata, limits: limits, into: &sink)
  }

  func encode(
    _ picture: PlanarRaster<Output>, settings: EncodeSettings, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) {
    try inner.encode(picture, settings: settings, metadata: metadata, limits: limits, into: &sink)
  }

  func transform(
    _ job: LosslessJob, from source: any ByteSource, metadata: CarriedMetadata, limits: Limits,
    into sink: inout some ByteSink
  ) throws(UprightError) -> Int { throw .unsupported("left out") }
}

extension TinyImage {
  /// The picture turned as displayed: what is displayed as `self` under the tag of the turn's inverse.
  func turned(_ turn: Orientation<Displayed, Displayed>) -> TinyImage {
    let inverse = turn.inverse
    let tag = Orientation<Stored, Displayed>(mirrored: inverse.isMirrored, clockwise: inverse.clockwiseQuarters).exif
    return stored(as: tag)
  }

  /// The picture as a JPEG file stored under `tag`.
  func jpeg(
    _ tag: ExifOrientation, sampling: TinyJPEG.Sampling = .full, order: TinyTIFF.ByteOrder = .big
  ) -> [UInt8] {
    var file = TinyJPEG(stored(as: tag), exif: TinyTIFF(order, orientation: Int(tag.rawValue)))
    file.sampling = sampling
    return file.bytes
  }

  /// The largest difference to a raster in which each of its pixels is a cell of 16 × 16, but for the cells' outer 4
  /// pixels, into which subsampled chroma bleeds; 256 where the sizes differ.
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

  /// The largest difference of any sample to a raster; 256 where the sizes differ.
  func distance(to raster: Raster<Output>) -> Int {
    guard raster.size == PixelSize(width: width, height: height) else { return 256 }
    return zip(samples, raster.bytes).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }
}

extension Raster<Output> {
  /// The peak signal-to-noise ratio against another raster, in dB; zero where the shapes differ.
  func fidelity(to other: Raster<Output>) -> Double {
    guard size == other.size, layout == other.layout else { return 0 }
    let squares = zip(bytes, other.bytes).reduce(0) { $0 + (Int($1.0) - Int($1.1)) * (Int($1.0) - Int($1.1)) }
    guard squares > 0 else { return .infinity }
    return 10 * log10(255 * 255 * Double(bytes.count) / Double(squares))
  }
}

/// The pixels of a file as displayed.
func displayed(_ bytes: [UInt8]) throws -> Raster<Output> {
  try house.raster(Rendition(upright: .pixels), of: Probe(bytes), from: bytes)
}

/// Pillow's word on pairs of files: one line each, "size size whole corner corner corner corner", in dB of the displayed pictures.
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
