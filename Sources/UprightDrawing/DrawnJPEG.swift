// Drawings as JPEG files (ITU-T T.81), by the project's own codec.

package import Upright
import UprightCodecs

/// A drawing, and the quality of its JPEG.
package struct DrawnJPEG {
  package let canvas: Canvas
  /// The quality on libjpeg's scale, 1…100.
  package var quality = 80
  /// Whether each pixel keeps its color; otherwise chroma is subsampled 2 × 2.
  package var keepsColors = false

  /// Memberwise initializer.
  package init(canvas: Canvas, quality: Int = 80, keepsColors: Bool = false) {
    (self.canvas, self.quality, self.keepsColors) = (canvas, quality, keepsColors)
  }

  /// Encodes it.
  ///
  /// - Throws: Errors of the codec; `.limit` if out of memory.
  package func write(into sink: inout some ByteSink, limits: Limits = Limits()) throws(UprightError) {
    guard let raster = Raster<Output>(size: canvas.size, layout: SampleLayout(.rgb), bytes: canvas.bytes) else {
      throw .limit(.memory, asked: canvas.bytes.count, allowed: limits.memoryBytes)
    }
    let factor = keepsColors ? 1 : 2
    let settings = EncodeSettings(
      format: .jpeg, fidelity: .level(quality),
      sampling: EncodeSettings.Sampling(horizontal: factor, vertical: factor))
    try JPEGCodec().encode(raster, settings: settings, metadata: CarriedMetadata(), limits: limits, into: &sink)
  }
}
