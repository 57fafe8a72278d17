// Drawings as PNG files, by the project's own codec.

package import Upright
import UprightCodecs

/// A drawing, and the Exif block of its PNG.
package struct DrawnPNG {
  package let canvas: Canvas
  package var exif: [UInt8]?

  /// Memberwise initializer.
  package init(canvas: Canvas, exif: [UInt8]? = nil) {
    (self.canvas, self.exif) = (canvas, exif)
  }

  /// Encodes it.
  ///
  /// - Throws: Errors of the codec; `.limit` if out of memory.
  package func write(into sink: inout some ByteSink, limits: Limits = Limits()) throws(UprightError) {
    let size = canvas.size
    guard let raster = Raster<Output>(size: size, layout: SampleLayout(.rgb), bytes: canvas.bytes) else {
      throw .limit(.memory, asked: canvas.bytes.count, allowed: limits.memoryBytes)
    }
    let settings = EncodeSettings(
      format: .png, fidelity: .level(100), sampling: EncodeSettings.Sampling(horizontal: 1, vertical: 1))
    try PNGCodec().encode(
      raster, settings: settings, metadata: CarriedMetadata(exif: exif), limits: limits, into: &sink)
  }
}
