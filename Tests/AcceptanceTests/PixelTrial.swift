// An invariant for any bytes whose pixels are decoded in the process: an error, or an image of the planned size.

import Upright
import UprightCodecs

/// Decodes pixels from bytes that may be broken anywhere; a trap or a fault in C ends the process.
enum PixelTrial {
  private static let pipeline = Pipeline(
    codecs: SystemCodecs.all(usingThreads: false), limits: Limits(pixels: 1 << 20, memoryBytes: 64 << 20, scans: 20))

  /// The requests for each image: re-encode all of it, crop it, scale it, and read its coefficients.
  static let renditions: [Rendition] = [
    Rendition(upright: .pixels, format: .png),
    Rendition(
      region: .pixels(PixelRect(x: 1, y: 0, width: 2, height: 2)), rotation: .mirrorHorizontal, upright: .pixels,
      overflow: .pad(.white)),
    Rendition(size: .within(2, 2), upright: .pixels, format: .webp, light: .linear),
    Rendition(size: .exactly(5, 3), rotation: .rotate90, upright: .pixels, format: .jpeg),
    Rendition(rotation: .rotate90, upright: .pixels, loss: .trim),
  ]

  /// Describes what is wrong with the result for these bytes; nil if nothing is, or they are refused.
  static func complaint(_ bytes: [UInt8], _ rendition: Rendition) -> String? {
    guard let probe = try? Probe(bytes), let plan = try? pipeline.plan(rendition, for: probe),
      let result = try? pipeline.run(plan, on: bytes)
    else { return nil }
    guard let made = try? Probe(result) else { return "the result cannot be read" }
    guard plan.outputSize.width == made.displayedSize.width, plan.outputSize.height == made.displayedSize.height else {
      return "\(plan.outputSize) was planned, \(made.displayedSize) came"
    }
    return nil
  }

  /// Whether the bytes claim a format that is decoded in the process.
  static func takes(_ format: ContainerFormat) -> Bool { SystemCodecs.all.contains { $0.format == format } }
}
