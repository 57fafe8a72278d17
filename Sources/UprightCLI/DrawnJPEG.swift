// Drawings of our own as JPEG files (ITU-T T.81), by the project's own codec.

import Upright
import UprightBatch
import UprightCodecs

/// A drawing, and how much of it may be lost.
struct DrawnJPEG {
  let canvas: Canvas
  /// libjpeg's number, 1…100.
  var quality = 80
  /// Whether each pixel keeps its own colour; otherwise four share one.
  var keepsColors = false

  /// Encodes it.
  ///
  /// - Throws: what the codec throws; `.limit` where the memory is not to be had.
  func write(into sink: inout some ByteSink, limits: Limits = Limits()) throws(UprightError) {
    guard let raster = Raster<Output>(size: canvas.size, layout: SampleLayout(.rgb), bytes: canvas.bytes) else {
      throw .limit(name: "bytes of memory", asked: canvas.bytes.count, allowed: limits.memoryBytes)
    }
    let factor = keepsColors ? 1 : 2
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(quality),
      sampling: EncodeSettings.Sampling(horizontal: factor, vertical: factor))
    try JPEGCodec().encode(raster, settings: settings, metadata: CarriedMetadata(), limits: limits, into: &sink)
  }
}
