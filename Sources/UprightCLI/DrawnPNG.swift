// Drawings of our own as PNG files, by the project's own codec.

import Upright
import UprightBatch
import UprightCodecs

/// A drawing and the Exif block that goes with it.
struct DrawnPNG {
  let canvas: Canvas
  var exif: [UInt8]?

  /// Encodes it.
  ///
  /// - Throws: what the codec throws; `.limit` where the memory is not to be had.
  func write(into sink: inout some ByteSink, limits: Limits = Limits()) throws(UprightError) {
    let size = canvas.size
    guard let raster = Raster<Output>(size: size, layout: SampleLayout(.rgb), bytes: canvas.bytes) else {
      throw .limit(name: "bytes of memory", asked: canvas.bytes.count, allowed: limits.memoryBytes)
    }
    let settings = EncodeSettings(
      format: .png, fidelity: .level(100), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
    try PNGCodec().encode(
      raster, settings: settings, metadata: CarriedMetadata(exif: exif), limits: limits, into: &sink)
  }
}
